import { sql } from 'kysely';
import type { DataRetention } from '#schema/security/privacy/privacy.rest.ts';
import type { Trx, Work } from '../../platform/db/unitOfWork.ts';

/** What counts where an account has set nothing; `forget_personal_rows` (migration 0080) reads the same. */
const USUAL: DataRetention = { accessMonths: 6, messageMonths: 24 };

export const readRetention = async (trx: Trx, accountId: number): Promise<DataRetention> => {
  const { rows } = await sql<{ [Key in keyof DataRetention]: number | null }>`
    select (settings ->> 'accessMonths')::integer as "accessMonths", (settings ->> 'messageMonths')::integer as "messageMonths"
      from accounts where id = ${accountId}`.execute(trx);
  return {
    accessMonths: rows[0]?.accessMonths ?? USUAL.accessMonths,
    messageMonths: rows[0]?.messageMonths ?? USUAL.messageMonths,
  };
};

export const changeRetention = async (trx: Trx, work: Work, body: Partial<DataRetention>): Promise<DataRetention> => {
  const { accountId } = work.session;
  await sql`select from accounts where id = ${accountId} for no key update`.execute(trx);
  const before = await readRetention(trx, accountId);
  await sql`update accounts set settings = settings || ${JSON.stringify(body)}::jsonb where id = ${accountId}`.execute(
    trx,
  );
  const after = await readRetention(trx, accountId);
  work.audit({ action: 'update', entity: 'account', entityId: accountId, details: { before, after } });
  return after;
};
