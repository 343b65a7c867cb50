import type { Generated } from 'kysely';
import type { InstantColumn } from '../platform/columns.ts';

export interface AssistantMessagesTable {
  account_id: number;
  id: Generated<number>;
  /** null: a broadcast to the whole account. */
  user_id: number | null;
  kind: 'INFO' | 'SUCCESS' | 'WARNING' | 'ERROR';
  text: string;
  link: string | null;
  at: InstantColumn;
  stored_at: Generated<string>;
}

export interface AssistantAcknowledgementsTable {
  account_id: number;
  message_id: number;
  user_id: number;
  at: InstantColumn;
}

export interface AssistantTables {
  assistant_messages: AssistantMessagesTable;
  assistant_acknowledgements: AssistantAcknowledgementsTable;
}
