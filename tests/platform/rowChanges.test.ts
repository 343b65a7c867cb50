import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { startLedger, type Ledger } from '../financial/ledger/kit.ts';
import { eventually } from '../support/eventually.ts';

/** What migration 0092 keeps and tells of every changed row (docs/decisions/0087). */
let ledger: Ledger;
let told: Told[] = [];

interface Told {
  accountId: number;
  entity: string;
  companyId: number | null;
  ids: number[] | null;
  deleted: boolean;
  userId: number | null;
}
interface Kept {
  entity: string;
  id: number;
  company: number | null;
  kind: string | null;
  places: number[];
  tx: string;
  userId: number | null;
  deleted: boolean;
}

const kept = async (entity: string, ids: readonly number[]): Promise<Kept[]> =>
  ledger.services.seed.sql<Kept>(
    `select entity, entity_id::int as id, company_id::int as company, kind,
            array(select p::int from unnest(places) p order by 1) as places, tx::text, user_id::int as "userId", deleted
       from row_changes where account_id = $1 and entity = $2 and entity_id = any($3) order by entity_id`,
    [ledger.accountId, entity, ids],
  );

const body = (parts: { building: { id: number }; value: string }[] = []) => ({
  description: 'Cimento',
  grossValue: '1000.00',
  emissionDate: '2026-11-20',
  partner: { id: ledger.concreteira },
  category: { id: ledger.concreto },
  ...(parts.length > 0 ? { transactionRecordBuildings: parts } : {}),
  transactionRecordList: [
    { dueDate: '2026-12-20', grossValue: '400.00' },
    { dueDate: '2027-01-20', grossValue: '600.00' },
  ],
});

const idsOf = (document: { transactionRecordList: { id: number }[] }): number[] =>
  document.transactionRecordList.map(({ id }) => id);

const of = (entity: string): Told[] => told.filter((one) => one.entity === entity);

beforeAll(async () => {
  ledger = await startLedger();
  ledger.services.app.platform.notifications.on('rows_changed', (payload) => told.push(JSON.parse(payload) as Told));
});
beforeEach(() => {
  told = [];
});
afterAll(() => ledger.services.stop());

describe('The changes of a document', () => {
  test('are kept for it and its installments, with company, kind, buildings and user', async () => {
    const parts = [
      { building: { id: ledger.casa }, value: '300.00' },
      { building: { id: ledger.clinica }, value: '700.00' },
    ];
    const { body: made } = await ledger.post('debit', body(parts));
    const common = { company: ledger.companyId, kind: 'DEBIT', places: [ledger.casa, ledger.clinica], deleted: false };
    const [document] = await kept('transaction', [made.data.id]);
    expect(document).toMatchObject(common);
    expect(document?.userId).toBeGreaterThan(0);
    const installments = await kept('installment', idsOf(made.data));
    expect(installments).toHaveLength(2);
    for (const one of installments) expect(one).toMatchObject({ ...common, tx: document?.tx });
  });

  test('are told once per entity and command', async () => {
    const { body: made } = await ledger.post('debit', body());
    await eventually(() => of('installment').length).toBe(1);
    const { accountId, companyId } = ledger;
    expect(of('transaction')).toEqual([
      { accountId, entity: 'transaction', companyId, ids: [made.data.id], deleted: false, userId: expect.any(Number) },
    ]);
    expect(of('installment')).toMatchObject([{ companyId, ids: idsOf(made.data), deleted: false }]);
  });

  test('name no building as -1, and every building that it has ever been of', async () => {
    const { body: made } = await ledger.post('debit', body());
    expect(await kept('transaction', [made.data.id])).toMatchObject([{ places: [-1] }]);
    const { id, version } = made.data;
    const moved = await ledger.put('debit', {
      ...body([{ building: { id: ledger.galpao }, value: '1000.00' }]),
      ...{ id, version },
      transactionRecordList: made.data.transactionRecordList,
    });
    expect(moved.status).toBe(200);
    expect(await kept('transaction', [id])).toMatchObject([{ places: [-1, ledger.galpao] }]);
    for (const one of await kept('installment', idsOf(moved.body.data)))
      expect(one).toMatchObject({ places: [-1, ledger.galpao] });
  });

  test('have the number of the transaction that made the last of them', async () => {
    const { body: made } = await ledger.post('debit', body());
    const [before] = await kept('transaction', [made.data.id]);
    const paid = await ledger.pay(made.data, 1);
    expect(paid.status).toBe(200);
    const [after] = await kept('transaction', [made.data.id]);
    expect(BigInt(after?.tx ?? 0)).toBeGreaterThan(BigInt(before?.tx ?? 0));
    expect(await kept('installment', idsOf(made.data))).toMatchObject([{ tx: after?.tx }, { tx: after?.tx }]);
  });

  test('stay when it is deleted', async () => {
    const parts = [{ building: { id: ledger.casa }, value: '1000.00' }];
    const { body: made } = await ledger.post('debit', body(parts));
    told = [];
    const gone = await ledger.services.api.delete(ledger.path('debit', `/${made.data.id}`), { token: ledger.admin });
    expect(gone.status).toBe(200);
    expect(await kept('transaction', [made.data.id])).toMatchObject([{ deleted: true, places: [ledger.casa] }]);
    expect(await kept('installment', idsOf(made.data))).toMatchObject([{ deleted: true }, { deleted: true }]);
    await eventually(() => of('transaction').at(-1)).toMatchObject({ ids: [made.data.id], deleted: true });
  });
});

describe('The changes of other rows', () => {
  test('tell no ids where they are more than a hundred', async () => {
    await ledger.services.seed.sql(
      `insert into partners (account_id, type, name) select $1, 'SUPPLIER', 'Parceiro ' || n from generate_series(1, 101) n`,
      [ledger.accountId],
    );
    await eventually(() => of('partner')).toMatchObject([{ ids: null, companyId: null, userId: null }]);
  });

  test('are not kept where a statement finds no row', async () => {
    const before = await ledger.services.seed.sql('select entity, entity_id, tx from row_changes order by 1, 2');
    await ledger.services.seed.sql('update wallets set active = active where id = -1');
    expect(await ledger.services.seed.sql('select entity, entity_id, tx from row_changes order by 1, 2')).toEqual(
      before,
    );
  });

  test('go with their account', async () => {
    const { seed } = ledger.services;
    const accountId = await seed.account();
    const companyId = await seed.company(accountId);
    await seed.building({ accountId, companyId });
    const count = () => seed.sql('select from row_changes where account_id = $1', [accountId]);
    expect(await count()).toHaveLength(2);
    await seed.sql('delete from accounts where id = $1', [accountId]);
    expect(await count()).toHaveLength(0);
  });

  test('are kept for every table with a version that a list answers', async () => {
    const unwatched = await ledger.services.seed.sql<{ name: string }>(`
      select c.relname as name from pg_class c
        join pg_attribute v on v.attrelid = c.oid and v.attname = 'version' and not v.attisdropped
        join pg_attribute a on a.attrelid = c.oid and a.attname = 'account_id'
       where c.relkind = 'r' and not exists (
         select from pg_trigger t where t.tgrelid = c.oid and t.tgname like 'changes\\_%\\_update') order by 1`);
    expect(unwatched.map(({ name }) => name)).toEqual(NO_LISTS);
  });
});

/** Settings, parts, and rows that no list by pages answers. */
const NO_LISTS = [
  'cost_estimate_amendments',
  'login_rules',
  'measurement_contracts',
  'organizations',
  'permission_templates',
  'register_import_rows',
  'retention_rules',
  'scim_groups',
  'scim_users',
  'statement_notes',
  'webhooks',
];
