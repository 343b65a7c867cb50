import type { SwitchableEvent } from '#domain/assistant/events.ts';
import type { Actor, Outsider, Trx, Work } from '../platform/db/unitOfWork.ts';
import { recipientsOf } from './recipients.ts';
import type { Subject } from './subject.ts';
import type { AssistantMessagesTable } from './tables.ts';

export type { Subject } from './subject.ts';

interface Content {
  kind: AssistantMessagesTable['kind'];
  /** Heading of at most 120 characters. */
  title?: string;
  /** Portuguese text for the user; at most 2,000 characters. It names users by `namedUser` alone, never by their names. */
  text: string;
  /** Ids of the users whom the text names. */
  people?: readonly number[];
  /** Route of the web client with its query: "/home/forms/transactions/bank". */
  link?: string;
  /** Name of what the link leads to, of at most 60 characters. */
  linkLabel?: string;
  /** The payment that it tells of, and the version that its document has with it. */
  undo?: { installmentId: number; version: number } | undefined;
}

/**
 * A message to some users, with or without a subject, or a broadcast to the whole account, which must not contain
 * protected data. Without an event it is about the account, and cannot be switched off.
 */
export type NewMessage = Content &
  (
    | { userIds: readonly number[]; about?: Subject; event?: SwitchableEvent }
    | { userIds?: undefined; about?: undefined; event?: undefined }
  );

/** Payload of a NOTIFY on `assistant_message`: ids only; the message is read under the account's row-level security. */
export interface MessagePosted {
  accountId: number;
  messageId: number;
  /** Recipient; null for all users of the account. */
  userId: number | null;
}

/** Announces a stored message to the open tabs of its readers once the command commits. */
export const announce = (work: Work<Actor | Outsider>, posted: MessagePosted): void =>
  work.notify('assistant_message', JSON.stringify(posted));

/**
 * Posts a message to users within the command that causes it: it is stored and announced only if the command commits. Who
 * has switched its kind off gets none, unless it is an error. It does not pop up within the quiet hours of its reader, nor
 * at who caused it, but for jobs; errors always do, and broadcasts. Returns the ids.
 */
export const storeMessage = async (trx: Trx, work: Work<Actor | Outsider>, message: NewMessage): Promise<number[]> => {
  const { accountId, userId } = work.session;
  const { about, event, kind } = message;
  const recipients = message.userIds
    ? await recipientsOf(trx, work, { userIds: message.userIds, event: kind === 'ERROR' ? undefined : event })
    : [{ userId: null, quiet: false }];
  if (recipients.length === 0) return [];
  const rows = await trx
    .insertInto('assistant_messages')
    .values(
      recipients.map((recipient) => ({
        account_id: accountId,
        user_id: recipient.userId,
        kind,
        event: message.userIds ? (event ?? 'ACCOUNT') : 'BROADCAST',
        title: message.title ?? null,
        text: message.text,
        people: [...new Set(message.people ?? [])],
        link: message.link ?? null,
        link_label: message.linkLabel ?? null,
        quiet:
          kind !== 'ERROR' &&
          (recipient.quiet || (event !== 'JOB' && recipient.userId !== null && recipient.userId === userId)),
        at: work.clock.now(),
        company_id: about?.companyId ?? null,
        permission: about?.permission ?? null,
        building_ids: [...(about?.buildingIds ?? [])],
        with_balance: about?.withBalance ?? false,
        for_admins: about?.forAdmins ?? false,
        undo_installment_id: message.undo?.installmentId ?? null,
        undo_version: message.undo?.version ?? null,
        sent_by: message.userIds ? null : userId,
      })),
    )
    .returning(['id', 'user_id'])
    .execute();
  for (const { id, user_id } of rows) announce(work, { accountId, messageId: id, userId: user_id });
  return rows.map(({ id }) => id);
};

/** As `storeMessage`. */
export const postMessage = async (trx: Trx, work: Work<Actor | Outsider>, message: NewMessage): Promise<void> => {
  await storeMessage(trx, work, message);
};
