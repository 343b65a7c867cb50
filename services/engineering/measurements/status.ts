import { sql } from 'kysely';
import { addDays, formatDate } from '#domain/dates.ts';
import { retentionOf, type SheetFigures } from '#domain/engineering/measurements/sheet.ts';
import { compare, formatCurrency, isNegative, isZero, subtract } from '#domain/money.ts';
import { formatQuantity } from '#domain/numberFormat.ts';
import type { Measurement, MeasurementRow, StatusBody } from '#schema/engineering/measurements/measurements.rest.ts';
import { conflict, ruleBroken } from '../../platform/errors.ts';
import { Problems } from '../../platform/problems.ts';
import type { Trx, Work } from '../../platform/db/unitOfWork.ts';
import type { Reader } from '../costEstimates/read.ts';
import { makeDocument, partsOf, removeDocument } from './billing.ts';
import { holdMeasurement, requireApproved, requireVersion, type HeldMeasurement } from './hold.ts';
import { storeBulletin, withdrawBulletin } from './issue.ts';
import { announceClosing } from './messages.ts';
import { refreshSide } from './openSheets.ts';
import { readMeasurement } from './read.ts';
import { retainedOf } from './retention.ts';
import { directValueOf, figuresOf, readSheet, type Contracted } from './sheet.ts';
import { storeFigures } from './store.ts';

const NOT_LAST = 'Só a última medição é reaberta. Reabra antes as que vieram depois.';
const RELEASED = 'Parte da retenção desta medição já foi liberada. Desfaça a liberação antes de reabrir.';

/** @throws ServiceError 422 with one problem for each line that needs a word, at the line */
const requireWords = (rows: readonly MeasurementRow[], figures: SheetFigures): void => {
  const problems = new Problems();
  for (const index of figures.unresolved) {
    const [row, line] = [rows[index], figures.lineAt(index)];
    if (!row || !line) continue;
    const unit = row.unit === null ? '' : ` ${row.unit}`;
    const message =
      line.state === 'REDUCED'
        ? `${row.code}: o acumulado é menor que o da medição anterior. Informe o motivo.`
        : `${row.code}: ${formatQuantity(line.excess)}${unit} acima do contratado (${formatCurrency(line.excessValue)}). Confirme o excedente e informe o motivo.`;
    problems.rule(`rows.${row.id}`, message);
  }
  problems.refuse();
};

/**
 * Stores the values of all measured lines at the prices of now: the contract may have changed after they were typed.
 */
const freezeEntries = (trx: Trx, work: Work, id: number, rows: readonly Contracted[], figures: SheetFigures) => {
  const entries = rows.flatMap((line, index) => {
    const value = figures.lineAt(index)?.accumulatedValue;
    if (line.row.version === 0 || value === undefined) return [];
    return [{ line_id: line.row.id, value, direct_value: directValueOf(line) }];
  });
  return sql`
    update measurement_entries x set value = r.value, direct_value = r.direct_value
    from json_to_recordset(${JSON.stringify(entries)}::json) as r(line_id bigint, value numeric, direct_value numeric)
    where x.account_id = ${work.session.accountId} and x.measurement_id = ${id} and x.line_id = r.line_id`.execute(trx);
};

const NEGATIVE =
  'O valor desta medição é negativo, e não há como cobrá-lo. Meça mais serviços, ou deixe-a aberta até a próxima.';

const close = async (
  trx: Trx,
  work: Work,
  reader: Reader,
  held: HeldMeasurement,
  dueDate: string | undefined,
): Promise<void> => {
  const { contract, id, number } = held;
  const sheet = await readSheet(trx, reader, held);
  requireApproved(sheet);
  const rows = sheet.rows.map(({ row }) => row);
  const figures = figuresOf(rows);
  requireWords(rows, figures);
  if (isNegative(figures.periodValue)) throw ruleBroken(NEGATIVE);
  const retention = retentionOf(figures.periodValue, contract.retentionPercentage);
  const net = subtract(figures.periodValue, retention);
  const due = dueDate ?? addDays(held.periodEnd, contract.paymentDays);
  await freezeEntries(trx, work, id, sheet.rows, figures);
  await storeFigures(trx, work, { id, figures });
  const transactionId = isZero(net)
    ? null
    : await makeDocument(trx, work, reader, contract, {
        value: net,
        dueDate: due,
        competenceDate: held.periodEnd,
        documentNumber: `${contract.estimateCode} M${number}`,
        description: `Medição ${number} de ${contract.estimateCode}, ${formatDate(held.periodStart)} a ${formatDate(held.periodEnd)}`,
        parts: partsOf(rows, 'period'),
      });
  await sql`
    update measurements set status = 'CLOSED', sheet = ${JSON.stringify(rows)}::jsonb,
      retention_percentage = ${contract.retentionPercentage}::numeric, retention_value = ${retention}::numeric,
      due_date = ${due}, transaction_id = ${transactionId}, closed_at = ${work.clock.now()},
      closed_by = ${work.session.userId}
    where account_id = ${work.session.accountId} and id = ${id}`.execute(trx);
  await storeBulletin(trx, work, await readMeasurement(trx, reader.session, id));
};

const reopen = async (trx: Trx, work: Work, reader: Reader, held: HeldMeasurement): Promise<void> => {
  if (!held.isLast) throw conflict(NOT_LAST);
  const { accountId, userId } = work.session;
  const retained = await retainedOf(trx, accountId, held.contractId);
  if (compare(held.retentionValue, retained) > 0) throw ruleBroken(RELEASED);
  await sql`
    update measurements set status = 'OPEN', sheet = null, transaction_id = null, due_date = null, retention_value = 0,
      closed_at = null, closed_by = null, review_at = null, review_by = null, version = version + 1,
      updated_at = ${work.clock.now()}, updated_by = ${userId}
    where account_id = ${accountId} and id = ${held.id}`.execute(trx);
  await withdrawBulletin(trx, work, held.id);
  // Its prices may have changed since it was closed.
  await refreshSide(trx, work, reader, held.contractId);
  if (held.transactionId !== null) await removeDocument(trx, work, reader, held.contract, held.transactionId);
};

const review = (trx: Trx, work: Work, id: number, asked: boolean): Promise<unknown> => {
  const { accountId, userId } = work.session;
  const now = work.clock.now();
  return sql`
    update measurements set status = ${asked ? 'REVIEW' : 'OPEN'}, review_at = ${asked ? now : null},
      review_by = ${asked ? userId : null}, version = version + 1, updated_at = ${now}, updated_by = ${userId}
    where account_id = ${accountId} and id = ${id}`.execute(trx);
};

const actionOf = (before: Measurement['status'], after: Measurement['status']): string => {
  if (after === 'CLOSED') return 'close';
  if (after === 'REVIEW') return 'review';
  return before === 'CLOSED' ? 'reopen' : 'resume';
};

const STILL_CLOSED = 'Esta medição está fechada. Reabra-a antes de enviá-la para conferência.';

/**
 * Sends a measurement for checking, closes it with its document, or opens it again. One that is in the state already is
 * answered as it is. @throws ServiceError 404, 409, 422
 */
export const setStatus = async (
  trx: Trx,
  work: Work,
  reader: Reader,
  { id, body: { status, version, dueDate } }: { id: number; body: StatusBody },
): Promise<Measurement> => {
  const held = await holdMeasurement(trx, reader.session, id);
  if (held.status !== status) {
    requireVersion(held, version);
    if (held.status === 'CLOSED' && status === 'REVIEW') throw conflict(STILL_CLOSED);
    if (status === 'CLOSED') await close(trx, work, reader, held, dueDate);
    else if (held.status === 'CLOSED') await reopen(trx, work, reader, held);
    else await review(trx, work, id, status === 'REVIEW');
    work.audit({ action: actionOf(held.status, status), entity: 'measurement', entityId: id });
  }
  const now = await readMeasurement(trx, reader.session, id);
  if (status === 'CLOSED' && held.status !== 'CLOSED') await announceClosing(trx, work, reader, now);
  return now;
};
