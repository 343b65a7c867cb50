import type { Trx, Work } from '../platform/unitOfWork.ts';
import type { AssistantMessagesTable } from './tables.ts';

export interface NewMessage {
  /** Whom it is for; left out, it is a broadcast to the whole account. */
  userIds?: readonly number[];
  kind: AssistantMessagesTable['kind'];
  /** Portuguese, for the person; at most 2,000 characters. */
  text: string;
  /** Route of the application, with its query: "/home/forms/transactions/bank". */
  link?: string;
}

/** What a NOTIFY on `assistant_message` carries: keys only, the message itself is read under the account's rights. */
export interface MessagePosted {
  accountId: number;
  messageId: number;
  /** null: everybody of the account. */
  userId: number | null;
}

/**
 * Tells users something through the assistant, inside the command that it is about: the message is stored, and
 * announced, only if the command commits.
 */
export const postMessage = async (trx: Trx, work: Work, message: NewMessage): Promise<void> => {
  const { accountId } = work.session;
  const recipients = message.userIds ? [...new Set(message.userIds)] : [null];
  if (recipients.length === 0) return;
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
      })),
    )
    .returning(['id', 'user_id'])
    .execute();
  for (const { id, user_id } of rows) {
    const posted: MessagePosted = { accountId, messageId: id, userId: user_id };
    work.notify('assistant_message', JSON.stringify(posted));
  }
};
