import { sql } from 'kysely';
import { money } from '#domain/money.ts';
import type { ReconciliationSettings } from '#schema/financial/reconciliation/reconciliation.rest.ts';
import type { Trx, Work } from '../../platform/db/unitOfWork.ts';

/** Where the account has set no other. */
const DIFFERENCE_LIMIT = '500.00';

/** Largest sum of juros, multa, desconto and tarifa of one reconciliation. */
export const readDifferenceLimit = async (trx: Trx, accountId: number): Promise<string> => {
  const { rows } = await sql<{ limit: string | null }>`
    select settings ->> 'bankDifferenceLimit' as "limit" from accounts where id = ${accountId}`.execute(trx);
  const stored = rows[0]?.limit ?? null;
  return stored !== null && /^\d{1,13}(\.\d{1,10})?$/.test(stored) ? money(stored) : DIFFERENCE_LIMIT;
};

export const updateSettings = async (
  trx: Trx,
  work: Work,
  { differenceLimit }: ReconciliationSettings,
): Promise<ReconciliationSettings> => {
  const { accountId } = work.session;
  await sql`select from accounts where id = ${accountId} for no key update`.execute(trx);
  const before = await readDifferenceLimit(trx, accountId);
  const after = money(differenceLimit);
  await sql`
    update accounts set settings = settings || ${JSON.stringify({ bankDifferenceLimit: after })}::jsonb where id = ${accountId}`.execute(
    trx,
  );
  const details = { before: { bankDifferenceLimit: before }, after: { bankDifferenceLimit: after } };
  work.audit({ action: 'update', entity: 'account', entityId: accountId, details });
  return { differenceLimit: after };
};
