import { sql } from 'kysely';
import { ruleBroken } from '../../platform/errors.ts';
import type { Session } from '../../platform/session.ts';
import type { Trx, Work } from '../../platform/db/unitOfWork.ts';

const DEMANDED =
  'A sua conta pede a verificação em duas etapas: crie outra chave de acesso ou ligue o aplicativo antes de remover esta.';

/** The day from which the account demands a second factor of the session; null for one of single sign-on, whose provider has its own. */
export const demandedFrom = async (trx: Trx, { accountId, method }: Session): Promise<string | null> => {
  if (method === 'SSO') return null;
  const rule = await trx
    .selectFrom('login_rules')
    .select('second_factor_from')
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return rule?.second_factor_from ?? null;
};

/** Called once the last factor is gone, which rolls its removal back. @throws ServiceError 422 where the account demands one */
export const refuseLastFactor = async (trx: Trx, work: Work, session: Session): Promise<void> => {
  const from = await demandedFrom(trx, session);
  if (from !== null && from <= work.clock.today()) throw ruleBroken(DEMANDED);
};

export interface Unguarded {
  id: number;
  name: string;
  login: string;
}

/** Most users that are told to an administrator. */
const MOST = 500;

/** Active users whose password opens the account, with nothing besides. */
export const usersWithoutFactor = async (trx: Trx, accountId: number): Promise<Unguarded[]> => {
  const { rows } = await sql<Unguarded>`
    select u.id, u.name, u.login from users u
     where u.account_id = ${accountId} and u.active and u.password_hash is not null
       and not exists (select from login_rules r
         where r.account_id = u.account_id and r.sso_only and r.emergency_user_id <> u.id)
       and not exists (select from user_totp f
         where f.account_id = u.account_id and f.user_id = u.id and f.confirmed_at is not null)
       and not exists (select from passkeys k where k.account_id = u.account_id and k.user_id = u.id)
     order by search_key(u.name), u.id limit ${MOST}`.execute(trx);
  return rows;
};
