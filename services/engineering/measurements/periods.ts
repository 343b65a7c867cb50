import { sql } from 'kysely';
import { addDays, formatDate } from '#domain/dates.ts';
import type {
  Measurement,
  MeasurementBody,
  MeasurementUpdate,
} from '#schema/engineering/measurements/measurements.rest.ts';
import { conflict, ruleBroken } from '../../platform/errors.ts';
import type { Trx, Work } from '../../platform/db/unitOfWork.ts';
import type { Reader } from '../costEstimates/read.ts';
import { holdContract, holdMeasurement, requireApproved, requireOpen, requireVersion } from './hold.ts';
import { readMeasurement } from './read.ts';
import { figuresOf, readSheet } from './sheet.ts';
import { storeFigures } from './store.ts';

interface Before {
  number: number;
  status: Measurement['status'];
  periodEnd: string;
}

const readBefore = async (trx: Trx, accountId: number, contractId: number, below?: number) => {
  const { rows } = await sql<Before>`
    select number, status, period_end as "periodEnd" from measurements
    where account_id = ${accountId} and contract_id = ${contractId}
      and (${below ?? null}::integer is null or number < ${below ?? null}::integer)
    order by number desc limit 1`.execute(trx);
  return rows[0];
};

/** @throws ServiceError 422 at the day that does not fit */
const requirePeriod = ({ start, end }: { start: string; end: string }, before: Before | undefined): void => {
  if (before && start <= before.periodEnd) {
    const message = `O período começa depois de ${formatDate(before.periodEnd)}, fim da medição ${before.number}.`;
    throw ruleBroken(message, [{ path: 'periodStart', message }]);
  }
  if (end < start) {
    const message = `O período termina em ${formatDate(start)} ou depois.`;
    throw ruleBroken(message, [{ path: 'periodEnd', message }]);
  }
};

const startAfter = (before: Before | undefined, end: string): string =>
  before ? addDays(before.periodEnd, 1) : `${end.slice(0, 8)}01`;

/** Begins the next measurement of a side. @throws ServiceError 404, 409, 422 */
export const createMeasurement = async (
  trx: Trx,
  work: Work,
  reader: Reader,
  { contractId, body }: { contractId: number; body: MeasurementBody },
): Promise<Measurement> => {
  const { accountId, userId } = work.session;
  const contract = await holdContract(trx, reader.session, { id: contractId });
  requireApproved(contract);
  const before = await readBefore(trx, accountId, contractId);
  if (before && before.status !== 'CLOSED') {
    throw conflict(`A medição ${before.number} ainda não foi fechada. Feche-a antes de começar outra.`);
  }
  const start = body.periodStart ?? startAfter(before, body.periodEnd);
  requirePeriod({ start, end: body.periodEnd }, before);
  const number = (before?.number ?? 0) + 1;
  const { rows } = await sql<{ id: number }>`
    insert into measurements (account_id, contract_id, number, period_start, period_end, updated_at, updated_by, version)
    values (${accountId}, ${contractId}, ${number}, ${start}, ${body.periodEnd}, ${work.clock.now()}, ${userId}, 0)
    returning id`.execute(trx);
  const id = rows[0]?.id ?? 0;
  const { kind, costEstimateId } = contract;
  const sheet = await readSheet(trx, reader, { id, contractId, number, kind, costEstimateId });
  await storeFigures(trx, work, { id, figures: figuresOf(sheet.rows.map(({ row }) => row)) });
  work.audit({ action: 'create', entity: 'measurement', entityId: id, details: { contractId, number, ...body } });
  return readMeasurement(trx, reader.session, id);
};

/** Changes the period. @throws ServiceError 404, 409, 422 */
export const updateMeasurement = async (
  trx: Trx,
  work: Work,
  reader: Reader,
  { id, body: { version, ...period } }: { id: number; body: MeasurementUpdate },
): Promise<Measurement> => {
  const { accountId, userId } = work.session;
  const held = await holdMeasurement(trx, reader.session, id);
  requireVersion(held, version);
  requireOpen(held);
  const [start, end] = [period.periodStart ?? held.periodStart, period.periodEnd ?? held.periodEnd];
  requirePeriod({ start, end }, await readBefore(trx, accountId, held.contractId, held.number));
  await sql`
    update measurements set period_start = ${start}, period_end = ${end}, version = version + 1,
      updated_at = ${work.clock.now()}, updated_by = ${userId}
    where account_id = ${accountId} and id = ${id}`.execute(trx);
  work.audit({ action: 'update', entity: 'measurement', entityId: id, details: period });
  return readMeasurement(trx, reader.session, id);
};

/** Deletes the last measurement of its side, with what was typed in it. @throws ServiceError 404, 409 */
export const removeMeasurement = async (
  trx: Trx,
  work: Work,
  reader: Reader,
  { id, version }: { id: number; version?: number | undefined },
): Promise<{ id: number }> => {
  const held = await holdMeasurement(trx, reader.session, id);
  requireVersion(held, version);
  requireOpen(held);
  await sql`delete from measurements where account_id = ${work.session.accountId} and id = ${id}`.execute(trx);
  const was = { companyId: held.contract.companyId, buildingIds: [held.contract.buildingId] };
  work.audit({ action: 'delete', entity: 'measurement', entityId: id, details: { number: held.number }, was });
  return { id };
};
