import type { Permission } from '#domain/permissions.ts';
import type { Trx, Work } from '../platform/db/unitOfWork.ts';
import type { AssistantMessagesTable } from './tables.ts';

/** What a message tells of: it is shown only while its reader may see that (§6). */
export interface Subject {
  companyId: number;
  /** Needed on one of the buildings; without any, the grant for what belongs to no building. */
  permission: Permission;
  buildingIds: readonly number[];
  /** It names the balance of a wallet, which takes DEBIT and CREDIT in the company. */
  withBalance?: boolean;
}

interface Content {
  kind: AssistantMessagesTable['kind'];
  /** Portuguese, for the person; at most 2,000 characters. */
  text: string;
  /** Route of the application, with its query: "/home/forms/transactions/bank". */
  link?: string;
}

/** To some users, about something or not; or a broadcast to the whole account, which tells of nothing that is guarded. */
export type NewMessage = Content &
  ({ userIds: readonly number[]; about?: Subject } | { userIds?: undefined; about?: undefined });

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
  for (const { id, user_id } of rows) {
    const posted: MessagePosted = { accountId, messageId: id, userId: user_id };
    work.notify('assistant_message', JSON.stringify(posted));
  }
};
