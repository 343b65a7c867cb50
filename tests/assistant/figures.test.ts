import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startApp, type DemoUser, type TestApp } from '#tests/support/app.ts';

const ASK = `mutation ($input: AskAssistantInput!) { askAssistant(input: $input) { answer { answer {
  intent spans { text } parts { label value to } links { label to } scope choices { label } form { kind } } } } }`;

interface Answer {
  intent: string;
  spans: { text: string }[];
  parts: { label: string; value: string; to: string | null }[];
  links: { label: string; to: string }[];
  scope: string | null;
}

let app: TestApp;
let companyId: string;

const ask = async (text: string, as: DemoUser = 'admin'): Promise<Answer> => {
  const { data, errors } = await app.ask(as, ASK, { variables: { input: { text } } });
  if (errors) throw new Error(`${text}: ${JSON.stringify(errors)}`);
  return data.askAssistant.answer.answer;
};
const textOf = ({ spans }: Answer): string => spans.map(({ text }) => text).join('');
/** The first amount of a text, as a decimal: "R$ 1.234,50" is "1234.50". */
const amountIn = (text: string): string | undefined =>
  /R\$\s?([\d.]+,\d{2})/.exec(text)?.[1]?.replaceAll('.', '').replace(',', '.');
const decimal = (value: string): string => value.replaceAll('.', '').replace(',', '.').replace(/^\+/, '');

const one = async (query: string, values: unknown[] = []): Promise<string> => {
  const [row] = await app.services.seed.sql(query, values);
  return String(Object.values(row ?? {})[0]);
};

beforeAll(async () => {
  app = await startApp();
  companyId = await one('select min(id)::text as id from companies');
});
afterAll(() => app.stop());

const TODAY = '2026-11-20';
const of = (
  side: string,
) => `from installments i join transactions t on t.account_id = i.account_id and t.id = i.transaction_id
  where t.company_id = $1 and t.type = '${side}'`;
const sum = 'select coalesce(sum(i.value), 0)::numeric(15, 2)::text as sum';

/** Each sentence with SQL of this test for its figure. */
const FIGURES: readonly (readonly [string, string])[] = [
  ['quanto devo', `${sum} ${of('DEBIT')} and i.forecast`],
  ['quanto tenho a receber', `${sum} ${of('CREDIT')} and i.forecast`],
  ['despesas vencidas', `${sum} ${of('DEBIT')} and i.forecast and i.due_date < '${TODAY}'`],
  [
    'quanto paguei em outubro',
    `${sum} ${of('DEBIT')} and not i.forecast and i.payment_date between '2026-10-01' and '2026-10-31'`,
  ],
  [
    'quanto recebi em outubro',
    `${sum} ${of('CREDIT')} and not i.forecast and i.payment_date between '2026-10-01' and '2026-10-31'`,
  ],
  [
    'quanto sai em dezembro',
    `${sum} ${of('DEBIT')} and i.forecast and i.due_date between '2026-12-01' and '2026-12-31'`,
  ],
  ['despesas de setembro', `${sum} ${of('DEBIT')} and i.due_date between '2026-09-01' and '2026-09-30'`],
  [
    'quanto devo ao depósito são jorge',
    `${sum} ${of('DEBIT')} and i.forecast and t.partner_id = (select id from partners where name like 'Depósito São Jorge%')`,
  ],
  [
    'quanto gastei com empreiteiros em outubro',
    `${sum} ${of('DEBIT')} and not i.forecast and i.payment_date between '2026-10-01' and '2026-10-31'
      and t.category_id = (select id from categories where name = 'Empreiteiros')`,
  ],
  [
    'quanto falta pagar da vila',
    `select sum(s.value)::text from apportionments a join apportionment_shares s on s.account_id = a.account_id and s.apportionment_id = a.id
      join installments i on i.account_id = s.account_id and i.id = s.installment_id and i.type = 'DEBIT' and i.forecast
      where a.company_id = $1 and a.building_id = (select id from buildings where name like 'Vila%')`,
  ],
  [
    'quanto comprei de cimento',
    `select coalesce(sum(x.landed_value - x.returned_value), 0)::text from order_delivery_lines x
      join order_lines l on l.account_id = x.account_id and l.id = x.line_id join orders o on o.account_id = l.account_id and o.id = l.order_id
      where o.company_id = $1 and l.name ilike '%cimento%'`,
  ],
  [
    'pedidos atrasados',
    `select coalesce(sum(gross_value), 0)::text from orders where company_id = $1 and state in ('ORDERED', 'PARTIAL') and delivery_date < '${TODAY}'`,
  ],
];

describe('A figure of the assistant', () => {
  test.each(FIGURES)('of "%s" is what the database holds', async (sentence, query) => {
    expect(amountIn(textOf(await ask(sentence)))).toBe(await one(query, [companyId]));
  });

  test.each([
    'gastos por fornecedor este ano',
    'despesas por obra em outubro',
    'quanto devo por categoria',
    'gastos por mês este ano',
    'de quem comprei cimento',
  ])('by group, "%s", adds up to its total', async (sentence) => {
    const { parts } = await ask(sentence);
    const cents = (value: string) => BigInt(decimal(value).replace('.', ''));
    const total = parts.at(-1);
    expect(total?.label).toBe('Total');
    expect(parts.slice(0, -1).reduce((all, { value }) => all + cents(value), 0n)).toBe(cents(total?.value ?? ''));
    expect(parts.length).toBeGreaterThan(1);
  });

  test('is of what the asker may see, and of nothing for whom may not', async () => {
    // Only the expenses: no income, no balances, no result.
    expect(amountIn(textOf(await ask('quanto devo', 'pagador')))).toBeDefined();
    for (const sentence of [
      'quanto tenho a receber',
      'saldo das carteiras',
      'resultado de outubro',
      'saldo previsto para dezembro',
      'pedidos atrasados',
    ]) {
      const answer = await ask(sentence, 'pagador');
      expect([sentence, amountIn(textOf(answer)), answer.parts]).toEqual([sentence, undefined, []]);
    }
    // One obra alone: what is said is of that one.
    const answer = await ask('qual etapa estourou', 'engenheiro');
    const names = await app.services.seed.sql(
      "select b.name from buildings b where b.id not in (select g.building_id from user_permissions g join users u on u.id = g.user_id where u.login = 'engenheiro@demo.prumo' and g.building_id is not null)",
    );
    for (const { name } of names) expect(JSON.stringify(answer)).not.toContain(name);
  });
});

describe('A conversation', () => {
  test('goes on from what was asked, until something else is', async () => {
    const october = await ask('quanto paguei em outubro', 'financeiro');
    const september = await ask('e em setembro?', 'financeiro');
    expect(september.links[0]?.to).toBe(
      (october.links[0]?.to ?? '').replaceAll('-10-', '-09-').replace('-09-31', '-09-30'),
    );
    const clinic = await ask('só a clínica', 'financeiro');
    expect(clinic.scope).toContain('Clínica São Lucas');
    expect(clinic.links[0]?.to).toContain('paidFrom=2026-09-01');
    await ask('obrigado', 'financeiro');
    const grouped = await ask('por fornecedor', 'financeiro');
    expect(grouped.parts.at(-1)?.value).toBe((/R\$\s?([\d.]+,\d{2})/.exec(textOf(clinic)) ?? [])[1]);
    const supplier = await ask('e da eletro luz?', 'financeiro');
    expect(supplier.links[0]?.to).toMatch(/partner=\d+/);
    const anew = await ask('quanto devo', 'financeiro');
    expect(anew.links[0]?.to).toContain('building=all');
    expect(anew.links[0]?.to).not.toContain('partner');
  });

  test('takes no sentence for a description of the form that was begun before it', async () => {
    await ask('lançar despesa de 1.200 para o depósito são jorge dia 10', 'financeiro');
    expect((await ask('qual a previsão do tempo', 'financeiro')).intent).toBe('unknown');
  });

  test('is refused what no list can show, and what nobody knows', async () => {
    expect((await ask('quanto gastei sem a vila')).intent).toBe('leavesOut');
    expect((await ask('quanto devo para a empresa fantasma sa')).intent).toBe('notFound');
    expect(textOf(await ask('quanto devo para a fantasma'))).toContain('“fantasma”');
  });
});

describe('POST /api/v1/assistant/api/message', () => {
  const post = async (body: unknown, token: string | null) => {
    const headers = { 'content-type': 'application/json', ...(token !== null && { authorization: `Bearer ${token}` }) };
    const answer = await fetch(`${app.url}/api/v1/assistant/api/message`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    return { status: answer.status, body: await answer.json() };
  };

  test('answers input and context as the specification writes them, and keeps both in the history', async () => {
    const token = await app.token('admin');
    const context = {
      pathname: '/home/dashboard?x=1',
      timezone: 'America/Sao_Paulo',
      companyId: Number(companyId),
      token,
    };
    const { status, body } = await post({ input: { text: 'quanto devo' }, context }, token);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      ok: true,
      data: { question: { from: 'USER', text: 'quanto devo' }, answer: { from: 'ASSISTANT' } },
    });
    const { data } = await app.ask('admin', '{ assistantMessages(size: 2) { content { id from text } } }');
    expect(data.assistantMessages.content.map(({ id }: { id: string }) => Number(id))).toEqual([
      body.data.answer.id,
      body.data.question.id,
    ]);
  });

  test.each([
    ['/home/forms/transactions/ofx-files/', 'admin', 'Você está em Extratos OFX.', 'o que vence essa semana'],
    ['/home/forms/purchase/quotes?id=7', 'comprador', 'Você está em Cotações.', 'pedidos atrasados'],
    ['/home/forms/engineering/schedule', 'admin', 'Você está em Cronograma.', 'preço do cimento'],
    ['/home/nowhere', 'admin', 'Eu respondo sobre o que você vê no Prumo', 'o que vence essa semana'],
    [null, 'admin', 'Eu respondo sobre o que você vê no Prumo', 'o que vence essa semana'],
  ] as const)('knows the screen of %s for %s', async (pathname, as, told, example) => {
    const { body } = await post(
      { input: { text: 'O que faço nesta tela?' }, context: { pathname } },
      await app.token(as),
    );
    const { answer } = body.data.answer;
    expect(textOf(answer)).toContain(told);
    expect(answer.choices[0].label).toBe(example);
    // The same by GraphQL.
    const input = { text: 'O que faço nesta tela?', pathname };
    const { data } = await app.ask(as, ASK, { variables: { input } });
    expect(textOf(data.askAssistant.answer.answer)).toBe(textOf(answer));
  });

  test.each([
    [{}, 'input'],
    [{ input: { text: '' } }, 'input.text'],
    [{ input: { text: 'x'.repeat(501) } }, 'input.text'],
    [{ input: { text: 'oi', more: 1 } }, 'input.more'],
    [{ input: { text: 'oi' }, context: { companyId: 999_999 } }, 'context.companyId'],
    [{ input: { text: 'oi' }, context: { timezone: 'Marte/Base' } }, 'context.timezone'],
    [{ input: { text: 'oi' }, context: { pathname: `/${'x'.repeat(2_000)}` } }, 'context.pathname'],
    [{ input: { text: 'oi' }, context: { token: 'another' } }, 'context.token'],
  ])('refuses %j at %s', async (body, path) => {
    const { status, body: answer } = await post(body, await app.token('admin'));
    expect([status, answer.fields?.[0]?.path]).toEqual([400, path]);
  });

  test('refuses a caller without a token, and with a wrong one', async () => {
    for (const token of [null, 'nobody-has-this-token-12345']) {
      expect((await post({ input: { text: 'quanto devo' } }, token)).status).toBe(401);
    }
  });
});
