import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { verifyLedger } from '#services/financial/verifyLedger.ts';
import { startLedger, type Doc, type Ledger } from './ledgerKit.ts';

let ledger: Ledger;

beforeAll(async () => {
  ledger = await startLedger();
});
afterAll(() => ledger.services.stop());

/** A seeded row of numbers below a bound. */
const numbers = (seed: number) => (below: number) => {
  seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
  return Math.floor((seed / 2 ** 32) * below);
};

const body = (next: (below: number) => number) => {
  const values = Array.from({ length: 1 + next(4) }, () => 100 + next(90_000));
  const text = (cents: number) => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
  return {
    documentNumber: `NF-${next(1_000_000)}`,
    grossValue: text(values.reduce((sum, value) => sum + value, 0)),
    emissionDate: '2026-10-01',
    transactionRecordList: values.map((value, index) => ({
      dueDate: `2026-${String(10 + (index % 3)).padStart(2, '0')}-1${next(9)}`,
      grossValue: text(value),
      forecast: true,
    })),
    apportionments: [],
  };
};

const problems = async () => (await verifyLedger(ledger.services.database.ownerUrl)).differences;
const deltas = async () => {
  const [row] = await ledger.services.seed.sql<{ rows: number }>(
    `select ((select count(*) from transaction_sums) + (select count(*) from installment_sums) + (select count(*) from wallet_sums))::int as rows`,
  );
  return row?.rows ?? 0;
};

/** Twelve people at once, each creating, paying, undoing and deleting: 60 documents. */
const busyDay = (seed: number) =>
  Promise.all(
    Array.from({ length: 12 }, async (_, person) => {
      const next = numbers(seed + person);
      for (let turn = 0; turn < 5; turn += 1) {
        const kind = next(3) === 0 ? 'credit' : 'debit';
        const created = await ledger.post(kind, body(next));
        expect(created.status).toBe(200);
        let document: Doc = created.body.data;
        if (next(4) === 0) {
          const path = ledger.path(kind, `/${document.id}`);
          await ledger.services.api.delete(path, { token: ledger.financeiro });
          continue;
        }
        const paid = await ledger.pay(document, 1);
        expect(paid.status).toBe(200);
        document = paid.body.data.transaction;
        if (next(3) === 0) await ledger.undo(document, 1);
      }
    }),
  );

describe('Sums that are kept beside the books', () => {
  test('equal the rows after twelve people worked at once, before and after they are folded', async () => {
    await busyDay(20_261_121);
    expect(await problems()).toEqual([]);
    const before = await deltas();
    // Two services fold at the same moment while somebody goes on working.
    await Promise.all([
      ledger.services.seed.sql('select fold_sums()'),
      ledger.services.seed.sql('select fold_sums()'),
      busyDay(7),
    ]);
    await ledger.services.seed.sql('select fold_sums()');
    expect(await problems()).toEqual([]);
    expect(await deltas()).toBeLessThan(before);
  });

  test('answer a list and its totals with the same figures that counting the rows does', async () => {
    const { api } = ledger.services;
    for (const kind of ['debit', 'credit'] as const) {
      for (const rest of ['', '/installments']) {
        for (const status of rest
          ? ['', 'PAID', 'OVERDUE', 'DUE', 'PLANNED']
          : ['', 'OPEN', 'PARTIAL', 'PAID', 'OVERDUE']) {
          const ask = async (path: string, query: Record<string, string>) =>
            (await api.get(ledger.path(kind, path), { token: ledger.admin, query })).body.data;
          const filter: Record<string, string> = status ? { status } : {};
          // A filter that every row meets has its rows counted one by one.
          const counted = { ...filter, from: '1900-01-01', to: '2900-01-01' };
          expect(await ask(`${rest}/totals`, filter)).toEqual(await ask(`${rest}/totals`, counted));
          const [kept, slow] = [await ask(rest, { ...filter, size: '1' }), await ask(rest, { ...counted, size: '1' })];
          expect(kept.totalElements).toBe(slow.totalElements);
          if (status === '') expect(kept.totalElements).toBeGreaterThan(5);
        }
      }
    }
  });

  describe.each([
    ['transaction_sums', 'as somas dos documentos'],
    ['installment_sums', 'as somas das parcelas'],
    ['wallet_sums', 'as somas das carteiras'],
  ])('%s', (table, name) => {
    test.each([
      ['differ', 'value = value + 1'],
      ['count others', 'count = count + 1'],
      ['stand where there are no rows, and rows without them', 'company_id = company_id + 1000000'],
    ])('are named by verify-ledger when they %s', async (_how, spoiled) => {
      const { seed } = ledger.services;
      await seed.sql(`update ${table} set ${spoiled} where ctid = (select min(ctid) from ${table})`);
      expect((await problems()).map(({ subject }) => subject)).toContain(name);
      await seed.sql('select rebuild_sums()');
      expect(await problems()).toEqual([]);
    });
  });

  test('cannot be written by the services themselves', async () => {
    const [{ writes } = { writes: true }] = await ledger.services.seed.sql<{ writes: boolean }>(
      `select bool_or(has_table_privilege('prumo_app', t, 'insert, update, delete')) as writes
       from unnest(array['transaction_sums', 'installment_sums', 'wallet_sums']) t`,
    );
    expect(writes).toBe(false);
  });
});
