import { sql } from 'kysely';
import { ruleBroken } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';

/** Said to who has proved who they are, and to nobody else. */
export const SSO_ONLY = 'A sua conta entra só pelo acesso único da organização: a senha não vale.';

const EMERGENCY =
  'Este usuário entra com senha se o acesso único falhar. Escolha outro em Configurações, Acesso único, antes de mudar o acesso dele.';

/** Whether the account admits the user's password (docs/decisions/0076). */
export const passwordAdmitted = async (
  { database }: Pick<Platform, 'database'>,
  { accountId, userId }: { accountId: number; userId: number },
): Promise<boolean> => {
  const { rows } = await sql<{
    admitted: boolean;
  }>`select password_admitted(${accountId}, ${userId}) as admitted`.execute(await database.of(accountId));
  return rows[0]?.admitted !== false;
};

/** @throws ServiceError 422 where the account admits no password of the user */
export const requirePasswordAdmitted = async (
  platform: Pick<Platform, 'database'>,
  user: { accountId: number; userId: number },
): Promise<void> => {
  if (!(await passwordAdmitted(platform, user))) throw ruleBroken(SSO_ONLY);
};

/** Whoever keeps a password for emergencies stays an active administrator. @throws ServiceError 422 */
export const refuseEmergencyChange = async (trx: Trx, accountId: number, userId: number): Promise<void> => {
  const rule = await trx
    .selectFrom('login_rules')
    .select('emergency_user_id')
    .where('account_id', '=', accountId)
    .where('sso_only', '=', true)
    .executeTakeFirst();
  if (rule?.emergency_user_id === userId) throw ruleBroken(EMERGENCY);
};
