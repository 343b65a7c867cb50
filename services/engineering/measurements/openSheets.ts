import { sql, type RawBuilder } from 'kysely';
import type { Trx, Work } from '../../platform/db/unitOfWork.ts';
import type { Reader } from '../costEstimates/read.ts';
import { figuresOf, readSheet, type SheetKey } from './sheet.ts';
import { storeFigures } from './store.ts';

/** Holds the sides of the measurements of an estimate: nothing is measured while its quantities or prices change. */
export const holdSides = (trx: Trx, accountId: number, costEstimateId: number): Promise<unknown> =>
  sql`
  select 1 from measurement_contracts where account_id = ${accountId} and cost_estimate_id = ${costEstimateId}
  order by id for no key update`.execute(trx);

/** The measurement of a side that is being filled in gets the sums of the contract of now. */
const refresh = async (trx: Trx, work: Work, reader: Reader, side: RawBuilder<unknown>): Promise<void> => {
  const { rows } = await sql<SheetKey>`
    select m.id, m.contract_id as "contractId", m.number, k.kind, k.cost_estimate_id as "costEstimateId"
    from measurement_contracts k
    join measurements m on m.account_id = k.account_id and m.contract_id = k.id
    where k.account_id = ${work.session.accountId} and m.status <> 'CLOSED' and ${side}`.execute(trx);
  const [open] = rows;
  if (!open) return;
  const sheet = await readSheet(trx, reader, open);
  await storeFigures(trx, work, { id: open.id, figures: figuresOf(sheet.rows.map(({ row }) => row)), followed: true });
};

/** Of one side, whose lines have changed. */
export const refreshSide = (trx: Trx, work: Work, reader: Reader, contractId: number): Promise<void> =>
  refresh(trx, work, reader, sql`k.id = ${contractId}`);

/** Of the customer, whose lines are those of the estimate. */
export const refreshCustomer = (trx: Trx, work: Work, reader: Reader, costEstimateId: number): Promise<void> =>
  refresh(trx, work, reader, sql`k.cost_estimate_id = ${costEstimateId} and k.kind = 'CUSTOMER'`);
