import { sql } from 'kysely';
import { conflict, notFound } from '../../platform/errors.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import type { Session } from '../../platform/session.ts';
import { QUOTE_MISSING, visible } from './access.ts';
import { readStored, type StoredQuote } from './read.ts';

/** A quote as a call names it, with the version that the caller knows. */
export interface VersionedKey {
  companyId: number;
  id: number;
  version?: number | undefined;
}

/** Holds a quote until the SQL transaction ends, then reads it. @throws ServiceError 404, 409 on a stale version */
export const holdQuote = async (
  trx: Trx,
  session: Session,
  { companyId, id, version }: VersionedKey,
  now: Date,
): Promise<StoredQuote> => {
  const { rows } = await sql`
    select from quotes q where ${visible(session, companyId)} and q.id = ${id} for update`.execute(trx);
  if (rows.length === 0) throw notFound(QUOTE_MISSING);
  const stored = await readStored(trx, session, { companyId, id }, now);
  if (version !== undefined && version !== stored.version)
    throw conflict('Esta cotação foi alterada por outra pessoa. Confira a versão gravada e tente de novo.');
  return stored;
};
