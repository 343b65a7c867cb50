import { formatDate } from '#domain/dates.ts';
import type { SecondFactorRule } from '#schema/security/organizations.rest.ts';
import { postMessage } from '../../assistant/postMessage.ts';
import { invalid, ruleBroken, staleVersion } from '../../platform/errors.ts';
import type { Session } from '../../platform/session.ts';
import type { Trx, Work } from '../../platform/db/unitOfWork.ts';
import { usersWithoutFactor } from '../secondFactor/demand.ts';
import { factorsOf, hasFactor } from '../secondFactor/factors.ts';
import { readRules } from './store.ts';

const OWN_FIRST = 'Ligue antes a sua própria verificação, em Minha conta: assim se sabe que funciona.';

/** The administrator who demands it has a factor, or a provider that has its own. */
const requireOwnFactor = async (trx: Trx, { accountId, userId, method }: Session): Promise<void> => {
  if (method === 'SSO' || hasFactor(await factorsOf(trx, accountId, userId))) return;
  throw ruleBroken(OWN_FIRST, [{ path: 'from', message: OWN_FIRST }]);
};

const tellUsers = async (trx: Trx, work: Work, from: string): Promise<void> => {
  const userIds = (await usersWithoutFactor(trx, work.session.accountId)).map(({ id }) => id);
  if (userIds.length === 0) return;
  const text = `A partir de ${formatDate(from)}, entrar com senha nesta conta pede a verificação em duas etapas. Ligue a sua em Minha conta.`;
  await postMessage(trx, work, { userIds, kind: 'INFO', text, link: '/home/account' });
};

/** Demands a second factor from a day on, or no more; whoever has none is told. The account is locked. */
export const demandSecondFactor = async (
  trx: Trx,
  work: Work,
  session: Session,
  { from, version }: SecondFactorRule,
): Promise<void> => {
  const { accountId } = work.session;
  const before = await readRules(trx, accountId);
  if (version !== undefined && version !== before.version) throw staleVersion();
  if (from === before.second_factor_from) return;
  if (from !== null) {
    if (from < work.clock.today()) throw invalid([{ path: 'from', message: 'Escolha hoje ou um dia depois.' }]);
    await requireOwnFactor(trx, session);
  }
  const after = { second_factor_from: from, version: before.version + 1 };
  await trx
    .insertInto('login_rules')
    .values({ account_id: accountId, emergency_user_id: null, ...after })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(after))
    .execute();
  if (from !== null) await tellUsers(trx, work, from);
  work.audit({ action: 'update', entity: 'loginRules', entityId: accountId, details: { before, after } });
};
