import { expect } from '@jest/globals';
import type { Doc, Ledger } from './kit.ts';

/** Returns a seeded generator of integers below a bound. */
export const numbers = (seed: number) => (below: number) => {
  seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
  return Math.floor((seed / 2 ** 32) * below);
};

type Next = (below: number) => number;

/** Shares of a value, in cents: none, in a stage, without one, of two buildings, or of two stages of one. */
const sharesOf = (ledger: Ledger, next: Next, cents: number) => {
  const share = (building: number, value: number, stage?: number) => ({
    ...{ building: { id: building }, grossValue: text(value) },
    ...(stage && { costEstimateGroup: { id: stage } }),
  });
  const { casa, galpao, fundacao, alvenaria } = ledger;
  const half = Math.floor(cents / 2);
  return [
    [],
    [share(casa, cents, fundacao)],
    [share(galpao, cents)],
    [share(casa, half, alvenaria), share(galpao, cents - half)],
    [share(casa, half, alvenaria), share(casa, cents - half, fundacao)],
  ][next(5)];
};

const text = (cents: number) => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;

/** A transaction of one to four installments. */
export const body = (ledger: Ledger, next: Next) => {
  const values = Array.from({ length: 1 + next(4) }, () => 100 + next(90_000));
  const cents = values.reduce((sum, value) => sum + value, 0);
  return {
    documentNumber: `NF-${next(1_000_000)}`,
    grossValue: text(cents),
    emissionDate: '2026-10-01',
    expectedBank: [null, { id: ledger.itau }][next(2)],
    transactionRecordList: values.map((value, index) => ({
      dueDate: `2026-${String(10 + (index % 3)).padStart(2, '0')}-1${next(9)}`,
      grossValue: text(value),
      forecast: true,
    })),
    transactionRecordBuildings: sharesOf(ledger, next, cents),
  };
};

/** Saves a transaction with another month of competence, another expected wallet and other shares. */
const moved = async (ledger: Ledger, kind: 'debit' | 'credit', transaction: Doc, next: Next): Promise<Doc> => {
  const cents = Math.round(Number(transaction.grossValue) * 100);
  const saved = await ledger.put(kind, {
    ...transaction,
    competenceDate: `2026-0${1 + next(9)}-15`,
    expectedBank: [null, { id: ledger.itau }, { id: ledger.caixa }][next(3)],
    category: next(2) === 0 ? null : { id: kind === 'debit' ? ledger.concreto : ledger.venda },
    transactionRecordBuildings: sharesOf(ledger, next, cents),
  });
  expect(saved.status).toBe(200);
  return saved.body.data;
};

/** Twelve concurrent users, each creating, moving, paying, undoing and deleting: 60 transactions. */
export const busyDay = async (ledger: Ledger, seed: number) => {
  // Two stages of one building are for accounts that want that.
  await ledger.services.seed.sql(
    `update accounts set settings = settings || '{"allowRepeatedBuilding": true}' where id = $1`,
    [ledger.accountId],
  );
  await Promise.all(
    Array.from({ length: 12 }, async (_, person) => {
      const next = numbers(seed + person);
      for (let turn = 0; turn < 5; turn += 1) {
        const kind = next(3) === 0 ? 'credit' : 'debit';
        const created = await ledger.post(kind, body(ledger, next));
        expect(created.status).toBe(200);
        let transaction: Doc = created.body.data;
        if (next(4) === 0) {
          const path = ledger.path(kind, `/${transaction.id}`);
          await ledger.services.api.delete(path, { token: ledger.financeiro });
          continue;
        }
        if (next(3) === 0) transaction = await moved(ledger, kind, transaction, next);
        const paid = await ledger.pay(transaction, 1, {
          ...{ increase: text(next(900)), discount: text(next(90)), paymentDate: `2026-1${next(2)}-0${1 + next(9)}` },
        });
        expect(paid.status).toBe(200);
        transaction = paid.body.data.transaction;
        if (next(4) === 0) transaction = await moved(ledger, kind, transaction, next);
        if (next(3) === 0) await ledger.undo(transaction, 1);
      }
    }),
  );
};
