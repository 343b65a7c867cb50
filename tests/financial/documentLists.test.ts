import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { verifyLedger } from '#services/financial/verification/verifyLedger.ts';
import { busyDay } from './ledger/busyDay.ts';
import { startLedger, type Doc, type Ledger } from './ledger/kit.ts';

let ledger: Ledger;
const TODAY = '2026-11-20';

beforeAll(async () => {
  ledger = await startLedger();
  await busyDay(ledger, 20_261_121);
  // Half of what is open is expected in one of the wallets.
  const { seed } = ledger.services;
  await seed.sql(
    'update transactions set expected_wallet_id = case when id % 3 = 0 then $1 else $2 end::bigint where id % 2 = 0',
    [...[ledger.itau, ledger.caixa]],
  );
});
afterAll(() => ledger.services.stop());

const sql = (text: string, values: unknown[] = []) => ledger.services.seed.sql<Doc>(text, values);
const problems = async () =>
  (await verifyLedger(ledger.services.database.ownerUrl)).differences.map(({ subject }) => subject);

/** Documents `t` of $1 (a direction) in a list: of the wallet $2, or without an apportionment where it is −1. */
const FOUND = `
  with found as (
    select t.*, t.status <> 'PAID' and t.reference_due_date < '${TODAY}' as late,
      (select coalesce(sum(i.value), 0.00) from installments i
        where i.transaction_id = t.id and i.forecast and i.due_date < '${TODAY}') as overdue
    from transactions t where t.type = $1 and case when $2::bigint = -1
      then t.id not in (select transaction_id from apportionments)
      else t.id in (select transaction_id from installments where wallet_id = $2) or (t.status <> 'PAID' and t.expected_wallet_id = $2) end
  ), chosen as (select * from found where case $3 when '' then true when 'OVERDUE' then late else status = $3 end)`;

const LISTS = ['itau', 'caixa', 'without an obra'] as const;
const listOf = (name: (typeof LISTS)[number]) => (name === 'without an obra' ? -1 : ledger[name]);
const filterOf = (name: (typeof LISTS)[number]): Record<string, string> =>
  name === 'without an obra' ? { building: '-1' } : { bank: String(ledger[name]) };

describe.each(LISTS)('Documents of the list %s', (name) => {
  const ask = async (kind: 'debit' | 'credit', rest: string, query: object): Promise<Doc> => {
    const path = ledger.path(kind, rest);
    const answer = await ledger.services.api.get(path, {
      token: ledger.admin,
      query: { ...filterOf(name), ...query },
    });
    expect(answer.status).toBe(200);
    return answer.body.data;
  };

  test.each(['', 'OPEN', 'PARTIAL', 'PAID', 'OVERDUE'])(
    'of status "%s" have the totals of their rows',
    async (status) => {
      for (const kind of ['debit', 'credit'] as const) {
        const { counts, ...totals } = await ask(kind, '/totals', status ? { status } : {});
        const values = [kind.toUpperCase(), listOf(name), status];
        const [expected] = await sql(
          `${FOUND} select count(*)::int as count, coalesce(sum(value), 0.00) as value, coalesce(sum(gross_value), 0.00) as "grossValue",
           coalesce(sum(paid_value), 0.00) as "paidValue", coalesce(sum(open_value), 0.00) as "openValue",
           coalesce(sum(overdue), 0.00) as "overdueValue" from chosen`,
          values,
        );
        expect(totals).toEqual(expected);
        const [counted] = await sql(
          `${FOUND} select count(*)::int as "all", (count(*) filter (where status = 'OPEN'))::int as open,
           (count(*) filter (where status = 'PARTIAL'))::int as partial, (count(*) filter (where status = 'PAID'))::int as paid,
           (count(*) filter (where late))::int as overdue from found where $3::text is not null`,
          values,
        );
        expect(counts).toEqual(counted);
        if (kind === 'debit' && status === '') expect(counted.all).toBeGreaterThan(4);
      }
    },
  );

  test.each([
    ['settled,dueDate', `status = 'PAID', reference_due_date, id`],
    ['value:desc', 'value desc, id desc'],
    ['dueDate:desc', 'reference_due_date desc, id desc'],
    ['emissionDate', 'emission_date, id'],
  ])('stand in the order %s, with their number', async (sort, order) => {
    for (const status of ['', 'OVERDUE', 'PAID']) {
      const rows = await sql(`${FOUND} select id from chosen order by ${order}`, ['DEBIT', listOf(name), status]);
      const pages = await Promise.all(
        [0, 1].map((page) => ask('debit', '', { ...(status && { status }), sort, page: String(page), size: '4' })),
      );
      expect(pages.flatMap(({ content }) => content.map(({ id }: Doc) => String(id)))).toEqual(
        rows.slice(0, 8).map(({ id }) => id),
      );
      expect(pages[0].totalElements).toBe(rows.length);
    }
  });
});

test('Somebody who sees one obra finds in a wallet only what is of the obra', async () => {
  const { api } = ledger.services;
  const query = { bank: String(ledger.itau) };
  const { body } = await api.get(ledger.path('debit', '/totals'), { token: ledger.engenheiro, query });
  const [expected] = await sql(
    `${FOUND} select count(*)::int as count from chosen where id in (select transaction_id from apportionments where building_id = $4)`,
    ['DEBIT', ledger.itau, '', ledger.casa],
  );
  expect(body.data.count).toBe(expected.count);
  expect(expected.count).toBeGreaterThan(0);
});

test('A document leaves and enters lists with its payment, its expected wallet and its apportionment', async () => {
  const { itau, caixa, casa } = ledger;
  const { body } = await ledger.post('debit', {
    ...{ grossValue: '30.00', emissionDate: '2026-11-01', bank: { id: caixa } },
    transactionRecordList: [{ dueDate: '2026-11-25', grossValue: '30.00', forecast: true }],
  });
  const { id } = body.data;
  const lists = async () =>
    (await sql('select list from document_lists where transaction_id = $1 order by list', [id])).map(({ list }) =>
      Number(list),
    );
  expect(await lists()).toEqual([-1, caixa]);
  const shared = await ledger.put('debit', {
    ...body.data,
    transactionRecordBuildings: [{ building: { id: casa }, grossValue: '30.00' }],
  });
  expect(await lists()).toEqual([caixa]);
  const paid = await ledger.pay(shared.body.data, 1, { bank: { id: itau } });
  expect(await lists()).toEqual([itau]);
  await ledger.undo(paid.body.data.transaction, 1);
  expect(await lists()).toEqual([caixa]);
  await sql('delete from transactions where id = $1', [id]);
  expect(await lists()).toEqual([]);
  expect(await problems()).toEqual([]);
});

test.each([
  [
    'has another figure',
    'update document_lists set open_value = open_value + 1 where ctid = (select min(ctid) from document_lists)',
  ],
  ['is missing', 'delete from document_lists where ctid = (select min(ctid) from document_lists)'],
  ['is of another list', `update document_lists set list = 99999 where ctid = (select min(ctid) from document_lists)`],
])('A row of a list that %s is reported by verify-ledger', async (_how, spoil) => {
  await sql(spoil);
  expect(await problems()).toContain('as listas dos documentos');
  await sql('select rebuild_document_lists()');
  expect(await problems()).toEqual([]);
});
