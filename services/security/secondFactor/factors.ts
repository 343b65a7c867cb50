import { sql } from 'kysely';
import type { Trx } from '../../platform/db/unitOfWork.ts';

export type FactorMethod = 'TOTP' | 'RECOVERY_CODE';

export interface Factors {
  totp: boolean;
  /** Codes not used yet. */
  recoveryCodes: number;
}

/** What a user has besides the password. */
export const factorsOf = async (trx: Trx, accountId: number, userId: number): Promise<Factors> => {
  const { rows } = await sql<Factors>`
    select exists (select from user_totp t where t.account_id = ${accountId} and t.user_id = ${userId}
                     and t.confirmed_at is not null) as totp,
           (select count(*)::int from recovery_codes c where c.account_id = ${accountId} and c.user_id = ${userId}
               and c.used_at is null) as "recoveryCodes"`.execute(trx);
  return rows[0] ?? { totp: false, recoveryCodes: 0 };
};

/** How the user may confirm a login; empty when the password is enough. */
export const methodsOf = ({ totp, recoveryCodes }: Factors): FactorMethod[] => {
  if (!totp) return [];
  return recoveryCodes > 0 ? ['TOTP', 'RECOVERY_CODE'] : ['TOTP'];
};
