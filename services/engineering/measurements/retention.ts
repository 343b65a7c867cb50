import { sql } from 'kysely';
import { formatDate } from '#domain/dates.ts';
import { compare, formatCurrency, isPositive, isZero, type Money } from '#domain/money.ts';
import type {
  MeasurementContract,
  MeasurementRow,
  ReleaseBody,
} from '#schema/engineering/measurements/measurements.rest.ts';
import { notFound, ruleBroken } from '../../platform/errors.ts';
import type { Trx, Work } from '../../platform/db/unitOfWork.ts';
import type { Reader } from '../costEstimates/read.ts';
import { makeDocument, partsOf, removeDocument } from './billing.ts';
import { readContract } from './contracts.ts';
import { holdContract } from './hold.ts';

const NOTHING_RETAINED = 'Não há retenção a liberar.';
const RELEASE_MISSING = 'Liberação não encontrada.';

/** What the closed measurements of a contract have kept back, less what was released. */
export const retainedOf = async (trx: Trx, accountId: number, contractId: number): Promise<Money> => {
  const { rows } = await sql<{ retained: Money }>`
    select coalesce((select sum(m.retention_value) from measurements m
                      where m.account_id = ${accountId} and m.contract_id = ${contractId}), 0.00)
         - coalesce((select sum(r.value) from retention_releases r
                      where r.account_id = ${accountId} and r.contract_id = ${contractId}), 0.00) as retained`.execute(
    trx,
  );
  return rows[0]?.retained ?? '0.00';
};

/** Rows of the last closed measurement: a release belongs to the stages as they are measured by then. */
const lastSheet = async (trx: Trx, accountId: number, contractId: number): Promise<MeasurementRow[]> => {
  const { rows } = await sql<{ sheet: MeasurementRow[] }>`
    select sheet from measurements where account_id = ${accountId} and contract_id = ${contractId} and status = 'CLOSED'
    order by number desc limit 1`.execute(trx);
  return rows[0]?.sheet ?? [];
};

const requireRetained = (value: Money, retained: Money): void => {
  const message = isZero(retained)
    ? NOTHING_RETAINED
    : `O valor a liberar vai de ${formatCurrency('0.01')} a ${formatCurrency(retained)}, o saldo retido.`;
  if (isPositive(value) && compare(value, retained) <= 0) return;
  throw ruleBroken(message, [{ path: 'value', message }]);
};

/** Makes a document of what was kept back. @throws ServiceError 404, 422 */
export const releaseRetention = async (
  trx: Trx,
  work: Work,
  reader: Reader,
  { contractId, body }: { contractId: number; body: ReleaseBody },
): Promise<MeasurementContract> => {
  const { accountId, userId } = work.session;
  const contract = await holdContract(trx, reader.session, { id: contractId });
  const retained = await retainedOf(trx, accountId, contractId);
  const value = body.value ?? retained;
  requireRetained(value, retained);
  const today = reader.clock.today(reader.session.timeZone);
  const transactionId = await makeDocument(trx, work, reader, contract, {
    value,
    dueDate: body.dueDate,
    competenceDate: today,
    documentNumber: `${contract.estimateCode} retenção`,
    description: `Liberação de retenção de ${contract.estimateCode} em ${formatDate(today)}`,
    parts: partsOf(await lastSheet(trx, accountId, contractId), 'accumulated'),
  });
  await sql`
    insert into retention_releases (account_id, contract_id, value, due_date, transaction_id, created_at, created_by)
    values (${accountId}, ${contractId}, ${value}::numeric, ${body.dueDate}, ${transactionId}, ${work.clock.now()}, ${userId})
    `.execute(trx);
  const details = { value, transactionId };
  work.audit({ action: 'release', entity: 'measurementContract', entityId: contractId, details });
  return readContract(trx, reader.session, contractId);
};

/** Deletes a release with its document. @throws ServiceError 404, 422 once any of it is paid */
export const undoRelease = async (
  trx: Trx,
  work: Work,
  reader: Reader,
  { contractId, releaseId }: { contractId: number; releaseId: number },
): Promise<MeasurementContract> => {
  const { accountId } = work.session;
  const contract = await holdContract(trx, reader.session, { id: contractId });
  const { rows } = await sql<{ transactionId: number }>`
    delete from retention_releases where account_id = ${accountId} and contract_id = ${contractId} and id = ${releaseId}
    returning transaction_id as "transactionId"`.execute(trx);
  if (!rows[0]) throw notFound(RELEASE_MISSING);
  await removeDocument(trx, work, reader, contract, rows[0].transactionId);
  work.audit({ action: 'undoRelease', entity: 'measurementContract', entityId: contractId, details: { releaseId } });
  return readContract(trx, reader.session, contractId);
};
