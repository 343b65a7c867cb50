import { sql } from 'kysely';
import { fromTenThousandths, toTenThousandths } from '#domain/money.ts';
import {
  MAX_AMENDMENT_LINES,
  type AmendedExcess,
  type ExcessBody,
} from '#schema/engineering/costEstimates/amendments.rest.ts';
import { notFound, ruleBroken } from '../../platform/errors.ts';
import type { Trx, Work } from '../../platform/db/unitOfWork.ts';
import type { EstimateKey } from '../costEstimates/access.ts';
import { holdForWrite } from '../costEstimates/lock.ts';
import type { Reader } from '../costEstimates/read.ts';
import { holdMeasurement, requireOpen, type HeldMeasurement } from '../measurements/hold.ts';
import { MEASUREMENT_MISSING } from '../measurements/read.ts';
import { figuresOf, readSheet } from '../measurements/sheet.ts';
import { NOTHING_NEW } from './draft.ts';
import { answerOf, ENTITY, insertAmendment, requireAmendable, storeDraft } from './save.ts';
import { readState, type Amendment, type AmendmentLine, type AmendmentState } from './state.ts';

const OF_CONTRACTOR = 'Só a medição do cliente tem aditivo. O contrato de um fornecedor é alterado na página dele.';
const NOT_ABOVE = 'Esta linha não está acima do contratado, ou o excedente já foi confirmado.';
const TOO_MANY = `Um aditivo tem no máximo ${MAX_AMENDMENT_LINES.toLocaleString('pt-BR')} linhas. Divida-o em mais de um.`;

/** Quantities in ten-thousandths by line. */
type Quantities = Map<number, bigint>;

/** What a measurement has above the contract and nobody has confirmed, by line. */
const readExcess = async (trx: Trx, reader: Reader, held: HeldMeasurement): Promise<Quantities> => {
  const rows = (await readSheet(trx, reader, held)).rows.map(({ row }) => row);
  const figures = figuresOf(rows);
  return new Map(
    rows.flatMap(({ id, excessConfirmed }, index) => {
      const line = figures.lineAt(index);
      return line?.state === 'ABOVE' && !excessConfirmed ? [[id, toTenThousandths(line.excess)] as const] : [];
    }),
  );
};

/** What the amendments in the making add to lines of the contract. */
const draftedIn = (amendments: readonly Amendment[]): Quantities => {
  const drafted: Quantities = new Map();
  for (const { status, lines } of amendments)
    for (const { lineId, quantity } of status === 'DRAFT' ? lines : []) {
      const more = toTenThousandths(quantity);
      if (lineId !== null && more > 0n) drafted.set(lineId, (drafted.get(lineId) ?? 0n) + more);
    }
  return drafted;
};

/** Lines of an amendment with more of some: a reduction gives way to what was measured. */
const withMore = (lines: readonly AmendmentLine[], more: ReadonlyMap<number, bigint>): AmendmentLine[] => {
  const left = new Map(more);
  const changed = lines.map((line) => {
    const added = line.lineId === null ? undefined : left.get(line.lineId);
    if (line.lineId === null || added === undefined) return line;
    left.delete(line.lineId);
    const before = toTenThousandths(line.quantity);
    return { ...line, quantity: fromTenThousandths((before > 0n ? before : 0n) + added) };
  });
  const begun = [...left].map(([lineId, quantity]) => ({
    ...NOTHING_NEW,
    ...{ lineId, quantity: fromTenThousandths(quantity) },
  }));
  return [...changed, ...begun];
};

const isDraft = ({ status }: Amendment): boolean => status === 'DRAFT';

/** The amendment in the making that takes over the excess of a measurement. */
const ownOf = ({ amendments }: AmendmentState, measurementId: number): Amendment | undefined =>
  amendments.find((one) => isDraft(one) && one.measurementId === measurementId);

/** Stores what the measurement's amendment gets; it is begun where there is none. @throws ServiceError 422 */
const takeOver = async (
  trx: Trx,
  work: Work,
  reader: Reader,
  {
    key,
    held,
    state,
    missing,
    date,
  }: {
    key: EstimateKey;
    held: HeldMeasurement;
    state: AmendmentState;
    missing: Quantities;
    date: string;
  },
): Promise<AmendedExcess> => {
  const { accountId } = work.session;
  const own = ownOf(state, held.id);
  const lines = withMore(own?.lines ?? [], missing);
  if (lines.length > MAX_AMENDMENT_LINES) throw ruleBroken(TOO_MANY);
  const reason = `Medição ${held.number}: serviços acima do contratado`;
  const id = own?.id ?? (await insertAmendment(trx, work, state.estimate.id, { date, reason, measurementId: held.id }));
  if (own)
    await sql`
      update cost_estimate_amendments set version = version + 1, updated_at = ${work.clock.now()}
      where account_id = ${accountId} and id = ${id}`.execute(trx);
  const now = own ? state : await readState(trx, reader, key);
  const saved = await storeDraft(trx, reader, { key, id, state: now }, lines);
  const details = { measurementId: held.id, lines: missing.size };
  work.audit({ action: own ? 'update' : 'create', entity: ENTITY, entityId: id, details });
  return { ...saved, outcome: own ? 'CHANGED' : 'CREATED' };
};

/**
 * "Medir como aditivo" (mock 26): everything that an open measurement of the customer has above the contract gets into one
 * amendment in the making. What any amendment in the making adds already is not added again: approved with another one, an
 * excess would count twice. Answers the amendment that was begun or changed; where nothing was missing, that of line `rowId`.
 * @throws ServiceError 404, 423, 409 for a closed measurement, 422
 */
export const amendExcess = async (
  trx: Trx,
  work: Work,
  reader: Reader,
  { key, body: { measurementId, rowId, date } }: { key: EstimateKey; body: ExcessBody },
): Promise<AmendedExcess> => {
  const estimate = await holdForWrite(trx, reader, key);
  const held = await holdMeasurement(trx, reader.session, measurementId);
  if (held.costEstimateId !== estimate.id) throw notFound(MEASUREMENT_MISSING);
  if (held.kind !== 'CUSTOMER') throw ruleBroken(OF_CONTRACTOR);
  requireOpen(held);
  requireAmendable(estimate);
  const excess = await readExcess(trx, reader, held);
  if (!excess.has(rowId)) throw ruleBroken(NOT_ABOVE, [{ path: 'rowId', message: NOT_ABOVE }]);
  const state = await readState(trx, reader, key);
  const drafted = draftedIn(state.amendments);
  const missing: Quantities = new Map();
  for (const [lineId, quantity] of excess) {
    const more = quantity - (drafted.get(lineId) ?? 0n);
    if (more > 0n) missing.set(lineId, more);
  }
  if (missing.size > 0) return takeOver(trx, work, reader, { key, held, state, missing, date });
  const hasLine = (one: Amendment): boolean =>
    isDraft(one) && one.lines.some(({ lineId, quantity }) => lineId === rowId && toTenThousandths(quantity) > 0n);
  const has = state.amendments.find(hasLine);
  return { ...(await answerOf(trx, reader, { key, id: has?.id ?? 0 })), outcome: 'UNCHANGED' };
};
