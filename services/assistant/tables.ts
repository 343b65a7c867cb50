import type { Permission } from '#domain/permissions.ts';
import type { Generated } from 'kysely';
import type { InstantColumn } from '../platform/db/columns.ts';

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
  /** What it tells of; null where anybody who gets it may be told. */
  company_id: number | null;
  permission: Permission | null;
  /** Of the document that it tells of; empty: one of no building. */
  building_ids: Generated<number[]>;
  with_balance: Generated<boolean>;
  /** Transaction that wrote it (xid8, as text), and the oldest one that was open then. */
  tx: Generated<string>;
  horizon: Generated<string>;
}

export interface AssistantAcknowledgementsTable {
  account_id: number;
  message_id: number;
  user_id: number;
  at: InstantColumn;
}

declare module '../platform/db/tables.ts' {
  interface Database {
    assistant_messages: AssistantMessagesTable;
    assistant_acknowledgements: AssistantAcknowledgementsTable;
  }
}
