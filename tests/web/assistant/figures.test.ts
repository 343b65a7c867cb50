import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { ANSWERS } from '#gateway/assistant/ask/answers/index.ts';
import { startApp, visitAnew, type TestApp } from '#tests/support/app.ts';
import { eventually } from '#tests/support/eventually.ts';
import { figuresOf, hasWhole, readAs, type ScreenAnswer } from './onScreen.ts';

const ASK = `mutation ($input: AskAssistantInput!) { askAssistant(input: $input) { answer { answer {
  intent spans { text strong } parts { label value to } links { label to } } } } }`;

/** Sentences of each kind of answer whose figures have a list. */
const ASKED: Readonly<Record<string, readonly string[]>> = {
  owed: ['quanto devo', 'quanto falta pagar da vila', 'quanto sai em dezembro', 'quanto devo por categoria'],
  receivable: ['quanto tenho a receber'],
  paid: [
    ...['quanto paguei em outubro', 'quanto gastei com empreiteiros', 'compara outubro com setembro'],
    'despesas por obra em outubro',
  ],
  received: ['quanto recebi em outubro'],
  largest: ['maiores fornecedores'],
  price: ['preço do cimento'],
  bought: [
    ...['quanto comprei de areia', 'quanto comprei de cimento este ano', 'quanto comprei de cimento da residência'],
    ...['de quem comprei cimento', 'compras de outubro contra setembro'],
  ],
  lastPurchase: ['quando foi a última compra de cimento'],
  balance: ['saldo das carteiras', 'saldo do itaú'],
  forecastBalance: ['saldo previsto para dezembro', 'saldo previsto para o fim do ano'],
  firstNegative: ['primeiro dia negativo'],
  result: ['resultado de outubro', 'resultado da clínica em outubro', 'resultado de outubro contra setembro'],
  overview: ['resumo de outubro', 'como está a vila'],
  available: ['quanto falta gastar do orçado da obra residência alto da serra'],
  explain: [
    ...['por que a vila está acima do orçado', 'por que outubro foi pior que setembro'],
    'o que mais pesou na etapa de instalações da clínica',
  ],
  overEstimate: ['qual etapa estourou'],
  expenses: [
    ...[
      'despesas vencidas',
      'despesas de setembro',
      'despesas acima de 10 mil',
      'despesas entre 1.000 e 2.500 em outubro',
    ],
    ...['despesas até 500 da vila', 'despesas pagas em outubro acima de 1.234,50', 'despesas sem obra'],
    'despesas pagas em outubro do itaú',
  ],
  incomes: ['receitas em aberto', 'receitas acima de 20 mil'],
  orders: ['pedidos em aberto', 'pedidos atrasados', 'pedidos'],
  quotes: ['cotações'],
  measurements: ['medições'],
  report: [
    ...['relatório de contas pagas em outubro', 'imprimir o extrato do itaú de outubro'],
    'relatório das compras da vila por fornecedor',
  ],
  pay: ['pagar a conta da eletro luz'],
  remove: ['apaga a despesa da hidráulica'],
};

/** Kinds without a sentence above, and why. */
const WITHOUT: Readonly<Record<string, string>> = {
  remaining: 'asks which remainder is meant',
  ...Object.fromEntries(
    ['tasks', 'products', 'navigate', 'help', 'thisScreen', 'capabilities', 'greeting', 'thanks'].map((kind) => [
      kind,
      'no figure',
    ]),
  ),
  ...Object.fromEntries(
    ['startDocument', 'startTransfer', 'startPurchase', 'startRegister', 'startEstimate'].map((kind) => [
      kind,
      'begins a form with the figures of the sentence',
    ]),
  ),
};

let app: TestApp;
let page: Page;

const ask = async (text: string): Promise<ScreenAnswer> => {
  const { data, errors } = await app.ask('admin', ASK, { variables: { input: { text } } });
  if (errors) throw new Error(`${text}: ${JSON.stringify(errors)}`);
  return data.askAssistant.answer.answer;
};

beforeAll(async () => {
  app = await startApp();
  const [place] = await app.services.seed.sql<{ company: string; building: string }>(
    "select company_id::text as company, id::text as building from buildings where name like 'Clínica%'",
  );
  page = await app.open('/home/tutorials', {
    as: 'admin',
    place: { companyId: place?.company ?? '', buildingId: place?.building ?? '' },
  });
}, 90_000);
afterAll(() => app.stop());

test('Every kind of answer has its figures compared with their list, or a reason why not', () => {
  const known = [...Object.keys(ASKED), ...Object.keys(WITHOUT)].sort();
  expect(known).toEqual(Object.keys(ANSWERS).sort());
});

describe('With another obra chosen in the menu, each figure stands in the list that it leads to:', () => {
  const seen = new Set<string>();

  test.each(Object.entries(ASKED).flatMap(([kind, sentences]) => sentences.map((text) => [text, kind] as const)))(
    '%s',
    async (text) => {
      const figures = figuresOf(await ask(text));
      expect(figures.length).toBeGreaterThan(0);
      for (const [to, shown] of figures) {
        const anew = shown.filter((one) => !seen.has(`${to} ${one}`));
        if (anew.length === 0) continue;
        await visitAnew(page, to);
        for (const one of anew) {
          await eventually(async () => [to, one, hasWhole(await readAs(page), one)]).toEqual([to, one, true]);
          seen.add(`${to} ${one}`);
        }
      }
    },
    90_000,
  );
});
