import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { proposedFactor } from '#domain/purchase/unitFactors.ts';
import { openOffice, type Office } from '#tests/financial/officeKit.ts';
import { startServices, type TestServices } from '#tests/support/services.ts';
import { openShelf, stock, type ProductSeed, type Shelf } from './productKit.ts';

let services: TestServices;
let office: Office;
let shelf: Shelf;

beforeAll(async () => {
  services = await startServices();
  office = await openOffice(services.seed);
  shelf = await openShelf(services.seed, office.accountId);
});
afterAll(() => services.stop());

const at = () => `/api/v1/purchase/account/${office.accountId}/product`;
let serial = 0;
const product = (seed: Omit<ProductSeed, 'code'>) =>
  stock(services.seed, shelf, { ...seed, code: `P${(serial += 1)}` });
const pairs = async (query: Record<string, string> = {}) =>
  (await services.api.get(`${at()}-pairs`, { token: office.admin, query })).body.data;
/** Whether two products are suggested. */
const suggested = async (a: Omit<ProductSeed, 'code'>, b: Omit<ProductSeed, 'code'>): Promise<boolean> => {
  const [first, second] = [await product(a), await product(b)];
  const { content } = await pairs({ product: String(first) });
  return content.some((pair: { second: { id: number } }) => pair.second.id === second);
};

type Side = [name: string, unit?: ProductSeed['unit'], group?: ProductSeed['group']];
const seedOf = ([name, unit = 'sc', group = null]: Side) => ({ name, unit, group });

describe('Products are suggested as one', () => {
  const CASES: [string, Side, Side, boolean][] = [
    ['the same name in other letters', ['Argila expandida'], ['ARGILA EXPANDIDA'], true],
    ['without accents and spaces', ['Cimento CP II-E-32'], ['CIMENTO CPII E 32'], true],
    ['the same words in another order', ['Areia média lavada'], ['Areia lavada de média'], true],
    ['a number that stands apart', ['Massa corrida 20 kg'], ['Massa corrida 20KG'], true],
    ['a slip of the hand', ['Impermeabilizante flexível'], ['Impermeabilisante flexivel'], true],
    ['an abbreviation of two letters', ['Gesso cola, saco 40 kg'], ['Gesso cola SC 40KG'], true],
    ['one in a group, one in none', ['Cal virgem', 'sc', 'binders'], ['CAL VIRGEM'], true],
    ['kilograms, and bags that name their weight', ['Rejunte saco 5 kg'], ['Rejunte saco 5 Kg', 'kg'], true],
    ['another size', ['Tubo PVC 50 mm'], ['Tubo PVC 75 mm'], false],
    ['another class in Roman numerals', ['Argamassa colante AC I'], ['Argamassa colante AC III'], false],
    ['two words in the plural', ['Tijolo cerâmico furado'], ['Tijolos cerâmicos furado'], true],
    ['letters that stand together', ['Viga VT I pré-moldada'], ['VIGA VTI PRE MOLDADA'], true],
    ['another class of two letters', ['Placa de gesso ST 12,5 mm'], ['Placa de gesso RU 12,5 mm'], false],
    ['another place', ['Fechadura interna'], ['Fechadura externa'], false],
    ['another colour', ['Tinta acrílica fosca azul'], ['Tinta acrílica fosca verde'], false],
    ['another group', ['Pedra rachão', 'm³', 'binders'], ['Pedra rachão', 'm³', 'aggregates'], false],
    ['a unit of something else', ['Brita corrida', 'm³'], ['Brita corrida', 'kg'], false],
    ['short names of one letter more', ['Cal'], ['Cola'], false],
  ];
  test.each(CASES)('or not: %s', async (_, a, b, expected) => {
    expect(await suggested(seedOf(a), seedOf(b))).toBe(expected);
  });

  test('until somebody says that they are not, also after other changes, or one is switched off', async () => {
    const { api, seed } = services;
    const [first, second] = [await product({ name: 'Prego 17x27' }), await product({ name: 'PREGO 17X27' })];
    const own = async () => (await pairs({ product: String(first) })).content;
    const [pair] = await own();
    expect(pair).toMatchObject({ dismissed: false, first: { id: first }, second: { id: second, name: 'PREGO 17X27' } });
    const all = (await pairs({ productTable: String(shelf.tableId) })).totalElements;
    const counts = async () =>
      (await api.get(`${at()}-counts`, { token: office.admin, query: { productTable: String(shelf.tableId) } })).body
        .data.pairs;
    expect(await counts()).toBe(all);
    const marks = async () => {
      const query = { ids: `${first},${second}` };
      const { body } = await api.get(`${at()}-figures`, { token: office.admin, query });
      return body.data.content.map((one: { suggested: boolean }) => one.suggested);
    };
    expect(await marks()).toEqual([true, true]);
    const put = (dismissed: boolean) =>
      api.put(`${at()}-pairs/${pair.id}`, { token: office.admin, body: { dismissed } });
    expect((await put(true)).body.data).toMatchObject({ id: pair.id, dismissed: true });
    expect([await own(), await counts(), await marks()]).toEqual([[], all - 1, [false, false]]);
    const rename = (name: string) =>
      seed.sql(
        `update product_definitions set name = $1 where id = (select definition_id from products where id = $2)`,
        [name, second],
      );
    await rename('Prego 17×27');
    expect(await own()).toEqual([]);
    await put(false);
    expect(await own()).toHaveLength(1);
    await seed.sql('update products set active = false where id = $1', [second]);
    expect(await own()).toEqual([]);
    await seed.sql('update products set active = true where id = $1', [second]);
    await rename('Parafuso 4x40');
    expect(await own()).toEqual([]);
    expect((await pairs({ productTable: '999999' })).content).toEqual([]);
  });

  test('in pages, the pair that was noticed first standing first', async () => {
    const { totalElements, content } = await pairs({ size: '500' });
    expect([totalElements, content.length > 4]).toEqual([content.length, true]);
    const second = await pairs({ size: '2', page: '1' });
    expect(second).toMatchObject({ number: 1, size: 2, totalElements, content: content.slice(2, 4) });
  });
});

test('The database and the domain know the same units as measures of one thing', async () => {
  const units = ['mg', 'g', 'kg', 't', 'mm', 'cm', 'm', 'km', 'cm²', 'm²', 'ha', 'ml', 'L', 'm³', 'sc', 'h'];
  const all = [...units, 'un', 'par', 'dz', 'cento', 'mil', 'M3', 'KG'];
  const measured = (unit: string) => ({ name: 'x', unit, purchaseUnit: null, purchaseFactor: null });
  const known = await services.seed.sql<{ a: string; b: string; same: boolean }>(
    `select a, b, coalesce(unit_dimension(a) = unit_dimension(b), false) as same from unnest($1::text[]) a, unnest($1::text[]) b`,
    [all],
  );
  for (const { a, b, same } of known) {
    const factors = [proposedFactor(measured(a), measured(b)), proposedFactor(measured(b), measured(a))];
    const alike = a.toLowerCase().replace('³', '3') === b.toLowerCase().replace('³', '3');
    // Of mg and t, one way has more than nine places.
    expect([a, b, factors.some((factor) => factor !== null)]).toEqual([a, b, same || alike]);
  }
});
