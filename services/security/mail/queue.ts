import type { Actor, Outsider, Trx, Work } from '../../platform/db/unitOfWork.ts';
import type { SupplierMailKind } from '../../purchase/links/supplierMail.ts';
import type { ApprovalMailKind } from '../../purchase/orders/approval/mails.ts';
import type { MailKind } from '../tables.ts';

export type QueuedKind = MailKind | ApprovalMailKind | SupplierMailKind;

/** Kinds that ask the recipient to act; the others notify of an event. */
const ASKING: ReadonlySet<QueuedKind> = new Set<QueuedKind>([
  'INVITATION',
  'RECOVERY',
  'CONFIRMATION',
  'ACTIVATION',
  'ALREADY_REGISTERED',
  'ORDER_APPROVAL',
  'QUOTE_REQUEST',
  'QUOTE_REMINDER',
  'QUOTE_DEADLINE',
  'QUOTE_COPY',
  'ORDER',
  'ORDER_DATE_KEPT',
]);

/**
 * Returns true for a mail that counts for its address's limit. Notifications do not: an attacker could suppress them by
 * using up the limit first.
 */
export const isLimited = (kind: QueuedKind): boolean => ASKING.has(kind);

export interface Addressing {
  /** Recipient; by default the user's login at the time of sending. */
  address?: string;
  /** The user that the mail is about. */
  aboutId?: number;
  /** The login that the mail is about. */
  aboutAccessId?: number;
}

/** Returns true when the same mail is already queued. */
const isQueued = async (
  trx: Trx,
  work: Work<Actor | Outsider>,
  userId: number,
  kind: MailKind,
  address: string | undefined,
) => {
  const queued = await trx
    .selectFrom('outgoing_mail')
    .select('id')
    .where('account_id', '=', work.session.accountId)
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('address', 'is not distinct from', address ?? null)
    .where('sent_at', 'is', null)
    .where('failed_at', 'is', null)
    .executeTakeFirst();
  return queued !== undefined;
};

/** Queues a mail to a user within the command that causes it: it is sent only if the command commits. */
export const queueMail = async (
  trx: Trx,
  work: Work<Actor | Outsider>,
  userId: number,
  kind: MailKind,
  { address, aboutId, aboutAccessId }: Addressing = {},
): Promise<void> => {
  if (isLimited(kind) && (await isQueued(trx, work, userId, kind, address))) return;
  const now = work.clock.now();
  await trx
    .insertInto('outgoing_mail')
    .values({
      account_id: work.session.accountId,
      user_id: userId,
      kind,
      address: address ?? null,
      about_id: aboutId ?? null,
      about_access_id: aboutAccessId ?? null,
      created_at: now,
      next_attempt_at: now,
      sent_at: null,
      failed_at: null,
      last_error: null,
    })
    .execute();
};
