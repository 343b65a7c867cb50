import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { faults, startLedger, type Ledger } from '#tests/financial/ledger/kit.ts';
import { picturesIn, readPdf } from '#tests/support/pdfText.ts';

let ledger: Ledger;
/** Works in another company of the account. */
let vizinha: string;

/** A picture of one pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

beforeAll(async () => {
  ledger = await startLedger();
  const { accountId, companyId, services } = ledger;
  const { seed } = services;
  await seed.sql(
    `insert into company_logos (account_id, company_id, media_type, width, height, content, preview, updated_at)
     values ($1, $2, 'image/png', 1, 1, $3, $3, '2026-11-20T12:00:00Z')`,
    [accountId, companyId, PNG],
  );
  const other = await seed.company(accountId, { name: 'Incorporadora' });
  const grants = [{ companyId: other, buildingId: null, permissions: ['DEBIT' as const] }];
  vizinha = await seed.tokenOf(await seed.user(accountId, { name: 'Eva Melo', grants }));
});
afterAll(() => ledger.services.stop());

const LIST = {
  title: 'Despesas',
  about: 'Casa Ipê · 2 linhas',
  facts: [
    { label: 'Obra', value: 'Casa Ipê' },
    { label: 'Situação', value: 'Vencidas' },
    { label: 'Vencimento', value: '01/11/2026 – 30/11/2026' },
    { label: 'Busca', value: '“bloco”' },
    { label: 'Ordem', value: 'Vencimento' },
  ],
  columns: [
    { title: 'Vencimento', kind: 'DATE' },
    { title: 'Fornecedor', kind: 'TEXT' },
    { title: 'Parcela', kind: 'TEXT', align: 'CENTER' },
    { title: 'Líquido (R$)', kind: 'MONEY' },
  ],
  rows: [
    ['2026-11-05', 'Cerâmica Boa Vista', '1/2', '1234567.80'],
    ['2026-11-06', '', '2/2', '-0.30'],
  ],
  totals: [
    { label: 'Total filtrado', value: '1234567.50' },
    { label: 'Vencidas', value: '1234567.80' },
  ],
};

const print = (values: object = {}, token = ledger.financeiro, companyId = ledger.companyId) =>
  ledger.services.app.inject({
    method: 'POST',
    url: `/api/v1/lists/company/${companyId}/print`,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    payload: JSON.stringify({ ...LIST, ...values }),
  });

test('A list on paper has the company, what was asked, each row, the sums, who printed it and the pages', async () => {
  const answer = await print();
  expect(answer.statusCode).toBe(200);
  expect(answer.headers).toMatchObject({ 'content-type': 'application/pdf', 'cache-control': 'private, no-store' });
  expect(answer.headers['content-disposition']).toContain('Despesas.pdf');
  const pages = readPdf(answer.rawPayload);
  expect(pages).toHaveLength(1);
  const text = pages[0]?.text ?? '';
  for (const part of [
    'Construtora Ipê',
    'Casa Ipê · 2 linhas',
    'Obra: Casa Ipê · Situação: Vencidas · Vencimento: 01/11/2026 – 30/11/2026 · Busca: “bloco” · Ordem: Vencimento',
    'Vencimento Fornecedor Parcela Líquido (R$)',
    '05/11/2026 Cerâmica Boa Vista 1/2 1.234.567,80',
    '06/11/2026 — 2/2 −0,30',
    'Total filtrado R$ 1.234.567,50',
    'Vencidas R$ 1.234.567,80',
    'Emitido por Bruno Reis em 20/11/2026 às ',
    'Página 1 de 1',
  ])
    expect(text).toContain(part);
  expect(picturesIn(answer.rawPayload)).toBeGreaterThan(0);
  // Four narrow columns need no landscape page.
  expect(pages[0]?.height).toBeGreaterThan(pages[0]?.width ?? 0);
});

test('A long list repeats its head on each page, and has every row once', async () => {
  const names = Array.from({ length: 1_200 }, (_, index) => `Fornecedor número ${index + 1} de uma lista longa`);
  const wide = [...LIST.columns, { title: 'Descrição', kind: 'TEXT' }, { title: 'Observação', kind: 'TEXT' }];
  const answer = await print({
    about: 'Todas as obras · 1.200 linhas',
    columns: wide,
    rows: names.map((name, index) => ['2026-11-05', name, `${index + 1}/9`, '1.00', name, name]),
  });
  const pages = readPdf(answer.rawPayload);
  expect(pages.length).toBeGreaterThan(20);
  for (const [index, { text, width, height }] of pages.entries()) {
    expect(text).toContain('Todas as obras · 1.200 linhas');
    expect(text).toContain(`Página ${index + 1} de ${pages.length}`);
    expect(width).toBeGreaterThan(height);
  }
  const whole = pages.map(({ text }) => text).join(' ');
  for (const index of [1, 600, 1_200]) expect(whole.split(` ${index}/9 `)).toHaveLength(2);
  expect(whole.match(/ \d+\/9 /g)).toHaveLength(1_200);
}, 60_000);

test('A list without rows says so on paper', async () => {
  const [page] = readPdf((await print({ rows: [], totals: [] })).rawPayload);
  expect(page?.text).toContain('Nada com estes filtros');
});

const cells = (count: number) => Array.from({ length: count }, () => '');

test.each([
  ['a row of other length', { rows: [['2026-11-05', 'x', '1/1']] }, ['rows.0: Informe uma célula para cada coluna.']],
  [
    'a day and an amount that are none',
    { rows: [LIST.rows[0], ['05/11/2026', 'x', '1/1', '1.234,50']] },
    ['rows.1.0: Informe um dia, como 2026-11-20.', 'rows.1.3: Informe um valor decimal, como 1234.50.'],
  ],
  [
    'more rows than a PDF has',
    { rows: Array.from({ length: 5_001 }, () => cells(4)) },
    ['rows: Informe no máximo 5000 itens.'],
  ],
  [
    'more columns than a page has',
    { columns: Array.from({ length: 25 }, () => LIST.columns[1]), rows: [] },
    ['columns: Informe no máximo 24 itens.'],
  ],
  [
    'a sum that is no amount',
    { totals: [{ label: 'Total', value: 'muito' }] },
    ['totals.0.value: Informe um valor decimal, como 1234.50.'],
  ],
  ['what it does not know', { watermark: 'x' }, ['watermark: Campo desconhecido.']],
] as const)('Nothing is printed of %s', async (_what, values, expected) => {
  const answer = await print(values);
  expect(answer.statusCode).toBe(400);
  expect(faults({ body: answer.json() } as never)).toEqual(expected);
});

test.each([
  ['to who may see nothing in the company', () => print({}, vizinha), 404],
  ['of a company that does not exist', () => print({}, ledger.admin, 999_999), 404],
  ['without a session', () => print({}, 'none'), 401],
] as const)('No letterhead is given %s', async (_why, asked, status) => {
  expect((await asked()).statusCode).toBe(status);
});
