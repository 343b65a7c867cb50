import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Page, Route } from 'playwright-core';
import { accessibilityProblems, startApp, visit, type TestApp } from '#tests/support/app.ts';
import { eventually } from '#tests/support/eventually.ts';

const OUTCOME = '/home/forms/transactions/outcome';

let app: TestApp;
let page: Page;
beforeAll(async () => {
  app = await startApp();
  page = await app.open(OUTCOME, { as: 'financeiro' });
}, 60_000);
afterAll(() => app.stop());

const panel = (on = page) => on.getByRole('complementary', { name: 'Assistente' });
const log = (on = page) => panel(on).getByRole('log', { name: 'Mensagens' });
const input = (on = page) => panel(on).getByRole('textbox', { name: 'Pergunte ou peça uma ação' });
const answers = (on = page) => log(on).getByRole('article', { name: 'Resposta' });
const value = (on = page) => eventually(() => input(on).inputValue());
const focused = (on = page) => eventually(() => on.evaluate(() => document.activeElement?.getAttribute('aria-label')));

/** By its keys, once the shell listens to them. */
const openPanel = async (on = page): Promise<void> => {
  await on.getByRole('button', { name: /^Abrir assistente/ }).waitFor();
  await on.keyboard.press('Alt+a');
  await input(on).waitFor();
};

const ask = async (text: string, on = page): Promise<void> => {
  const before = await answers(on).count();
  await input(on).fill(text);
  await input(on).press('Enter');
  await eventually(() => answers(on).count()).toBe(before + 1);
};

const COMPANY = 'query { session { companies { id buildings { id name } } } }';
const company = async () => (await app.ask('financeiro', COMPANY)).data.session.companies[0];
const EXPENSES = `query ($companyId: ID!, $partnerId: ID!) {
  transactions(companyId: $companyId, type: DEBIT, size: 500, filter: { partnerId: $partnerId }) {
    content { id description }
  }
}`;

interface AskedPage {
  operationName?: string;
  variables?: { page?: number };
}

/** Keeps an exchange as the gateway does. */
const keep = async (question: string, answer: object, as: 'financeiro' | 'admin' = 'financeiro'): Promise<void> => {
  const nothing = { parts: [], links: [], scope: null, choices: [], form: null };
  const body = {
    question,
    answer: { intent: 'test', spans: [{ text: 'Sim.', strong: true }], ...nothing, ...answer },
    frame: null,
  };
  const { status } = await app.services.api.post('/api/v1/assistant/conversation', {
    token: await app.token(as),
    body,
  });
  expect(status).toBe(200);
};

test('Alt+A opens the assistant with the cursor in it, Esc returns to where the screen was left', async () => {
  await page.getByRole('searchbox').focus();
  await page.keyboard.press('Alt+a');
  await focused().toBe('Pergunte ou peça uma ação');
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await eventually(() => page.getByRole('searchbox').evaluate((one) => one === document.activeElement)).toBe(true);
  await panel().waitFor();
});

test('A question is answered below it by figures that lead to their list, and Up brings it back', async () => {
  await ask('despesas vencidas');
  await log().getByText('despesas vencidas', { exact: true }).waitFor();
  await input().press('ArrowUp');
  await value().toBe('despesas vencidas');
  await input().press('ArrowDown');
  await value().toBe('');
  await input().fill('uma linha');
  await input().press('Shift+Enter');
  await value().toBe('uma linha\n');
  await input().fill('');
  await answers().last().getByRole('button').last().click();
  await eventually(() => new URL(page.url()).pathname).toBe(OUTCOME);
  expect(await accessibilityProblems(page)).toEqual([]);
});

describe('An expense that is asked for', () => {
  test('is shown as it was understood, asks for its obra in place, and opens its form filled in', async () => {
    await ask('lançar despesa de 1.200 para o depósito são jorge dia 10');
    const card = log().getByRole('region', { name: 'Nova despesa' });
    await eventually(card).toContain('falta a obra');
    await eventually(card).toContain('R$ 1.200,00');
    await eventually(card).toContain('nada foi salvo');
    await card.getByRole('combobox', { name: 'Obra' }).selectOption({ label: 'Vila das Ipês – 8 casas' });
    await eventually(card).not.toContain('falta a obra');
    await card.getByRole('button', { name: 'Abrir formulário' }).click();
    await page
      .getByRole('heading', { name: 'Nova despesa', level: 2 })
      .or(page.getByRole('dialog', { name: 'Nova despesa' }))
      .first()
      .waitFor();
    const shows = (label: string | RegExp) => eventually(() => page.getByLabel(label).first().inputValue());
    await shows(/^Valor bruto/).toBe('1.200,00');
    await shows(/^Vencimento\s*\*?$/).toBe('10/12/2026');
    await shows('Obra do rateio 1').toBe('Vila das Ipês – 8 casas');
    await shows('Valor do rateio 1').toBe('1.200,00');
    await eventually(() => page.getByRole('combobox', { name: 'Fornecedor' }).inputValue()).toContain(
      'Depósito São Jorge',
    );
  });

  test('begins again after a reload, and is stored by its own Salvar alone', async () => {
    page.once('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await eventually(() => page.getByLabel(/^Valor bruto/).inputValue()).toBe('1.200,00');
    await page.getByLabel('Descrição').first().fill('Pedida ao assistente');
    const { id: companyId } = await company();
    const find = '{ partners(filter: { type: SUPPLIER, search: "depósito são jorge" }) { content { id } } }';
    const [partner] = (await app.ask('financeiro', find)).data.partners.content;
    const stored = async (): Promise<string[]> => {
      const { data } = await app.ask('financeiro', EXPENSES, { variables: { companyId, partnerId: partner.id } });
      return data.transactions.content.map(({ description }: { description: string }) => description);
    };
    expect(await stored()).not.toContain('Pedida ao assistente');
    await page.getByLabel('Descrição').first().press('Control+s');
    await eventually(() => new URL(page.url()).searchParams.get('id')).toMatch(/^\d+$/);
    expect(await stored()).toContain('Pedida ao assistente');
  });
});

test('A card that is discarded stays so, and its answer stays', async () => {
  await keep('nova receita', { form: { kind: 'INCOME', title: 'Nova receita', fields: [] } });
  const card = log().getByRole('region', { name: 'Nova receita' });
  await card.getByRole('button', { name: 'Descartar' }).click();
  await page.reload();
  await eventually(card).toContain('descartada');
  expect(await card.getByRole('button').count()).toBe(0);
});

test('Only screens of the product are linked', async () => {
  const links = ['/home/forms/transactions/bank?id=1', '/nowhere', '/home/../evil'].map((to) => ({
    label: `Ir a ${to}`,
    to,
  }));
  await keep('para onde?', { spans: [{ text: 'Por aqui:', strong: false }], links });
  const answer = answers().filter({ hasText: 'Por aqui:' });
  await answer.waitFor();
  expect(await answer.getByRole('button').allInnerTexts()).toEqual(['Ir a /home/forms/transactions/bank?id=1']);
});

test('The choices of an answer are sent as the next question', async () => {
  await keep('qual?', { choices: [{ label: 'A primeira', text: 'ajuda' }] });
  const before = await answers().count();
  await log().getByRole('button', { name: 'A primeira' }).click();
  await eventually(() => answers().count()).toBe(before + 1);
  await log().getByText('ajuda', { exact: true }).last().waitFor();
});

describe('Without a connection', () => {
  const lost = (route: Route) =>
    route.request().postData()?.includes('AskAssistant') ? route.abort('internetdisconnected') : route.fallback();

  test('a question waits with "Enviar de novo", also over a reload, and what is typed meanwhile stays', async () => {
    await page.route('**/graphql', lost);
    await input().fill('ajuda, por favor');
    await input().press('Enter');
    await log().getByRole('button', { name: 'Enviar de novo' }).waitFor();
    await input().fill('meio escr');
    await page.reload();
    await value().toBe('meio escr');
    await page.unroute('**/graphql', lost);
    await log().getByRole('button', { name: 'Enviar de novo' }).click();
    await eventually(() => log().getByRole('button', { name: 'Enviar de novo' }).count()).toBe(0);
    expect(await log().getByText('ajuda, por favor', { exact: true }).count()).toBe(1);
    await input().fill('');
  });

  test('a question whose answer was lost on the way is answered once', async () => {
    let dropped: () => void = () => undefined;
    const isDropped = new Promise<void>((resolve) => (dropped = resolve));
    const swallow = async (route: Route) => {
      if (!route.request().postData()?.includes('AskAssistant')) return route.fallback();
      await route.fetch();
      await route.abort('connectionreset');
      return dropped();
    };
    await page.route('**/graphql', swallow);
    await input().fill('ajuda de novo');
    await input().press('Enter');
    await isDropped;
    // The stream brings what the request did not.
    await eventually(() => log().getByText('ajuda de novo', { exact: true }).count()).toBe(1);
    await eventually(() => log().getByRole('button', { name: 'Enviar de novo' }).count()).toBe(0);
    await page.unroute('**/graphql', swallow);
  });
});

test('Another tab of the user shows the exchange, and counts nothing as unread', async () => {
  const other = await app.open('/home/welcome', { as: 'financeiro' });
  await openPanel(other);
  await log(other).getByText('ajuda de novo').first().waitFor();
  await other.getByRole('button', { name: 'Fechar assistente' }).first().click();
  await ask('obrigado');
  await other.keyboard.press('Alt+a');
  await log(other).getByText('obrigado', { exact: true }).waitFor();
  await other.context().close();
});

test('Older messages load when the history is scrolled up, and what is read stays in its place', async () => {
  for (let index = 0; index < 60; index += 1) await keep(`pergunta ${index}`, {});
  await page.reload();
  await log().getByText('pergunta 59', { exact: true }).waitFor();
  // By what is asked: of messages beside a transaction that was open, the subscription may tell again (`messagesAfter`).
  const olderPages: number[] = [];
  page.on('request', (request) => {
    const { operationName, variables } = (request.postDataJSON() ?? {}) as AskedPage;
    if (operationName === 'AssistantMessages' && variables?.page) olderPages.push(variables.page);
  });
  const topOf = (text: string) =>
    log()
      .getByText(text, { exact: true })
      .evaluate((one) => one.getBoundingClientRect().top);
  // The newest page has 50 messages: 25 exchanges.
  await page.waitForTimeout(250);
  expect(olderPages).toEqual([]);
  await log().evaluate((one) => one.scrollTo({ top: 10 }));
  const before = await topOf('pergunta 36');
  await log().getByText('pergunta 20', { exact: true }).waitFor();
  expect(Math.abs((await topOf('pergunta 36')) - before)).toBeLessThan(2);
  expect(olderPages).toEqual([1]);
});

/** What a history entry begins, and what its form then shows. */
const BEGUN: readonly [
  kind: string,
  address: string,
  values: Record<string, string>,
  label: string | RegExp,
  shown: string,
][] = [
  ['INCOME', '/home/forms/transactions/income?id=new', { value: '80.5' }, /^Valor bruto/, '80,50'],
  ['TRANSFER', '/home/forms/transactions/bank?transfer=new', { value: '500.00' }, /^Valor\s*\*?$/, '500,00'],
  ['ORDER', '/home/forms/purchase/orders-and-receipts?id=new', { building: '2' }, /^Obra/, 'Vila das Ipês – 8 casas'],
  ['QUOTE', '/home/forms/purchase/quotes?id=new', { building: '2' }, /^Obra/, 'Vila das Ipês – 8 casas'],
  ['SUPPLIER', '/home/forms/supplier?id=new', { name: 'Areial do Vale' }, /^Nome ou razão/, 'Areial do Vale'],
  ['CUSTOMER', '/home/forms/customer?id=new', { name: 'Maria das Dores' }, /^Nome ou razão/, 'Maria das Dores'],
  [
    'BUILDING',
    '/home/forms/engineering/building?id=new',
    { name: 'Edifício Jatobá' },
    /^Nome da obra/,
    'Edifício Jatobá',
  ],
  [
    'COST_ESTIMATE',
    '/home/forms/engineering/cost-estimate?id=new',
    { building: '2' },
    /^Obra/,
    'Vila das Ipês – 8 casas',
  ],
  ['USER', '/home/forms/settings/user?id=new', { name: 'Bia Ramos' }, /^Nome\s*\*?$/, 'Bia Ramos'],
  // Not an amount, and rows that do not exist.
  [
    'EXPENSE',
    `${OUTCOME}?id=new`,
    { value: 'muito', partner: '999999', description: 'Caçamba' },
    'Descrição',
    'Caçamba',
  ],
];

test('Every form begins with what was understood, without what may not be used', async () => {
  const admin = await app.open('/home/welcome', { as: 'admin' });
  for (const [kind, address, texts, label, shown] of BEGUN) {
    const values = Object.fromEntries(
      Object.entries(texts).map(([name, text]) => [
        name,
        { value: text, shown: name === 'building' ? 'Vila das Ipês – 8 casas' : text },
      ]),
    );
    await admin.evaluate(
      ([to, begun]) => {
        const idx = (Reflect.get(Object(window.history.state), 'idx') ?? 0) + 1;
        window.history.pushState({ usr: { begun }, key: `begun-${idx}`, idx }, '', to);
      },
      [address, { key: kind, kind, values }] as const,
    );
    admin.once('dialog', (dialog) => void dialog.accept());
    await admin.reload();
    const field = admin.getByLabel(label).filter({ visible: true }).first();
    await eventually(async () => [kind, await field.inputValue()]).toEqual([kind, shown]);
    admin.removeAllListeners('dialog');
  }
  await admin.getByRole('alert').getByText('Ficou de fora do formulário: o cadastro “999999”').waitFor();
  expect(await admin.getByLabel(/^Valor bruto/).inputValue()).toBe('');
  await admin.context().close();
});

test('On a phone it covers the screen, and a link uncovers it', async () => {
  const phone = await app.open('/home/welcome', { as: 'financeiro', width: 390 });
  await phone.getByRole('button', { name: /^Abrir assistente/ }).click();
  await input(phone).waitFor();
  expect(await panel(phone).evaluate((one) => one.getBoundingClientRect().width)).toBe(390);
  expect(await accessibilityProblems(phone)).toEqual([]);
  await ask('despesas vencidas', phone);
  await answers(phone).last().getByRole('button').last().click();
  await eventually(() => panel(phone).count()).toBe(0);
  await phone.context().close();
});

test('Nobody else sees what was asked', async () => {
  const other = await app.open('/home/welcome', { as: 'comprador' });
  await openPanel(other);
  expect(
    await log(other)
      .getByText(/pergunta \d+|despesas vencidas/)
      .count(),
  ).toBe(0);
  const chips = await panel(other).getByRole('group', { name: 'Sugestões' }).getByRole('button').allInnerTexts();
  expect(chips).toEqual(['Pedidos atrasados', 'Cotações abertas', 'O que você sabe fazer?']);
  await visit(other, '/home/tutorials');
  await panel(other).waitFor();
  await other.context().close();
});
