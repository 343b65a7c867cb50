import { sql } from 'kysely';
import { conflict, notFound, ruleBroken, staleVersion } from '../../platform/errors.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import type { Session } from '../../platform/session.ts';
import { visible } from '../costEstimates/access.ts';
import type { MeasurementStatus } from '#schema/engineering/measurements/measurements.rest.ts';
import { MEASUREMENT_MISSING } from './read.ts';
import type { SheetKey } from './sheet.ts';

export const CONTRACT_MISSING = 'Lado da medição não encontrado.';
const CLOSED = 'Esta medição está fechada. Reabra-a para alterar.';
export const NOT_APPROVED = 'O orçamento não está aprovado. Aprove-o para medir.';

/** A contract that is held until the end of the SQL transaction. */
export interface HeldContract {
  id: number;
  kind: 'CUSTOMER' | 'CONTRACTOR';
  companyId: number;
  costEstimateId: number;
  buildingId: number;
  estimateCode: string;
  approved: boolean;
  partnerId: number | null;
  categoryId: number | null;
  retentionPercentage: string;
  paymentDays: number;
  version: number;
}

/** Holds a side, so that what is done to it and to its measurements comes one after the other. @throws ServiceError 404, 409 */
export const holdContract = async (
  trx: Trx,
  session: Session,
  { id, version }: { id: number; version?: number | undefined },
  missing = CONTRACT_MISSING,
): Promise<HeldContract> => {
  const { rows } = await sql<HeldContract>`
    select k.id, k.kind, k.company_id as "companyId", k.cost_estimate_id as "costEstimateId", e.building_id as "buildingId",
           e.code as "estimateCode", e.approved, coalesce(k.partner_id, e.customer_id) as "partnerId",
           k.category_id as "categoryId", k.retention_percentage as "retentionPercentage",
           k.payment_days as "paymentDays", k.version
    from measurement_contracts k
    join cost_estimates e on e.account_id = k.account_id and e.id = k.cost_estimate_id
    where ${visible(session)} and k.account_id = ${session.accountId} and k.id = ${id}
    for no key update of k`.execute(trx);
  const [held] = rows;
  if (!held) throw notFound(missing);
  if (version !== undefined && version !== held.version) throw staleVersion();
  return held;
};

/** A measurement that is held with its contract. */
export interface HeldMeasurement extends SheetKey {
  contract: HeldContract;
  periodStart: string;
  periodEnd: string;
  status: MeasurementStatus;
  transactionId: number | null;
  retentionValue: string;
  isLast: boolean;
  version: number;
}

type StoredMeasurement = Omit<HeldMeasurement, 'contract' | 'kind' | 'costEstimateId'>;

/** @throws ServiceError 404 */
export const holdMeasurement = async (trx: Trx, session: Session, id: number): Promise<HeldMeasurement> => {
  const { rows: found } = await sql<{ contractId: number }>`
    select contract_id as "contractId" from measurements where account_id = ${session.accountId} and id = ${id}`.execute(
    trx,
  );
  if (!found[0]) throw notFound(MEASUREMENT_MISSING);
  const contract = await holdContract(trx, session, { id: found[0].contractId }, MEASUREMENT_MISSING);
  const { rows } = await sql<StoredMeasurement>`
    select m.id, m.contract_id as "contractId", m.number, m.period_start as "periodStart", m.period_end as "periodEnd",
           m.status, m.transaction_id as "transactionId", m.retention_value as "retentionValue", m.version,
           m.number = (select max(n.number) from measurements n where n.account_id = m.account_id
             and n.contract_id = m.contract_id) as "isLast"
    from measurements m where m.account_id = ${session.accountId} and m.id = ${id} for update`.execute(trx);
  const [held] = rows;
  if (!held) throw notFound(MEASUREMENT_MISSING);
  return { ...held, contract, kind: contract.kind, costEstimateId: contract.costEstimateId };
};

/** @throws ServiceError 409 for another version than was read */
export const requireVersion = (held: { version: number }, version: number | undefined): void => {
  if (version !== undefined && version !== held.version) throw staleVersion();
};

/** @throws ServiceError 409 for a closed measurement */
export const requireOpen = ({ status }: HeldMeasurement): void => {
  if (status === 'CLOSED') throw conflict(CLOSED);
};

/** @throws ServiceError 422 where the cost estimate is not approved */
export const requireApproved = ({ approved }: { approved: boolean }): void => {
  if (!approved) throw ruleBroken(NOT_APPROVED);
};
