import { sql } from 'kysely';
import type { Trx } from '../../platform/db/unitOfWork.ts';

export type FactorMethod = 'TOTP' | 'PASSKEY' | 'RECOVERY_CODE';

export interface Factors {
  totp: boolean;
  /** Number of passkeys. */
  passkeys: number;
  /** Codes not used yet. */
  recoveryCodes: number;
}

/** What a user has besides the password. */
export const factorsOf = async (trx: Trx, accountId: number, userId: number): Promise<Factors> => {
  const { rows } = await sql<Factors>`
    select exists (select from user_totp t where t.account_id = ${accountId} and t.user_id = ${userId}
                     and t.confirmed_at is not null) as totp,
           (select count(*)::int from passkeys k where k.account_id = ${accountId} and k.user_id = ${userId}) as passkeys,
           (select count(*)::int from recovery_codes c where c.account_id = ${accountId} and c.user_id = ${userId}
               and c.used_at is null) as "recoveryCodes"`.execute(trx);
  return rows[0] ?? { totp: false, passkeys: 0, recoveryCodes: 0 };
};

/** Whether anything besides the password confirms a login. */
export const hasFactor = ({ totp, passkeys }: Factors): boolean => totp || passkeys > 0;

/** How the user may confirm a login; empty when the password is enough. */
export const methodsOf = (factors: Factors): FactorMethod[] => {
  const methods: FactorMethod[] = [];
  if (factors.totp) methods.push('TOTP');
  if (factors.passkeys > 0) methods.push('PASSKEY');
  if (methods.length > 0 && factors.recoveryCodes > 0) methods.push('RECOVERY_CODE');
  return methods;
};

/** Takes everything that confirms a user's logins away, and the logins that wait for it. */
export const dropFactors = async (trx: Trx, accountId: number, userId: number): Promise<void> => {
  for (const table of ['user_totp', 'passkeys', 'passkey_challenges', 'recovery_codes', 'login_challenges'] as const) {
    await trx.deleteFrom(table).where('account_id', '=', accountId).where('user_id', '=', userId).execute();
  }
};
