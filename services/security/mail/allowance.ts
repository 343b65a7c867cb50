import { createHash } from 'node:crypto';
import type { Platform } from '../../platform/platform.ts';
import { takeAllowance } from '../../platform/allowances.ts';
import type { QueuedKind } from './queue.ts';

/** Maximum limited mails per mailbox, over all senders and kinds but those of approvals. */
const LIMITS = [
  { bucket: 'mail:hour', times: 5, seconds: 60 * 60 },
  { bucket: 'mail:day', times: 20, seconds: 24 * 60 * 60 },
];

/** A busy buyer neither fills the mailbox of who approves, nor delays the mails of his access. */
const APPROVAL_LIMITS = [{ bucket: 'mail:approval', times: 20, seconds: 60 * 60 }];

/**
 * Returns the hash of a mailbox; "ana+obra@exemplo.com.br" and "ana@exemplo.com.br" are the same one. Hashed, so that
 * the counters store no address.
 */
const mailboxOf = (address: string): string =>
  createHash('sha256')
    .update(address.toLowerCase().replace(/\+[^@]*(?=@)/, ''))
    .digest('hex');

/** Takes one mail from the mailbox's allowance; returns null, or the seconds to wait when it is exhausted. */
export const takeMailOf = async (
  platform: Pick<Platform, 'database' | 'clock'>,
  kind: QueuedKind,
  address: string,
): Promise<number | null> => {
  for (const { bucket, ...allowed } of kind === 'ORDER_APPROVAL' ? APPROVAL_LIMITS : LIMITS) {
    const wait = await takeAllowance(platform, bucket, mailboxOf(address), allowed);
    if (wait !== null) return wait;
  }
  return null;
};
