import { Secret, TOTP } from 'otpauth';
import { PRODUCT_NAME } from '#domain/product.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Trx, Work } from '../../platform/db/unitOfWork.ts';

/** What every authenticator app expects (RFC 6238). */
const STEP_SECONDS = 30;
const SECRET_BYTES = 20;

const purposeOf = (userId: number): string => `totp ${userId}`;

const totpOf = (secret: Secret, login: string): TOTP =>
  new TOTP({ issuer: PRODUCT_NAME, label: login, algorithm: 'SHA1', digits: 6, period: STEP_SECONDS, secret });

/** Stores a new key that no code has confirmed; replaces one that waits. */
export const startTotp = async (trx: Trx, work: Work, { secrets }: Pick<Platform, 'secrets'>, login: string) => {
  const { accountId, userId } = work.session;
  const secret = new Secret({ size: SECRET_BYTES });
  const sealed = secrets.seal(secret.base32, { accountId, purpose: purposeOf(userId) });
  const kept = { secret: sealed, created_at: work.clock.now(), confirmed_at: null, last_step: 0 };
  await trx
    .insertInto('user_totp')
    .values({ account_id: accountId, user_id: userId, ...kept })
    .onConflict((conflict) => conflict.columns(['account_id', 'user_id']).doUpdateSet(kept))
    .execute();
  return { secret: secret.base32, uri: totpOf(secret, login).toString() };
};

/**
 * Takes a code of the user's app: of this half minute or of one beside it, and none twice. Returns false for a wrong
 * code and for a user without an app.
 */
export const takeOtp = async (
  trx: Trx,
  work: Work,
  { secrets }: Pick<Platform, 'secrets'>,
  otp: string,
  { confirmed }: { confirmed: boolean },
): Promise<boolean> => {
  const { accountId, userId } = work.session;
  const row = await trx
    .selectFrom('user_totp')
    .select(['secret', 'last_step'])
    .where('account_id', '=', accountId)
    .where('user_id', '=', userId)
    .where('confirmed_at', confirmed ? 'is not' : 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!row) return false;
  const now = work.clock.now().getTime();
  const key = Secret.fromBase32(secrets.open(row.secret, { accountId, purpose: purposeOf(userId) }));
  const delta = totpOf(key, '').validate({ token: otp, timestamp: now, window: 1 });
  if (delta === null) return false;
  const step = Math.floor(now / 1000 / STEP_SECONDS) + delta;
  if (step <= row.last_step) return false;
  await trx
    .updateTable('user_totp')
    .set({ last_step: step, ...(confirmed ? {} : { confirmed_at: work.clock.now() }) })
    .where('account_id', '=', accountId)
    .where('user_id', '=', userId)
    .execute();
  return true;
};

export const removeTotp = async (trx: Trx, { session }: Work): Promise<void> => {
  await trx
    .deleteFrom('user_totp')
    .where('account_id', '=', session.accountId)
    .where('user_id', '=', session.userId)
    .execute();
};
