import { sql } from 'kysely';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import { hasLogin } from '../users/store.ts';
import { ScimError, type Directory } from './protocol.ts';

/** The account keeps an administrator who can log in, and its way in for emergencies. @throws ScimError 409 */
export const refuseLockOut = async (trx: Trx, { accountId }: Directory, userId: number): Promise<void> => {
  const { rows } = await sql<{ emergency: boolean; last: boolean }>`
    select exists (select from login_rules r where r.account_id = ${accountId} and r.emergency_user_id = ${userId}) as emergency,
      exists (select from users where account_id = ${accountId} and id = ${userId} and admin)
      and not exists (select from users where account_id = ${accountId} and id <> ${userId} and admin and active
                        and ${hasLogin('users')}) as last`.execute(trx);
  const [row] = rows;
  if (row?.emergency) {
    throw new ScimError(
      409,
      'É o administrador de emergência da conta: escolha outro em Acesso único antes de desativá-lo.',
    );
  }
  if (row?.last)
    throw new ScimError(409, 'É o último administrador ativo da conta: nomeie outro antes de desativá-lo.');
};
