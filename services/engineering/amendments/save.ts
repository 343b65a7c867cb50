import { sql } from 'kysely';
import type {
  AmendmentBody,
  AmendmentUpdate,
  SavedAmendment,
} from '#schema/engineering/costEstimates/amendments.rest.ts';
import { conflict, notFound, ruleBroken, staleVersion } from '../../platform/errors.ts';
import type { Trx, Work } from '../../platform/db/unitOfWork.ts';
import type { EstimateKey } from '../costEstimates/access.ts';
import { holdForWrite, IMPORTED, type Held } from '../costEstimates/lock.ts';
import type { Reader } from '../costEstimates/read.ts';
import { requireAllowed } from './check.ts';
import { readLines } from './draft.ts';
import { holdSides } from '../measurements/openSheets.ts';
import { AMENDMENT_MISSING, stepOf } from './read.ts';
import { amendmentAnswer } from './steps.ts';
import { readState, type Amendment, type AmendmentLine, type AmendmentState } from './state.ts';

export const ENTITY = 'costEstimateAmendment';
const NOT_APPROVED = 'O orçamento não está aprovado. Aprove-o para fazer aditivos.';
const ALREADY_APPROVED = 'Este aditivo está aprovado. Desfaça a aprovação para alterar.';
const GIVEN_UP = 'Este aditivo está cancelado. Retome-o para alterar.';

/** An amendment that a call names, on the version that it was read. */
export interface AmendmentKey {
  key: EstimateKey;
  id: number;
  version?: number | undefined;
}

/** @throws ServiceError 422 for an estimate that has no amendments */
export const requireAmendable = ({ approved, fromAnotherSystem }: Held): void => {
  if (fromAnotherSystem) throw ruleBroken(IMPORTED);
  if (!approved) throw ruleBroken(NOT_APPROVED);
};

/**
 * Holds the estimate and its measurements, so that what is done to them comes one after the other.
 * @throws ServiceError 404, 423, 409
 */
export const openAmendment = async (
  trx: Trx,
  reader: Reader,
  { key, id }: AmendmentKey,
): Promise<{ held: Held; state: AmendmentState; amendment: Amendment }> => {
  const held = await holdForWrite(trx, reader, key);
  await holdSides(trx, reader.session.accountId, held.id);
  const state = await readState(trx, reader, key);
  const amendment = state.amendments.find((one) => one.id === id);
  if (!amendment) throw notFound(AMENDMENT_MISSING);
  return { held, state, amendment };
};

/** @throws ServiceError 409 for another version than was read */
export const requireVersion = ({ version }: Amendment, wanted: number | undefined): void => {
  if (wanted !== undefined && wanted !== version) throw staleVersion();
};

/** @throws ServiceError 409 for an amendment that is not being written */
const requireDraft = ({ status }: Amendment): void => {
  if (status === 'APPROVED') throw conflict(ALREADY_APPROVED);
  if (status === 'CANCELLED') throw conflict(GIVEN_UP);
};

const storeLines = async (
  trx: Trx,
  accountId: number,
  { estimateId, id }: { estimateId: number; id: number },
  lines: readonly AmendmentLine[],
): Promise<void> => {
  await sql`delete from cost_estimate_amendment_lines
    where account_id = ${accountId} and cost_estimate_id = ${estimateId} and amendment_id = ${id}`.execute(trx);
  if (lines.length === 0) return;
  const rows = lines.map((line, index) => ({ ...line, position: index + 1 }));
  await sql`
    insert into cost_estimate_amendment_lines (account_id, cost_estimate_id, amendment_id, position, line_id, added,
      parent_id, source_code, description, unit, unit_price, bdi_id, quantity)
    select ${accountId}::bigint, ${estimateId}::bigint, ${id}::bigint, r.position, r."lineId", r.added, r."parentId",
           r."sourceCode", r.description, r.unit, r."unitPrice", r."bdiId", r.quantity
    from json_to_recordset(${JSON.stringify(rows)}::json) as r(position integer, "lineId" bigint, added boolean,
      "parentId" bigint, "sourceCode" text, description text, unit text, "unitPrice" numeric, "bdiId" bigint,
      quantity numeric)`.execute(trx);
};

/** An amendment and its estimate after a call. */
export const answerOf = async (trx: Trx, reader: Reader, { key, id }: AmendmentKey): Promise<SavedAmendment> => {
  const state = await readState(trx, reader, key);
  return { amendment: amendmentAnswer(state, stepOf(state, id)), costEstimate: state.estimate };
};

/** Stores the lines of a draft and checks it against the contract of now. @throws ServiceError 422 */
export const storeDraft = async (
  trx: Trx,
  reader: Reader,
  { key, id, state }: AmendmentKey & { state: AmendmentState },
  lines: readonly AmendmentLine[],
): Promise<SavedAmendment> => {
  // A line that appears twice breaks a key of the table: it is told before.
  const drafted = state.amendments.map((one) => (one.id === id ? { ...one, lines } : one));
  requireAllowed(state, stepOf({ ...state, amendments: drafted }, id));
  await storeLines(trx, reader.session.accountId, { estimateId: state.estimate.id, id }, lines);
  return answerOf(trx, reader, { key, id });
};

/** What an amendment says beside its lines; `measurementId`: the measurement whose excess it takes over. */
type Head = Pick<AmendmentBody, 'date' | 'reason' | 'days'> & { measurementId?: number };

/** Begins an amendment without lines, numbered within its estimate. */
export const insertAmendment = async (
  trx: Trx,
  work: Work,
  estimateId: number,
  { date, reason, days = 0, measurementId }: Head,
): Promise<number> => {
  const { accountId, userId } = work.session;
  const now = work.clock.now();
  const { rows } = await sql<{ id: number }>`
    insert into cost_estimate_amendments (account_id, cost_estimate_id, number, date, reason, days, measurement_id,
      created_at, created_by, updated_at)
    select ${accountId}::bigint, ${estimateId}::bigint, coalesce(max(number), 0) + 1, ${date}::date, ${reason.trim()},
           ${days}, ${measurementId ?? null}::bigint, ${now}, ${userId}::bigint, ${now}
    from cost_estimate_amendments where account_id = ${accountId} and cost_estimate_id = ${estimateId}
    returning id`.execute(trx);
  return rows[0]?.id ?? 0;
};

/** Begins an amendment. @throws ServiceError 404, 423, 422 at the fields that are wrong */
export const createAmendment = async (
  trx: Trx,
  work: Work,
  reader: Reader,
  { key, body }: { key: EstimateKey; body: AmendmentBody },
): Promise<SavedAmendment> => {
  const held = await holdForWrite(trx, reader, key);
  requireAmendable(held);
  const id = await insertAmendment(trx, work, held.id, body);
  const state = await readState(trx, reader, key);
  const lines = await readLines(trx, work.session.accountId, state, body.lines);
  const saved = await storeDraft(trx, reader, { key, id, state }, lines);
  work.audit({ action: 'create', entity: ENTITY, entityId: id, details: { ...body, costEstimateId: held.id } });
  return saved;
};

/** Changes an amendment that is being written. @throws ServiceError 404, 423, 409, 422 at the fields that are wrong */
export const updateAmendment = async (
  trx: Trx,
  work: Work,
  reader: Reader,
  { body: { version, ...body }, ...target }: AmendmentKey & { body: AmendmentUpdate },
): Promise<SavedAmendment> => {
  const { held, state, amendment } = await openAmendment(trx, reader, target);
  requireVersion(amendment, version);
  requireDraft(amendment);
  requireAmendable(held);
  const { id } = amendment;
  const { accountId } = work.session;
  await sql`
    update cost_estimate_amendments set date = ${body.date}::date, reason = ${body.reason.trim()},
      days = ${body.days ?? amendment.days}, version = version + 1, updated_at = ${work.clock.now()}
    where account_id = ${accountId} and id = ${id}`.execute(trx);
  const lines = await readLines(trx, accountId, state, body.lines);
  const saved = await storeDraft(trx, reader, { key: target.key, id, state }, lines);
  work.audit({ action: 'update', entity: ENTITY, entityId: id, details: body });
  return saved;
};

/** Deletes an amendment that is not approved. @throws ServiceError 404, 423, 409 */
export const removeAmendment = async (
  trx: Trx,
  work: Work,
  reader: Reader,
  target: AmendmentKey,
): Promise<{ id: number }> => {
  const { amendment } = await openAmendment(trx, reader, target);
  requireVersion(amendment, target.version);
  const { id, number, status } = amendment;
  if (status === 'APPROVED') throw conflict(ALREADY_APPROVED);
  await sql`delete from cost_estimate_amendments where account_id = ${work.session.accountId} and id = ${id}`.execute(
    trx,
  );
  work.audit({ action: 'delete', entity: ENTITY, entityId: id, details: { number } });
  return { id };
};
