import type { Passkey, PasskeyAssertion, PasskeyRequest } from '#schema/security/passkeys.rest.ts';
import type { Selectable } from 'kysely';
import { notFound } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Trx, Work } from '../../platform/db/unitOfWork.ts';
import { bytesOf, verifyAssertion } from './assertions.ts';
import { relyingPartyOf } from './relyingParty.ts';
import type { PasskeysTable } from './tables.ts';

export const PASSKEY_NOT_FOUND = 'Esta chave de acesso já foi removida.';

interface Person {
  accountId: number;
  userId: number;
}

type Row = Selectable<PasskeysTable>;

const own = (trx: Trx, { accountId, userId }: Person) =>
  trx.selectFrom('passkeys').where('account_id', '=', accountId).where('user_id', '=', userId);

const answerOf = (row: Pick<Row, 'id' | 'name' | 'created_at' | 'last_used_at' | 'synced'>): Passkey => ({
  id: row.id,
  name: row.name,
  createdAt: row.created_at,
  lastUsedAt: row.last_used_at,
  synced: row.synced,
});

const COLUMNS = ['id', 'name', 'created_at', 'last_used_at', 'synced'] as const;

/** The user's keys, oldest first. */
export const listPasskeys = async (trx: Trx, person: Person): Promise<Passkey[]> =>
  (await own(trx, person).select(COLUMNS).orderBy('id').execute()).map(answerOf);

export const readPasskey = async (trx: Trx, person: Person, id: number): Promise<Passkey> => {
  const row = await own(trx, person).select(COLUMNS).where('id', '=', id).executeTakeFirst();
  if (!row) throw notFound(PASSKEY_NOT_FOUND);
  return answerOf(row);
};

/** The user's keys as browsers are told of them. */
export const credentialsOf = async (trx: Trx, person: Person): Promise<PasskeyRequest['credentials']> => {
  const rows = await own(trx, person).select(['credential_id', 'transports']).orderBy('id').execute();
  return rows.map(({ credential_id, transports }) => ({
    id: credential_id.toString('base64url'),
    transports: transports === '' ? [] : transports.split(','),
  }));
};

/** What a browser is asked for, of the keys of a user. */
export const requestOf = async (
  trx: Trx,
  platform: Pick<Platform, 'publicUrl'>,
  person: Person,
  challenge: string,
): Promise<PasskeyRequest> => ({
  challenge,
  rpId: relyingPartyOf(platform).id,
  credentials: await credentialsOf(trx, person),
});

/**
 * Checks the signature of one of the user's own keys, and notes its use: of two uses at once, the counter admits one.
 * Returns false for a wrong one, and for a key that is another user's or is not there any more.
 */
export const takeAssertion = async (
  trx: Trx,
  work: Work,
  platform: Pick<Platform, 'publicUrl'>,
  challenge: string,
  assertion: PasskeyAssertion,
): Promise<boolean> => {
  const key = await own(trx, work.session)
    .select(['id', 'credential_id', 'public_key', 'counter', 'user_handle'])
    .where('credential_id', '=', bytesOf(assertion.credentialId))
    .forUpdate()
    .executeTakeFirst();
  if (!key) return false;
  const { userHandle } = assertion;
  if (userHandle != null && !bytesOf(userHandle).equals(key.user_handle)) return false;
  const signed = await verifyAssertion(relyingPartyOf(platform), challenge, key, assertion);
  if (!signed) return false;
  await trx
    .updateTable('passkeys')
    .set({ counter: signed.counter, synced: signed.synced, last_used_at: work.clock.now() })
    .where('account_id', '=', work.session.accountId)
    .where('id', '=', key.id)
    .execute();
  return true;
};
