import { afterAll, beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import pg from 'pg';
import { columnTypes, kyselyOn } from '#services/platform/db/database.ts';
import { Findings } from '#services/financial/verification/findings.ts';
import { verifySums } from '#services/financial/verification/sums.ts';
import { busyDay } from './ledger/busyDay.ts';
import { startLedger, type Ledger } from './ledger/kit.ts';

let ledger: Ledger;
let client: pg.Client;

beforeAll(async () => {
  ledger = await startLedger();
  await busyDay(ledger, 20_261_129);
  client = new pg.Client({ connectionString: ledger.services.database.ownerUrl, types: columnTypes });
  await client.connect();
  // Two apportionments of a document may stand in one building, whatever their stages.
  await client.query('alter table apportionments drop constraint apportionments_target_key');
});
afterAll(async () => {
  await client.end();
  await ledger.services.stop();
});

/** Rows of a table that a statement touches: those whose number leaves a remainder. */
interface Touched {
  of: number;
  remainder: number;
}
const touched = fc
  .integer({ min: 1, max: 7 })
  .chain((of) => fc.record({ of: fc.constant(of), remainder: fc.nat(of - 1) }));
const among = ({ of, remainder }: Touched, id = 'id') => `${id} % ${of} = ${remainder}`;
const place = fc.nat(2);
const list = (ids: (number | null)[]) => `(array[${ids.map((id) => id ?? 'null').join(', ')}]::bigint[])`;
const buildings = () => list([ledger.casa, ledger.galpao, ledger.clinica]);
const wallets = () => list([ledger.itau, ledger.caixa, null]);

/** Statements that change what the sums of cash flow are made of, each of many rows at once. */
const changes = {
  movesApportionments: (rows: Touched, where: number) =>
    `update apportionments set building_id = ${buildings()}[1 + (id + ${where}) % 3], cost_estimate_group_id = null where ${among(rows)}`,
  movesDocuments: (rows: Touched, where: number) =>
    `update transactions set expected_wallet_id = ${wallets()}[1 + (id + ${where}) % 3],
       category_id = case (id + ${where}) % 3 when 0 then null when 1 then ${ledger.concreto} else ${ledger.venda} end where ${among(rows)}`,
  pays: (rows: Touched, where: number) =>
    `update installments set forecast = false, payment_date = date '2026-11-01' + ${where}, payment_method = 'PIX', increase = ${where},
       wallet_id = ${wallets()}[1 + id % 2] where ${among(rows)}`,
  undoes: (rows: Touched, where: number) =>
    `update installments set forecast = true, payment_date = null, wallet_id = null, payment_method = null, increase = 0, discount = 0,
       due_date = due_date + ${where} where ${among(rows)}`,
  dropsShares: (rows: Touched, where: number) =>
    `delete from apportionment_shares where ${among(rows, 'installment_id')} and apportionment_id % 3 = ${where}`,
  putsShares: (rows: Touched, where: number) =>
    `insert into apportionment_shares (account_id, transaction_id, installment_id, apportionment_id, gross_value)
     select a.account_id, a.transaction_id, i.id, a.id, ${where + 1}
       from apportionments a join installments i on i.transaction_id = a.transaction_id where ${among(rows, 'a.transaction_id')}
     on conflict (installment_id, apportionment_id) do update set gross_value = excluded.gross_value`,
  deletesApportionments: (rows: Touched, where: number) =>
    `delete from apportionments where ${among(rows)} and transaction_id % 3 = ${where}`,
  deletesInstallments: (rows: Touched, where: number) =>
    `delete from installments where ${among(rows)} and transaction_id % 5 = ${where}`,
};
const change = fc.record({
  kind: fc.constantFrom(...(Object.keys(changes) as (keyof typeof changes)[])),
  rows: touched,
  place,
});

const OF_FLOWS = /^as somas do fluxo de caixa/;
const wrong = async () => {
  const findings = new Findings();
  await verifySums(kyselyOn(client), String(ledger.accountId), findings);
  return findings.differences.filter(({ subject }) => OF_FLOWS.test(subject));
};

test('The sums of cash flow follow any statements that change documents', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 8 }), async (statements) => {
      // Never committed: what a document adds up to is checked at the end.
      await client.query('begin; set constraints all deferred; set local prumo.owner_access = on');
      try {
        for (const { kind, rows, place: where } of statements) {
          await client.query(`set local prumo.owner_access = on; ${changes[kind](rows, where)}`);
        }
        await client.query('set local prumo.owner_access = on');
        expect(await wrong()).toEqual([]);
        await client.query('select fold_flows(), fold_wallet_flows(); set local prumo.owner_access = on');
        expect(await wrong()).toEqual([]);
      } finally {
        await client.query('rollback');
      }
    }),
    { numRuns: 60, seed: 20_261_129 },
  );
}, 60_000);
