import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { verifyLedger } from '#services/financial/verification/verifyLedger.ts';
import { body, busyDay, numbers } from './ledger/busyDay.ts';
import { startLedger, type Ledger } from './ledger/kit.ts';

let ledger: Ledger;

beforeAll(async () => {
  ledger = await startLedger();
});
afterAll(() => ledger.services.stop());

const problems = async () => (await verifyLedger(ledger.services.database.ownerUrl)).differences;
const deltas = async () => {
  const [row] = await ledger.services.seed.sql<{ rows: number }>(
    `select ((select count(*) from transaction_sums) + (select count(*) from installment_sums) + (select count(*) from wallet_sums)
       + (select count(*) from stage_cost_sums) + (select count(*) from result_sums) + (select count(*) from site_result_sums)
       + (select count(*) from site_total_sums)
       + (select count(*) from flow_sums) + (select count(*) from site_flow_sums) + (select count(*) from wallet_flow_sums)
       + (select count(*) from document_list_sums))::int as rows`,
  );
  return row?.rows ?? 0;
};

describe('Stored sums', () => {
  test('equal the rows after twelve concurrent writers, before and after pending changes are folded in', async () => {
    await busyDay(ledger, 20_261_121);
    expect(await problems()).toEqual([]);
    const before = await deltas();
    // Two services fold the sums concurrently while users keep writing.
    await Promise.all([
      ledger.services.seed.sql(
        'select fold_sums(), fold_stage_costs(), fold_results(), fold_site_totals(), fold_flows(), fold_wallet_flows(), fold_document_lists()',
      ),
      ledger.services.seed.sql(
        'select fold_sums(), fold_stage_costs(), fold_results(), fold_site_totals(), fold_flows(), fold_wallet_flows(), fold_document_lists()',
      ),
      busyDay(ledger, 7),
    ]);
    await ledger.services.seed.sql(
      'select fold_sums(), fold_stage_costs(), fold_results(), fold_site_totals(), fold_flows(), fold_wallet_flows(), fold_document_lists()',
    );
    expect(await problems()).toEqual([]);
    expect(await deltas()).toBeLessThan(before);
  });

  test('give a list and its totals the same figures as counting the rows', async () => {
    const { api } = ledger.services;
    for (const kind of ['debit', 'credit'] as const) {
      for (const rest of ['', '/installments']) {
        for (const status of rest
          ? ['', 'PAID', 'OVERDUE', 'DUE', 'PLANNED']
          : ['', 'OPEN', 'PARTIAL', 'PAID', 'OVERDUE']) {
          const ask = async (path: string, query: Record<string, string>) =>
            (await api.get(ledger.path(kind, path), { token: ledger.admin, query })).body.data;
          const filter: Record<string, string> = status ? { status } : {};
          // A filter that every row matches makes the service count row by row.
          const counted = { ...filter, from: '1900-01-01', to: '2900-01-01' };
          expect(await ask(`${rest}/totals`, filter)).toEqual(await ask(`${rest}/totals`, counted));
          const [kept, slow] = [await ask(rest, { ...filter, size: '1' }), await ask(rest, { ...counted, size: '1' })];
          expect(kept.totalElements).toBe(slow.totalElements);
          if (status === '') expect(kept.totalElements).toBeGreaterThan(5);
        }
      }
    }
  });

  test.each([
    ['a month', { from: '2026-10-01', to: '2026-10-31' }],
    ['days of two months', { from: '2026-10-15', to: '2026-11-14' }],
    ['a day', { from: '2026-11-12' }],
    ['all before a day', { to: '2026-11-15' }],
    ['many years', { from: '1900-01-01', to: '2900-01-01' }],
    ['days of nothing', { from: '2027-01-01', to: '2027-01-31' }],
  ])('give the due amounts of %s as looking up each transaction does', async (_name, period) => {
    const ask = async (kind: 'debit' | 'credit', rest: string, query: object) => {
      const path = ledger.path(kind, rest);
      const reply = await ledger.services.api.get(path, { token: ledger.admin, query: { ...period, ...query } });
      expect(reply.status).toBe(200);
      return reply.body.data;
    };
    // Every transaction has such a number, so the search looks each of them up.
    const searched = { search: 'NF-' };
    for (const kind of ['debit', 'credit'] as const) {
      for (const status of ['', 'OPEN', 'PARTIAL', 'PAID', 'OVERDUE']) {
        const filter = status ? { status } : {};
        expect(await ask(kind, '/totals', filter)).toEqual(await ask(kind, '/totals', { ...filter, ...searched }));
        for (const sort of ['settled,dueDate', 'value:desc', 'status,id:desc']) {
          const page = { ...filter, sort, page: '1', size: '5' };
          expect(await ask(kind, '', page)).toEqual(await ask(kind, '', { ...page, ...searched }));
        }
      }
    }
  });

  test('follow every change of a transaction’s due days', async () => {
    const { seed } = ledger.services;
    const installment = (dueDate: string) => ({ dueDate, grossValue: '5.00', forecast: true });
    const made = (days: string[]) => ({
      ...body(ledger, numbers(1)),
      grossValue: `${days.length * 5}.00`,
      transactionRecordList: days.map(installment),
      transactionRecordBuildings: [],
    });
    const days = (id: number) =>
      seed.sql(
        `select due_date::text as due, previous_date::text as previous, status, open_value as open from document_days
         where transaction_id = $1 order by due_date`,
        [id],
      );
    const { body: created } = await ledger.post('debit', made(['2026-12-01', '2026-12-01', '2027-01-01']));
    const open = { status: 'OPEN', open: '15.00' };
    expect(await days(created.data.id)).toEqual([
      { ...open, due: '2026-12-01', previous: null },
      { ...open, due: '2027-01-01', previous: '2026-12-01' },
    ]);
    const paid = await ledger.pay(created.data, 1);
    const { transaction } = paid.body.data;
    expect((await days(transaction.id)).map(({ status, open: left }) => [status, left])).toEqual([
      ['PARTIAL', '10.00'],
      ['PARTIAL', '10.00'],
    ]);
    await ledger.services.api.delete(ledger.path('debit', `/${transaction.id}`), { token: ledger.financeiro });
    const { body: other } = await ledger.post('debit', made(['2026-12-01', '2026-12-05']));
    const moved = { ...made(['2026-12-05', '2026-12-20']), id: other.data.id, version: other.data.version };
    const records = moved.transactionRecordList.map((one, index) => ({
      ...one,
      id: other.data.transactionRecordList[index].id,
    }));
    expect((await ledger.put('debit', { ...moved, transactionRecordList: records })).status).toBe(200);
    expect((await days(other.data.id)).map(({ due, previous }) => [due, previous])).toEqual([
      ['2026-12-05', null],
      ['2026-12-20', '2026-12-05'],
    ]);
    await seed.sql('delete from transactions where id = $1', [other.data.id]);
    expect(await days(other.data.id)).toEqual([]);
    expect(await problems()).toEqual([]);
  });

  test.each([
    [
      'has another figure',
      'update document_days set open_value = open_value + 1 where ctid = (select min(ctid) from document_days)',
    ],
    [
      'has another day before it',
      `update document_days set previous_date = '2020-01-01' where ctid = (select min(ctid) from document_days)`,
    ],
    ['is missing', 'delete from document_days where ctid = (select min(ctid) from document_days)'],
  ])('are reported by verify-ledger when a day %s', async (_how, spoil) => {
    const { seed } = ledger.services;
    await seed.sql(spoil);
    expect((await problems()).map(({ subject }) => subject)).toEqual(['os dias dos documentos']);
    await seed.sql('select rebuild_days()');
    expect(await problems()).toEqual([]);
  });

  test('follow the costs of stages through every change of a document', async () => {
    const { seed, api } = ledger.services;
    const { casa, galpao, fundacao, alvenaria } = ledger;
    await seed.sql('select fold_stage_costs()');
    const costs = () =>
      seed.sql<{ building: string; stage: string | null; month: string; count: string; value: string }>(
        `select building_id as building, stage_id as stage, month::text, sum(count) as count, sum(gross_value) as value
         from stage_cost_sums where month >= '2031-01-01' group by 1, 2, 3 having sum(count) <> 0 order by 3, 1, 2`,
      );
    const row = (building: number, stage: number | null, month: string, value: string) => ({
      ...{ building: String(building), stage: stage === null ? null : String(stage), month, count: '1', value },
    });
    const share = (building: number, grossValue: string, stage?: number) => ({
      ...{ building: { id: building }, grossValue },
      ...(stage && { costEstimateGroup: { id: stage } }),
    });
    const document = {
      ...{ grossValue: '30.00', emissionDate: '2031-01-31' },
      transactionRecordList: [{ dueDate: '2031-03-01', grossValue: '30.00', forecast: true }],
      transactionRecordBuildings: [share(casa, '20.01', fundacao), share(galpao, '9.99')],
    };
    let { data } = (await ledger.post('debit', document)).body;
    const { data: credit } = (await ledger.post('credit', document)).body;
    expect(await costs()).toEqual([
      row(casa, fundacao, '2031-01-01', '20.01'),
      row(galpao, null, '2031-01-01', '9.99'),
    ]);
    const save = async (changes: object) => {
      const answer = await ledger.put('debit', { ...data, ...changes });
      expect(answer.status).toBe(200);
      ({ data } = answer.body);
    };
    await save({ competenceDate: '2031-02-01' });
    expect((await costs()).map(({ month }) => month)).toEqual(['2031-02-01', '2031-02-01']);
    await save({
      competenceDate: '2031-04-30',
      transactionRecordBuildings: [share(casa, '10.00', fundacao), share(galpao, '20.00')],
    });
    expect(await costs()).toEqual([
      row(casa, fundacao, '2031-04-01', '10.00'),
      row(galpao, null, '2031-04-01', '20.00'),
    ]);
    // Folding changes rows, but no sum.
    await seed.sql('select fold_stage_costs()');
    expect((await costs()).map(({ value }) => value)).toEqual(['10.00', '20.00']);
    await seed.sql(
      'update apportionments set cost_estimate_group_id = $2 where cost_estimate_group_id = $1 and transaction_id = $3',
      [...[fundacao, alvenaria, data.id]],
    );
    expect((await costs()).map(({ stage }) => stage)).toEqual([String(alvenaria), null]);
    expect((await api.delete(ledger.path('debit', `/${data.id}`), { token: ledger.financeiro })).status).toBe(200);
    expect((await api.delete(ledger.path('credit', `/${credit.id}`), { token: ledger.financeiro })).status).toBe(200);
    expect(await costs()).toEqual([]);
    expect(await problems()).toEqual([]);
  });

  describe.each([
    ['transaction_sums', 'as somas dos documentos', 'value', 'company_id', 'rebuild_sums'],
    ['installment_sums', 'as somas das parcelas', 'value', 'company_id', 'rebuild_sums'],
    ['wallet_sums', 'as somas das carteiras', 'value', 'company_id', 'rebuild_sums'],
    ['stage_cost_sums', 'as somas das etapas', 'gross_value', 'building_id', 'rebuild_stage_costs'],
    ['result_sums', 'as somas do demonstrativo', 'gross_value', 'company_id', 'rebuild_results'],
    ['site_result_sums', 'as somas do demonstrativo por obra', 'discount', 'building_id', 'rebuild_results'],
    ['site_total_sums', 'as somas das etapas por categoria', 'gross_value', 'building_id', 'rebuild_results'],
    ['flow_sums', 'as somas do fluxo de caixa', 'value', 'company_id', 'rebuild_flows'],
    ['document_list_sums', 'as somas das listas dos documentos', 'value', 'company_id', 'rebuild_document_lists'],
    ['site_flow_sums', 'as somas do fluxo de caixa por obra', 'value', 'building_id', 'rebuild_flows'],
    ['wallet_flow_sums', 'as somas do fluxo de caixa por carteira', 'value', 'wallet_id', 'rebuild_flows'],
  ])('%s', (table, name, value, owner, rebuild) => {
    test.each([
      ['differ', `${value} = ${value} + 1`],
      ['count others', 'count = count + 1'],
      ['stand where there are no rows, and rows without them', `${owner} = ${owner} + 1000000`],
    ])('are reported by verify-ledger when they %s', async (_how, spoiled) => {
      const { seed } = ledger.services;
      await seed.sql(`update ${table} set ${spoiled} where ctid = (select min(ctid) from ${table})`);
      expect((await problems()).map(({ subject }) => subject)).toContain(name);
      await seed.sql(`select ${rebuild}()`);
      expect(await problems()).toEqual([]);
    });
  });

  test('cannot be written by the role of the services', async () => {
    const [{ writes } = { writes: true }] = await ledger.services.seed.sql<{ writes: boolean }>(
      `select bool_or(has_table_privilege('prumo_app', t, 'insert, update, delete')) as writes
       from unnest(array['transaction_sums', 'installment_sums', 'wallet_sums', 'stage_cost_sums', 'document_days',
         'result_sums', 'site_result_sums', 'site_total_sums', 'flow_sums', 'site_flow_sums', 'wallet_flow_sums', 'document_lists', 'document_list_sums']) t`,
    );
    expect(writes).toBe(false);
  });
});
