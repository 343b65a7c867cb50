import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { VIEWED_LISTS, isViewAddress, viewAddress } from '#domain/savedViews.ts';
import { parseListQuery } from '#domain/listQuery.ts';
import { LIST_ACCESS } from '#services/lists/access.ts';
import { faults, startLedger, type Doc, type Ledger } from '#tests/financial/ledger/kit.ts';
import { LIST_PATHS, listAt } from '#web/list/views/listAt.ts';
import { findRoute } from '#web/session/routes.ts';

let ledger: Ledger;
/** May buy, and nothing else. */
let comprador: string;
let base: string;

beforeAll(async () => {
  ledger = await startLedger();
  const { seed } = ledger.services;
  const { companyId } = ledger;
  comprador = await seed.tokenOf(
    await seed.user(ledger.accountId, {
      name: 'Dora Lima',
      grants: [{ companyId, buildingId: null, permissions: ['PURCHASE'] }],
    }),
  );
  base = `/api/v1/lists/company/${companyId}/saved-views`;
});
afterAll(() => ledger.services.stop());

const api = () => ledger.services.api;
const VIEW = { list: 'EXPENSES', name: 'Vencidas', address: 'status=OVERDUE', shared: false };
const save = (token: string, values: object = {}) => api().post(base, { token, body: { ...VIEW, ...values } });
const saved = async (token: string, values: object = {}): Promise<Doc> => {
  const reply = await save(token, values);
  if (reply.status !== 200) throw new Error(reply.text);
  return reply.body.data;
};
const change = (token: string, id: number, body: object) => api().put(`${base}/${id}`, { token, body });
const remove = (token: string, id: number) => api().delete(`${base}/${id}`, { token });
const seenBy = async (token: string): Promise<string[]> =>
  (await api().get(base, { token })).body.data.content.map(({ name }: Doc) => name);

const SQL_NAMES = 'select name from saved_views where company_id = $1 order by name collate "C"';
const stored = async (): Promise<string[]> =>
  (await ledger.services.seed.sql<{ name: string }>(SQL_NAMES, [ledger.companyId])).map(({ name }) => name);

describe('A saved view', () => {
  test('is its maker’s alone, is replaced under its name, renamed and deleted', async () => {
    const view = await saved(ledger.financeiro, { name: ' Vencidas ', address: 'category=7&sort=value:desc' });
    expect(view).toMatchObject({
      ...{ list: 'EXPENSES', name: 'Vencidas', address: 'category=7&sort=value:desc', shared: false, own: true },
      createdBy: { name: 'Bruno Reis' },
    });
    expect(await seenBy(ledger.financeiro)).toEqual(['Vencidas']);
    expect(await seenBy(ledger.admin)).toEqual([]);

    const again = await saved(ledger.financeiro, { name: 'VENCIDAS' });
    expect([again.id, again.name, again.address]).toEqual([view.id, 'VENCIDAS', 'status=OVERDUE']);
    // The same name in another list is another view.
    const other = await saved(ledger.financeiro, { list: 'INCOME' });
    expect(other.id).not.toBe(view.id);

    const renamed = await change(ledger.financeiro, view.id, { name: 'Atrasadas', shared: false });
    expect(renamed.body.data).toMatchObject({ id: view.id, name: 'Atrasadas', address: 'status=OVERDUE', own: true });
    expect(await stored()).toEqual(['Atrasadas', 'Vencidas']);
    expect((await remove(ledger.financeiro, view.id)).status).toBe(200);
    expect((await remove(ledger.financeiro, other.id)).status).toBe(200);
    expect(await stored()).toEqual([]);
    expect((await remove(ledger.financeiro, view.id)).status).toBe(404);
  });

  test('that is shared is seen by whoever may open its list, and changed by its maker or an administrator', async () => {
    const view = await saved(ledger.financeiro, { shared: true });
    const income = await saved(ledger.financeiro, { list: 'INCOME', name: 'A receber', shared: true });
    expect(await seenBy(ledger.financeiro)).toEqual(['A receber', 'Vencidas']);
    expect(await seenBy(ledger.admin)).toEqual(['A receber', 'Vencidas']);
    // The engineer has expenses alone, the buyer neither.
    expect(await seenBy(ledger.engenheiro)).toEqual(['Vencidas']);
    expect(await seenBy(comprador)).toEqual([]);
    const foreign = (await api().get(base, { token: ledger.engenheiro })).body.data.content[0];
    expect(foreign).toMatchObject({ own: false, createdBy: { name: 'Bruno Reis' } });

    const refused = await change(ledger.engenheiro, view.id, { name: 'Minhas', shared: false });
    expect([refused.status, (await remove(ledger.engenheiro, view.id)).status]).toEqual([403, 403]);
    expect(refused.body.message).toBe('Só quem salvou esta visão, ou um administrador, pode mudá-la ou excluí-la.');
    expect(await stored()).toEqual(['A receber', 'Vencidas']);

    // An administrator takes it back: it is its maker's alone, and gone for everybody else.
    expect((await change(ledger.admin, view.id, { name: 'Vencidas', shared: false })).status).toBe(200);
    expect(await seenBy(ledger.engenheiro)).toEqual([]);
    expect(await seenBy(ledger.financeiro)).toEqual(['A receber', 'Vencidas']);
    expect((await remove(ledger.admin, view.id)).status).toBe(404);
    expect((await remove(ledger.admin, income.id)).status).toBe(200);
    await remove(ledger.financeiro, view.id);
  });

  test('is refused for a list that its maker may not open', async () => {
    expect((await save(comprador)).status).toBe(403);
    expect((await save(comprador, { list: 'ORDERS', address: '' })).status).toBe(200);
    expect((await save(ledger.financeiro, { list: 'USERS' })).status).toBe(403);
    expect((await save(ledger.admin, { list: 'USERS' })).status).toBe(200);
    await ledger.services.seed.sql('delete from saved_views');
  });

  test('may not take the name that its maker gave to another view of the list', async () => {
    const [first, second] = [await saved(ledger.admin), await saved(ledger.admin, { name: 'Pagas' })];
    const taken = await change(ledger.admin, second.id, { name: 'vencidas', shared: false });
    expect([taken.status, faults(taken)]).toEqual([409, ['name: Já existe uma visão com este nome nesta lista.']]);
    expect(await stored()).toEqual(['Pagas', 'Vencidas']);
    await ledger.services.seed.sql('delete from saved_views where id = any($1)', [[first.id, second.id]]);
  });

  test.each([
    'page=2',
    'sort=value:up',
    'status=OVERDUE&category=7',
    'from=2026-02-31',
    '?status=OVERDUE',
    'https://exemplo.com.br/',
    'status=',
  ])('is refused at an address that a list would not read whole: %s', async (address) => {
    const reply = await save(ledger.admin, { address });
    const message = 'Envie os filtros da lista em ordem de nome e depois a ordenação, sem a página.';
    expect([reply.status, faults(reply)]).toEqual([400, [`address: ${message}`]]);
  });

  test('is refused without a name, with an unknown list, and beyond the limits', async () => {
    expect(faults(await save(ledger.admin, { name: ' ' }))).toEqual(['name: Campo obrigatório.']);
    expect((await save(ledger.admin, { name: 'x'.repeat(81) })).body.fields[0].path).toBe('name');
    expect((await save(ledger.admin, { list: 'WALLS' })).body.fields[0].path).toBe('list');
    expect((await save(ledger.admin, { address: `search=${'x'.repeat(2_000)}` })).body.fields[0].path).toBe('address');
    await ledger.services.seed.sql(
      `insert into saved_views (account_id, company_id, list, name, address, shared, created_by, created_at)
       select $1, $2, 'EXPENSES', 'Visão ' || n, '', false, (select id from users where name = 'Ana Prado'), now()
         from generate_series(1, 200) n`,
      [ledger.accountId, ledger.companyId],
    );
    const full = await save(ledger.admin);
    expect([full.status, full.body.message]).toEqual([
      409,
      'Você já tem 200 visões salvas nesta empresa. Exclua alguma antes.',
    ]);
    expect((await save(ledger.financeiro)).status).toBe(200);
    await ledger.services.seed.sql('delete from saved_views');
  });

  test('is in the history with what it was and what it became', async () => {
    const { id } = await saved(ledger.financeiro);
    await change(ledger.financeiro, id, { name: 'Atrasadas', shared: true });
    await remove(ledger.financeiro, id);
    const rows = await ledger.services.seed.sql<Doc>(
      "select action, details from audit_log where entity = 'savedView' and entity_id = $1 order by id",
      [id],
    );
    expect(rows.map(({ action }) => action)).toEqual(['save', 'update', 'delete']);
    expect(rows[1]?.details).toEqual({
      before: { name: 'Vencidas', shared: false },
      after: { name: 'Atrasadas', shared: true },
    });
  });
});

describe('The address of a view', () => {
  test('is the same whatever the order of its filters, and opens what it was saved from', () => {
    const one = parseListQuery(
      'status=OVERDUE&from=2026-11-01&to=2026-11-30&category=7&sort=dueDate,value:desc&page=3',
    );
    const other = parseListQuery('category=7&status=OVERDUE&sort=dueDate,value:desc&from=2026-11-01&to=2026-11-30');
    expect(viewAddress(one)).toBe('category=7&from=2026-11-01&to=2026-11-30&status=OVERDUE&sort=dueDate,value:desc');
    expect(viewAddress(other)).toBe(viewAddress(one));
    expect(isViewAddress(viewAddress(one))).toBe(true);
    const { page: _page, ...state } = one;
    expect(new Set(parseListQuery(viewAddress(one)).filters)).toEqual(new Set(state.filters));
  });
});

describe('Every list that keeps views', () => {
  test.each(VIEWED_LISTS)('%s has a screen, and the rule of the screen', (list) => {
    const path = LIST_PATHS[list];
    expect(listAt(`${path}/`)).toBe(list);
    const access = LIST_ACCESS[list];
    const rule = findRoute(path)?.rule;
    const expected =
      access.kind === 'anyOf' || access.kind === 'allOf' ? { [access.kind]: [...access.permissions] } : access.kind;
    expect(rule).toEqual(expected);
  });
});
