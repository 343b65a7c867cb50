import { sql } from 'kysely';
import { invalid } from '../../platform/errors.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';

/** Counts the installments of these transactions and their shares, which dominate the time and memory of a page. */
const partCount = async (trx: Trx, ids: readonly number[]): Promise<number> => {
  const { rows } = await sql<{ parts: number }>`
    select coalesce(sum(t.installment_count * (1 + (
      select count(*) from apportionments a where a.account_id = t.account_id and a.transaction_id = t.id))), 0)::integer as parts
    from transactions t where t.id = any(${ids}::bigint[])`.execute(trx);
  return rows[0]?.parts ?? 0;
};

/**
 * Checks a page against the caller's limit of parts; a single transaction always passes.
 * @throws ServiceError 400 at `size`
 */
export const requireFewParts = async (trx: Trx, ids: readonly number[], most: number | undefined): Promise<void> => {
  if (most === undefined || ids.length < 2) return;
  const parts = await partCount(trx, ids);
  const message = `A página tem ${parts} parcelas e rateios, e o limite é ${most}: peça páginas menores.`;
  if (parts > most) throw invalid([{ path: 'size', message }], message);
};
