import type { FastifyInstance } from 'fastify';
import { PRODUCT_NAME } from '#domain/product.ts';
import { normalizeSpaces } from '#domain/text.ts';
import {
  passkeyEndpoints as calls,
  passkeyLoginEndpoint,
  type PasskeyCreation,
} from '#schema/security/passkeys.rest.ts';
import { requireAllowance } from '../../platform/allowances.ts';
import { notFound, ruleBroken } from '../../platform/errors.ts';
import { implement, implementPublic, sourceOf } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Session } from '../../platform/session.ts';
import type { Trx, Work } from '../../platform/db/unitOfWork.ts';
import { queueMail } from '../mail/queue.ts';
import { requirePasswordAdmitted } from '../organizations/rules.ts';
import { requireReauthentication } from '../../platform/reauthentication.ts';
import { refuseLastFactor } from '../secondFactor/demand.ts';
import { factorsOf, hasFactor } from '../secondFactor/factors.ts';
import { dropRecoveryCodes, makeRecoveryCodes } from '../secondFactor/recoveryCodes.ts';
import { noteAccess, type Origin, originOf } from '../sessions/accesses.ts';
import { ALGORITHMS, challengeIn, verifyAttestation } from './assertions.ts';
import { makeChallenge, makeLoginChallenge, takeChallenge } from './challenges.ts';
import { PASSKEY_LOGINS } from './limits.ts';
import { relyingPartyOf } from './relyingParty.ts';
import { credentialsOf, listPasskeys, PASSKEY_NOT_FOUND, readPasskey, requestOf } from './store.ts';
import './tables.ts';

const MOST = 10;
const TOO_MANY = `Você já tem ${MOST} chaves de acesso. Remova uma que não usa mais.`;
const REFUSED = 'A chave de acesso não foi aceita. Tente de novo.';
const KNOWN = 'Esta chave de acesso já está na sua conta.';

/** Says whose a key is, without naming the person. */
const handleOf = ({ secrets }: Platform, { accountId, userId }: Session): Buffer =>
  secrets.sign('passkey user', `${accountId} ${userId}`);

const requireRoom = async (trx: Trx, work: Work): Promise<void> => {
  const { accountId, userId } = work.session;
  // Of two keys that are made at once, the second counts the first.
  await trx
    .selectFrom('users')
    .select('id')
    .where('account_id', '=', accountId)
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if ((await listPasskeys(trx, work.session)).length >= MOST) throw ruleBroken(TOO_MANY);
};

/** Writes what happened to the user's log, to the history, and to their mailbox. */
const note = async (trx: Trx, work: Work, origin: Origin, kind: 'PASSKEY_ADDED' | 'PASSKEY_REMOVED'): Promise<void> => {
  const { userId } = work.session;
  const aboutAccessId = await noteAccess(trx, work, { ...origin, userId, kind });
  await queueMail(trx, work, userId, kind, { aboutAccessId });
  work.audit({ action: 'secondFactor', entity: 'user', entityId: userId });
};

const creationOf = async (
  trx: Trx,
  platform: Platform,
  session: Session,
  challenge: string,
): Promise<PasskeyCreation> => ({
  challenge,
  rpId: relyingPartyOf(platform).id,
  rpName: PRODUCT_NAME,
  userHandle: handleOf(platform, session).toString('base64url'),
  login: session.login,
  userName: session.name,
  algorithms: ALGORITHMS,
  excluded: await credentialsOf(trx, session),
});

const removePasskey = async (trx: Trx, work: Work, session: Session, id: number): Promise<void> => {
  const { accountId, userId } = work.session;
  const removed = await trx
    .deleteFrom('passkeys')
    .where('account_id', '=', accountId)
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (removed.numDeletedRows === 0n) throw notFound(PASSKEY_NOT_FOUND);
  if (hasFactor(await factorsOf(trx, accountId, userId))) return;
  await refuseLastFactor(trx, work, session);
  await dropRecoveryCodes(trx, work);
};

/** Registers the passkeys of the session user, and the question that a login by one begins with (decision 81). */
export const passkeys = async (app: FastifyInstance): Promise<void> => {
  const { platform } = app;
  platform.constraints.describe({ passkeys_credential_key: { message: KNOWN } });

  implement(app, calls.list, ({ session, read }) => read((trx) => listPasskeys(trx, session)));

  implement(app, calls.start, async ({ session, request }) => {
    await requirePasswordAdmitted(platform, session);
    const { route, requestId } = sourceOf(request);
    return platform.command(session, { route, requestId }, async (trx, work) => {
      await requireReauthentication(trx, work, session);
      await requireRoom(trx, work);
      return creationOf(trx, platform, session, await makeChallenge(trx, work, session, 'REGISTER'));
    });
  });

  implement(app, calls.create, async ({ session, body, request }) => {
    const { route, requestId } = sourceOf(request);
    const source = { route, requestId };
    await requirePasswordAdmitted(platform, session);
    const challenge = challengeIn(body.clientData);
    const taken =
      challenge !== null &&
      (await platform.command(session, source, (trx, work) =>
        takeChallenge(trx, work, session, 'REGISTER', challenge),
      ));
    const key = taken ? await verifyAttestation(relyingPartyOf(platform), challenge, body) : null;
    if (!key) throw ruleBroken(REFUSED);
    const { credential_id, public_key, counter, synced } = key;
    const { accountId, userId } = session;
    return platform.command(session, source, async (trx, work) => {
      await requireRoom(trx, work);
      const first = !hasFactor(await factorsOf(trx, accountId, userId));
      const { id } = await trx
        .insertInto('passkeys')
        .values({
          ...{ account_id: accountId, user_id: userId, credential_id, public_key, counter, synced },
          user_handle: handleOf(platform, session),
          transports: (body.transports ?? []).join(','),
          name: normalizeSpaces(body.name),
          created_at: work.clock.now(),
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      await note(trx, work, originOf(request), 'PASSKEY_ADDED');
      const recoveryCodes = first ? await makeRecoveryCodes(trx, work, platform) : [];
      return { passkey: await readPasskey(trx, session, id), recoveryCodes };
    });
  });

  implement(app, calls.rename, ({ session, params, body, write }) =>
    write(async (trx, work) => {
      await readPasskey(trx, session, params.id);
      await trx
        .updateTable('passkeys')
        .set({ name: normalizeSpaces(body.name) })
        .where('account_id', '=', work.session.accountId)
        .where('id', '=', params.id)
        .execute();
      return readPasskey(trx, session, params.id);
    }),
  );

  implement(app, calls.remove, ({ session, params, request, write }) =>
    write(async (trx, work) => {
      await requireReauthentication(trx, work, session);
      await removePasskey(trx, work, session, params.id);
      await note(trx, work, originOf(request), 'PASSKEY_REMOVED');
      return { id: params.id };
    }),
  );

  implement(app, calls.confirm, async ({ session, request }) => {
    const { route, requestId } = sourceOf(request);
    return platform.command(session, { route, requestId, bytes: null }, async (trx, work) =>
      requestOf(trx, platform, session, await makeChallenge(trx, work, session, 'CONFIRM')),
    );
  });

  implementPublic(app, passkeyLoginEndpoint, async ({ request }) => {
    await requireAllowance(platform, 'passkey:address', request.ip, PASSKEY_LOGINS);
    return { challenge: await makeLoginChallenge(platform), rpId: relyingPartyOf(platform).id, credentials: [] };
  });
};
