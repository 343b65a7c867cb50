import { randomInt } from 'node:crypto';
import type { Platform } from '../../platform/platform.ts';
import type { Trx, Work } from '../../platform/db/unitOfWork.ts';

const CODES = 10;
const LENGTH = 10;
/** Without signs that are taken for others when written down. */
const SIGNS = 'abcdefghjkmnpqrstuvwxyz23456789';

const newCode = (): string => Array.from({ length: LENGTH }, () => SIGNS[randomInt(SIGNS.length)]).join('');
const written = (code: string): string => `${code.slice(0, LENGTH / 2)}-${code.slice(LENGTH / 2)}`;
const plain = (code: string): string => code.toLowerCase().replace(/[^a-z0-9]/g, '');

const signatureOf = ({ secrets }: Pick<Platform, 'secrets'>, { accountId, userId }: Work['session'], code: string) =>
  secrets.sign(`recovery ${accountId} ${userId}`, plain(code));

export const dropRecoveryCodes = async (trx: Trx, { session }: Work): Promise<void> => {
  await trx
    .deleteFrom('recovery_codes')
    .where('account_id', '=', session.accountId)
    .where('user_id', '=', session.userId)
    .execute();
};

/** Makes ten codes that replace the user's others, and returns them this once. */
export const makeRecoveryCodes = async (
  trx: Trx,
  work: Work,
  platform: Pick<Platform, 'secrets'>,
): Promise<string[]> => {
  const { accountId, userId } = work.session;
  await dropRecoveryCodes(trx, work);
  const codes = new Set<string>();
  while (codes.size < CODES) codes.add(newCode());
  const rows = [...codes].map((code) => ({
    account_id: accountId,
    user_id: userId,
    signature: signatureOf(platform, work.session, code),
    used_at: null,
  }));
  await trx.insertInto('recovery_codes').values(rows).execute();
  return [...codes].map(written);
};

/** Uses up a code; returns false for a wrong or used one. Of two that come at once, one finds it unused. */
export const takeRecoveryCode = async (
  trx: Trx,
  work: Work,
  platform: Pick<Platform, 'secrets'>,
  code: string,
): Promise<boolean> => {
  const { accountId, userId } = work.session;
  const taken = await trx
    .updateTable('recovery_codes')
    .set({ used_at: work.clock.now() })
    .where('account_id', '=', accountId)
    .where('user_id', '=', userId)
    .where('signature', '=', signatureOf(platform, work.session, code))
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return taken.numUpdatedRows === 1n;
};
