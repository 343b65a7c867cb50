import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { ownAccessEndpoints as calls } from '#schema/security/ownAccess.rest.ts';
import { ruleBroken } from '../platform/errors.ts';
import { implement, sourceOf } from '../platform/http/route.ts';
import type { Session } from '../platform/session.ts';
import type { Trx, Work } from '../platform/db/unitOfWork.ts';
import { invalidateLinks } from './links.ts';
import { queueMail } from './mail/queue.ts';
import { requirePasswordAdmitted } from './organizations/rules.ts';
import { hashPassword, passwordMatches, requireGoodPassword } from './passwords.ts';
import { readProfile, updateProfile } from './profile.ts';
import { provePassword } from './proveUser.ts';
import { requireReauthentication } from '../platform/reauthentication.ts';
import { wrongProof } from './secondFactor/challenge.ts';
import { refuseLastFactor } from './secondFactor/demand.ts';
import { factorsOf, hasFactor, type Factors } from './secondFactor/factors.ts';
import { dropRecoveryCodes, makeRecoveryCodes } from './secondFactor/recoveryCodes.ts';
import { removeTotp, startTotp, takeOtp } from './secondFactor/totp.ts';
import { noteAccess, originOf } from './sessions/accesses.ts';
import { endOtherSessions, endSession, listAccesses, listSessions } from './sessions/list.ts';
import type { AccessKind } from './tables.ts';

const ALREADY_ON = 'A verificação em duas etapas já está ligada.';
const NOT_ON = 'A verificação em duas etapas não está ligada.';
const SAME_PASSWORD = 'A nova senha é igual à atual.';

/** Writes what happened to the log that its user reads, and to the history. */
const note = async (trx: Trx, work: Work, request: FastifyRequest, kind: AccessKind, action: string): Promise<void> => {
  const { userId } = work.session;
  await noteAccess(trx, work, { ...originOf(request), userId, kind });
  work.audit({ action, entity: 'user', entityId: userId });
};

const requireTotp = async (trx: Trx, { session: { accountId, userId } }: Work, on: boolean): Promise<Factors> => {
  const factors = await factorsOf(trx, accountId, userId);
  if (factors.totp !== on) throw ruleBroken(on ? NOT_ON : ALREADY_ON);
  return factors;
};

const accountName = async (trx: Trx, accountId: number): Promise<string> => {
  const { name } = await trx
    .selectFrom('accounts')
    .select('name')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  return name;
};

/** Stores a changed password. Links that were mailed before end with the old one, and so do all other sessions. */
const storePassword = async (trx: Trx, work: Work, session: Session, hash: string): Promise<number> => {
  const { accountId, userId } = session;
  await trx
    .updateTable('users')
    .set({ password_hash: hash, password_changed_at: work.clock.now() })
    .where('account_id', '=', accountId)
    .where('id', '=', userId)
    .execute();
  await invalidateLinks(trx, work, userId);
  await queueMail(trx, work, userId, 'PASSWORD_CHANGED');
  return endOtherSessions(trx, work, session);
};

const sessionsAndProfile = (app: FastifyInstance): void => {
  const { platform } = app;
  implement(app, calls.profile, ({ session, read }) => read((trx) => readProfile(trx, session)));
  implement(app, calls.updateProfile, ({ session, body, write }) =>
    write((trx, work) => updateProfile(trx, work, session, body)),
  );
  implement(app, calls.sessions, ({ session, read }) =>
    read((trx) => listSessions(trx, session, platform.clock.now())),
  );
  implement(app, calls.endSession, ({ params, write }) => write((trx, work) => endSession(trx, work, params.id)));
  implement(app, calls.endOtherSessions, ({ session, write }) =>
    write(async (trx, work) => ({ ended: await endOtherSessions(trx, work, session) })),
  );
  implement(app, calls.accesses, ({ session, query, read }) => read((trx) => listAccesses(trx, session, query)));
};

/** Registers what users see and change of their own access (decision 75). */
export const ownAccess = async (app: FastifyInstance): Promise<void> => {
  const { platform } = app;
  sessionsAndProfile(app);

  /** A command whose answer must not be kept for an Idempotency-Key: it is a secret. */
  const secretly = <T>(session: Session, request: FastifyRequest, work: (trx: Trx, work: Work) => Promise<T>) => {
    const { route, requestId } = sourceOf(request);
    return platform.command(session, { route, requestId }, work);
  };

  implement(app, calls.changePassword, async ({ session, body, request, read }) => {
    const { current, password } = body;
    await requirePasswordAdmitted(platform, session);
    const attempt = await provePassword(platform, session, request, { password: current, path: 'current' });
    const company = await read((trx) => accountName(trx, session.accountId));
    requireGoodPassword(password, { login: session.login, name: session.name, company });
    const hash = await hashPassword(password);
    if (await passwordMatches(hash, current)) {
      throw ruleBroken(SAME_PASSWORD, [{ path: 'password', message: SAME_PASSWORD }]);
    }
    return secretly(session, request, async (trx, work) => {
      await sql`select settle_login_attempt(${attempt})`.execute(trx);
      const ended = await storePassword(trx, work, session, hash);
      await note(trx, work, request, 'PASSWORD_CHANGED', 'setPassword');
      return { ended };
    });
  });

  implement(app, calls.startTotp, async ({ session, request }) => {
    await requirePasswordAdmitted(platform, session);
    return secretly(session, request, async (trx, work) => {
      await requireReauthentication(trx, work, session);
      await requireTotp(trx, work, false);
      return startTotp(trx, work, platform, session.login);
    });
  });

  implement(app, calls.confirmTotp, ({ session, body, request }) =>
    secretly(session, request, async (trx, work) => {
      const before = await requireTotp(trx, work, false);
      const right = await takeOtp(trx, work, platform, body.otp, { confirmed: false });
      if (!right) throw ruleBroken(wrongProof(body), [{ path: 'otp', message: wrongProof(body) }]);
      await note(trx, work, request, 'TOTP_ON', 'secondFactor');
      // Who has a passkey has some.
      return { recoveryCodes: hasFactor(before) ? [] : await makeRecoveryCodes(trx, work, platform) };
    }),
  );

  implement(app, calls.removeTotp, async ({ session, body, request }) => {
    const attempt = await provePassword(platform, session, request, { password: body.password, path: 'password' });
    return secretly(session, request, async (trx, work) => {
      const { passkeys } = await requireTotp(trx, work, true);
      await sql`select settle_login_attempt(${attempt})`.execute(trx);
      await removeTotp(trx, work);
      if (passkeys === 0) {
        await refuseLastFactor(trx, work, session);
        await dropRecoveryCodes(trx, work);
      }
      await note(trx, work, request, 'TOTP_OFF', 'secondFactor');
      return null;
    });
  });

  implement(app, calls.renewRecoveryCodes, ({ session, request }) =>
    secretly(session, request, async (trx, work) => {
      await requireReauthentication(trx, work, session);
      if (!hasFactor(await factorsOf(trx, session.accountId, session.userId))) throw ruleBroken(NOT_ON);
      await note(trx, work, request, 'RECOVERY_CODES', 'secondFactor');
      return { recoveryCodes: await makeRecoveryCodes(trx, work, platform) };
    }),
  );
};
