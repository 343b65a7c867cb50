import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { faults, startLedger, type Doc, type Ledger } from '#tests/financial/ledger/kit.ts';

let ledger: Ledger;
beforeAll(async () => {
  ledger = await startLedger();
});
afterAll(() => ledger.services.stop());

const PATH = '/api/v1/lists/columns';
const api = () => ledger.services.api;
const save = (token: string, list: string, columns: readonly object[]) =>
  api().put(PATH, { token, body: { list, columns } });
const seenBy = async (token: string): Promise<Doc[]> => (await api().get(PATH, { token })).body.data.content;
const column = (id: string, values: object = {}) => ({ id, shown: null, width: null, ...values });
const stored = async (): Promise<number> =>
  (await ledger.services.seed.sql<{ count: number }>('select count(*)::int as count from list_columns'))[0]?.count ??
  -1;

describe('The columns of a list', () => {
  test('are each user’s own, one set for each list, replaced, and gone when there are none', async () => {
    const first = [column('partner', { width: 240 }), column('building', { shown: true })];
    expect((await save(ledger.financeiro, 'EXPENSES', first)).body.data).toEqual({ list: 'EXPENSES', columns: first });
    // A column that the list does not have is kept: it may come back.
    const other = [column('semNome', { shown: false })];
    expect((await save(ledger.financeiro, 'ORDERS', other)).status).toBe(200);
    expect(await seenBy(ledger.financeiro)).toEqual([
      { list: 'EXPENSES', columns: first },
      { list: 'ORDERS', columns: other },
    ]);
    expect(await seenBy(ledger.admin)).toEqual([]);

    const second = [column('building'), column('partner', { width: 90 })];
    expect((await save(ledger.financeiro, 'EXPENSES', second)).status).toBe(200);
    expect((await save(ledger.admin, 'EXPENSES', first)).status).toBe(200);
    expect((await seenBy(ledger.financeiro))[0]).toEqual({ list: 'EXPENSES', columns: second });

    expect((await save(ledger.financeiro, 'EXPENSES', [])).body.data).toEqual({ list: 'EXPENSES', columns: [] });
    expect(await seenBy(ledger.financeiro)).toEqual([{ list: 'ORDERS', columns: other }]);
    expect(await seenBy(ledger.admin)).toEqual([{ list: 'EXPENSES', columns: first }]);
    await ledger.services.seed.sql('delete from list_columns');
  });

  test.each([
    ['no name of a column', 'EXPENSES', [column('a b')], 400, 'columns.0.id: Não é o nome de uma coluna.'],
    ['a name that is too long', 'EXPENSES', [column('a'.repeat(41))], 400, 'columns.0.id: Não é o nome de uma coluna.'],
    [
      'a narrow column',
      'EXPENSES',
      [column('a', { width: 39 })],
      400,
      'columns.0.width: Informe um valor maior ou igual a 40.',
    ],
    [
      'a wide column',
      'EXPENSES',
      [column('a', { width: 1201 })],
      400,
      'columns.0.width: Informe um valor menor ou igual a 1200.',
    ],
    ['the same twice', 'EXPENSES', [column('a'), column('a')], 422, 'columns.1.id: Esta coluna já está na lista.'],
  ])('are refused with %s', async (_what, list, columns, status, fault) => {
    const reply = await save(ledger.admin, list, columns);
    expect([reply.status, faults(reply)]).toEqual([status, [fault]]);
    expect(await stored()).toBe(0);
  });

  test('are of a known list and at most 60', async () => {
    expect((await save(ledger.admin, 'WALLS', [])).body.fields[0].path).toBe('list');
    const many = Array.from({ length: 61 }, (_, at) => column(`c${at}`));
    expect((await save(ledger.admin, 'EXPENSES', many)).status).toBe(400);
    expect((await save(ledger.admin, 'EXPENSES', many.slice(1))).status).toBe(200);
    expect(await stored()).toBe(1);
    await ledger.services.seed.sql('delete from list_columns');
  });
});
