import { createHash } from 'node:crypto';
import type { Platform } from '../../platform/platform.ts';
import { takeAllowance } from '../links.ts';

/** Mails that one address gets, whoever asks for them and whatever they ask for. */
const LIMITS = [
  { bucket: 'mail:hour', times: 5, seconds: 60 * 60 },
  { bucket: 'mail:day', times: 20, seconds: 24 * 60 * 60 },
];

/**
 * One mailbox has many addresses: "ana+obra@exemplo.com.br" is read where "ana@exemplo.com.br" is. Counted by its hash: whose
 * mail it was may be forgotten at once.
 */
const mailboxOf = (address: string): string =>
  createHash('sha256')
    .update(address.toLowerCase().replace(/\+[^@]*(?=@)/, ''))
    .digest('hex');

/** Takes a mail out of what its address gets; answers the seconds to wait when nothing is left, else null. */
export const takeMailOf = async (platform: Pick<Platform, 'database' | 'clock'>, address: string) => {
  for (const { bucket, ...allowed } of LIMITS) {
    const wait = await takeAllowance(platform, bucket, mailboxOf(address), allowed);
    if (wait !== null) return wait;
  }
  return null;
};
