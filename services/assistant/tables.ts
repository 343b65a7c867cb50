import type { AssistantEvent, SwitchableEvent } from '#domain/assistant/events.ts';
import type { Permission } from '#domain/permissions.ts';
import type { AssistantAnswer } from '#schema/assistant/answer.ts';
import type { ColumnType, Generated } from 'kysely';
import type { InstantColumn } from '../platform/db/columns.ts';

export interface AssistantMessagesTable {
  account_id: number;
  id: Generated<number>;
  /** Recipient; null for a broadcast to the whole account. */
  user_id: number | null;
  kind: 'INFO' | 'SUCCESS' | 'WARNING' | 'ERROR';
  /** Users are named as `namedUser` does; SQL `message_text` is the text that is read. */
  text: string;
  /** Users whom the text names. */
  people: Generated<number[]>;
  link: string | null;
  at: InstantColumn;
  stored_at: Generated<string>;
  /** Company of the subject; null when every recipient may read the message. */
  company_id: number | null;
  permission: Permission | null;
  /** Buildings of the subject; empty for a subject without building. */
  building_ids: Generated<number[]>;
  with_balance: Generated<boolean>;
  /** USER: a question. */
  sender: Generated<'USER' | 'ASSISTANT'>;
  /** What was answered to the question before it; null for what the assistant tells by itself. */
  answer: ColumnType<AssistantAnswer | null, string | null | undefined, string | null>;
  /** What a follow-up refers to, as the gateway wrote it. */
  frame: string | null;
  /** Rights of the reader when an answer was computed (SQL: rights_of). */
  rights: string[] | null;
  event: Generated<AssistantEvent | null>;
  title: Generated<string | null>;
  undo_installment_id: Generated<number | null>;
  undo_version: Generated<number | null>;
  link_label: Generated<string | null>;
  /** It does not pop up at its reader. */
  quiet: Generated<boolean>;
  /** It tells of what only administrators see. */
  for_admins: Generated<boolean>;
  /** The administrator who wrote a broadcast. */
  sent_by: Generated<number | null>;
  withdrawn_at: ColumnType<string | null, Date | null | undefined, Date | null>;
  /** SQL transaction that wrote the message (xid8 as text), and the oldest one open at that time. */
  tx: Generated<string>;
  horizon: Generated<string>;
}

export interface AssistantAcknowledgementsTable {
  account_id: number;
  message_id: number;
  user_id: number;
  at: InstantColumn;
}

/** What a user wants to be told, and when; without a row, everything at any time and no letter. */
export interface AssistantPreferencesTable {
  account_id: number;
  user_id: number;
  /** Kinds that are not posted. */
  muted: SwitchableEvent[];
  /** Kinds that the daily letter does not count. */
  undigested: SwitchableEvent[];
  /** "22:00" in the user's time zone. */
  quiet_from: string | null;
  quiet_to: string | null;
  quiet_weekends: boolean;
  digest_hour: number | null;
  digest_next_at: ColumnType<string | null, Date | null | undefined, Date | null>;
  digest_lease: ColumnType<string | null, Date | null | undefined, Date | null>;
}

declare module '../platform/db/tables.ts' {
  interface Database {
    assistant_messages: AssistantMessagesTable;
    assistant_acknowledgements: AssistantAcknowledgementsTable;
    assistant_preferences: AssistantPreferencesTable;
  }
}
