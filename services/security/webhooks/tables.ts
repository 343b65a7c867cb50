import type { Generated, GeneratedAlways } from 'kysely';
import type { DeliveryError, PauseReason } from '#domain/webhooks.ts';
import type { InstantColumn, JsonColumn } from '../../platform/db/columns.ts';

/** Where events of an account are sent. */
export interface WebhooksTable {
  account_id: number;
  id: GeneratedAlways<number>;
  url: string;
  description: string | null;
  events: string[] | null;
  everywhere: boolean;
  state: 'ACTIVE' | 'PAUSED';
  pause_reason: PauseReason | null;
  paused_at: InstantColumn | null;
  failing: Generated<boolean>;
  secret: Buffer;
  old_secret: Buffer | null;
  old_secret_until: InstantColumn | null;
  created_at: InstantColumn;
  version: Generated<number>;
}

/** A company or building whose events a webhook gets. */
export interface WebhookPlacesTable {
  account_id: number;
  webhook_id: number;
  company_id: number;
  building_id: number | null;
}

/** An event on its way to one webhook. */
export interface WebhookDeliveriesTable {
  account_id: number;
  id: GeneratedAlways<number>;
  webhook_id: number;
  event_id: string;
  type: string;
  entity: string;
  entity_id: number;
  test: boolean;
  data: JsonColumn<object>;
  at: InstantColumn;
  state: Generated<'WAITING' | 'DELIVERED' | 'FAILED'>;
  attempts: Generated<number>;
  first_attempt_at: InstantColumn | null;
  next_attempt_at: InstantColumn;
  lease: string | null;
  lease_until: InstantColumn | null;
  last_attempt_at: InstantColumn | null;
  status: number | null;
  error: DeliveryError | null;
  milliseconds: number | null;
}

/** What a receiver answered, or why it did not. */
export interface WebhookAttemptsTable {
  account_id: number;
  id: GeneratedAlways<number>;
  delivery_id: number;
  at: InstantColumn;
  milliseconds: number;
  status: number | null;
  error: DeliveryError | null;
  answer: string | null;
}

declare module '../../platform/db/tables.ts' {
  interface Database {
    webhooks: WebhooksTable;
    webhook_places: WebhookPlacesTable;
    webhook_deliveries: WebhookDeliveriesTable;
    webhook_attempts: WebhookAttemptsTable;
  }
}
