import type { Generated } from 'kysely';
import type { InstantColumn, JsonColumn } from './columns.ts';

export interface AuditLogTable {
  account_id: number;
  id: Generated<number>;
  at: InstantColumn;
  user_id: number | null;
  request_id: string | null;
  route: string;
  action: string;
  entity: string | null;
  entity_id: number | null;
  details: JsonColumn<unknown> | null;
}

export interface IdempotencyKeysTable {
  account_id: number;
  user_id: number;
  key: string;
  route: string;
  body_hash: Buffer;
  answer: JsonColumn<unknown> | null;
  created_at: Generated<string>;
}
