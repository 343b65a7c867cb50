import { sql } from 'kysely';
import { conflict, notFound } from '../../platform/errors.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import type { Session } from '../../platform/session.ts';
import { ORDER_MISSING, visible } from './access.ts';
import { readStored, type StoredOrder } from './read.ts';

/** An order as a call names it, with the version that the caller knows. */
export interface VersionedKey {
  companyId: number;
  id: number;
  version?: number | undefined;
}

/** Holds an order until the SQL transaction ends, then reads it. @throws ServiceError 404, 409 on a stale version */
export const holdOrder = async (
  trx: Trx,
  session: Session,
  { companyId, id, version }: VersionedKey,
): Promise<StoredOrder> => {
  const { rows } = await sql`
    select from orders o where ${visible(session, companyId)} and o.id = ${id} for update`.execute(trx);
  if (rows.length === 0) throw notFound(ORDER_MISSING);
  const stored = await readStored(trx, session, { companyId, id });
  if (version !== undefined && version !== stored.version)
    throw conflict('Este pedido foi alterado por outra pessoa. Confira a versão gravada e tente de novo.');
  return stored;
};
