import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { counts, importOf, of, openImports, type ImportOffice, type Sheet } from './importKit.ts';
import { expectManyAsFew, expectOneOfFive, ROWS, type ManyRows } from './manyRowsKit.ts';

let world: ImportOffice;
let suppliers: ManyRows;

const WEIGHTS = [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2];
/** The n-th CNPJ, by the rule of the Receita (modulus 11). */
const cnpjOf = (n: number): string =>
  [1, 2].reduce(
    (digits) => {
      const weights = WEIGHTS.slice(WEIGHTS.length - digits.length);
      const rest = [...digits].reduce((sum, digit, at) => sum + Number(digit) * (weights[at] ?? 0), 0) % 11;
      return `${digits}${rest < 2 ? 0 : 11 - rest}`;
    },
    `${String(10_000_000 + n)}0001`,
  );

/** Every other supplier has a CNPJ, the others are found by their names. */
const sheet = (rows: number, prefix = 'Fornecedor'): Sheet => [
  ['name', 'taxId', 'phone', 'city', 'notes'],
  ...Array.from({ length: rows }, (_, index) => [
    `${prefix} ${index + 1}`,
    index % 2 === 0 ? cnpjOf(index) : '',
    `(11) 9${String(80_000_000 + index)}`,
    'Santos/SP',
    'Da planilha',
  ]),
];

beforeAll(async () => {
  world = await openImports();
  const { rowsOf, services } = world;
  suppliers = {
    ...{ services, sheet, within: 20_000, removed: (rows) => rows },
    check: (one) => world.check('partner', one),
    send: (one) => world.send('partner', one),
    undo: (id) => world.undo('partner', id),
    stored: async () =>
      (
        await rowsOf(`select count(*)::int as partners, count(distinct name)::int as names, count(tax_id)::int as cnpjs,
            coalesce(sum(phone::bigint), 0) || '' as phones,
            (count(*) filter (where type = 'SUPPLIER' and city = 'Santos' and state = 'SP' and active))::int as whole
          from partners where account_id = $1`)
      )[0],
    expected: (rows) => ({
      ...{ partners: rows, names: rows, cnpjs: Math.ceil(rows / 2), whole: rows },
      phones: String(BigInt(rows) * 11_980_000_000n + (BigInt(rows) * BigInt(rows - 1)) / 2n),
    }),
  };
}, 60_000);
afterAll(() => world.services.stop());

test('five thousand suppliers are checked, imported and taken back by as many statements as five', async () => {
  await expectManyAsFew(suppliers);
}, 300_000);

test('of five imports of one sheet at once, one adds its suppliers and the others find them', async () => {
  await expectOneOfFive(suppliers);
}, 60_000);

test('one bad cell among five thousand suppliers refuses all of them, unless rows at fault are skipped', async () => {
  const line = 4_321;
  const faulty = sheet(ROWS, 'Outro').map((cells, index) =>
    index === line - 1 ? cells.map((cell, at) => (at === 1 ? '11.222.333/0001-00' : cell)) : cells,
  );
  const checked = await world.check('partner', faulty);
  expect(counts(checked)).toEqual(of(ROWS - 1, 0, 0, 0, 1));
  const refused = await world.send('partner', faulty);
  expect([refused.status, refused.body.message, refused.body.fields]).toEqual([
    422,
    'Confira as células indicadas. Nada foi importado.',
    [{ path: `rows.${line - 2}.taxId`, message: 'Informe um CPF ou CNPJ válido.' }],
  ]);
  expect(await suppliers.stored()).toEqual(suppliers.expected(0));
  const skipped = await world.send('partner', faulty, { faulty: 'SKIP' });
  expect(counts(skipped)).toEqual(of(ROWS - 1, 0, 0, 0, 1));
  expect(await suppliers.stored()).toMatchObject({ partners: ROWS - 1, names: ROWS - 1 });
  await world.undo('partner', importOf(skipped));
  expect(await suppliers.stored()).toEqual(suppliers.expected(0));
}, 180_000);
