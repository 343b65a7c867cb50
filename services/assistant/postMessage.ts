import type { Permission } from '#domain/permissions.ts';
import type { Actor, Outsider, Trx, Work } from '../platform/db/unitOfWork.ts';
import type { AssistantMessagesTable } from './tables.ts';

/** Subject of a message, which is visible only to a reader with these permissions (§6). */
export interface Subject {
  companyId: number;
  /** Required on one of the buildings; without buildings, on rows that belong to no building. */
  permission: Permission;
  buildingIds: readonly number[];
  /** The text contains a wallet's balance, which requires DEBIT and CREDIT in the company. */
  withBalance?: boolean;
}

interface Content {
  kind: AssistantMessagesTable['kind'];
  /** Portuguese text for the user; at most 2,000 characters. */
  text: string;
  /** Route of the web client with its query: "/home/forms/transactions/bank". */
  link?: string;
}

/**
 * A message to some users, with or without a subject, or a broadcast to the whole account, which must not contain
 * protected data.
 */
export type NewMessage = Content &
  ({ userIds: readonly number[]; about?: Subject } | { userIds?: undefined; about?: undefined });

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
 * Posts a message to users within the command that causes it: it is stored and announced only if the command commits.
 */
export const postMessage = async (trx: Trx, work: Work<Actor | Outsider>, message: NewMessage): Promise<void> => {
  const { accountId } = work.session;
  const recipients = message.userIds ? [...new Set(message.userIds)] : [null];
  if (recipients.length === 0) return;
  const { about } = message;
  const rows = await trx
    .insertInto('assistant_messages')
    .values(
      recipients.map((userId) => ({
        account_id: accountId,
        user_id: userId,
        kind: message.kind,
        text: message.text,
        link: message.link ?? null,
        at: work.clock.now(),
        company_id: about?.companyId ?? null,
        permission: about?.permission ?? null,
        building_ids: [...(about?.buildingIds ?? [])],
        with_balance: about?.withBalance ?? false,
      })),
    )
    .returning(['id', 'user_id'])
    .execute();
  for (const { id, user_id } of rows) announce(work, { accountId, messageId: id, userId: user_id });
};
