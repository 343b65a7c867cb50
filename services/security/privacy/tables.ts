import type { GeneratedAlways } from 'kysely';
import type { InstantColumn } from '../../platform/db/columns.ts';

/** Personal data of users and partners (migration 0080). */
declare module '../../platform/db/tables.ts' {
  interface Database {
    personal_exports: PersonalExportsTable;
    anonymisations: AnonymisationsTable;
    data_views: DataViewsTable;
  }
}

export interface PersonalExportsTable {
  account_id: number;
  id: GeneratedAlways<number>;
  user_id: number;
  job_id: number;
  requested_at: InstantColumn;
  ready_at: InstantColumn | null;
  expires_at: InstantColumn | null;
  content: Buffer | null;
}

export interface AnonymisationsTable {
  account_id: number;
  id: GeneratedAlways<number>;
  user_id: number;
  requested_by: number | null;
  requested_at: InstantColumn;
  decided_by: number | null;
  decided_at: InstantColumn | null;
  outcome: 'DONE' | 'REFUSED' | 'CANCELLED' | null;
}

/** Who opened the record of which partner, on one day. */
export interface DataViewsTable {
  account_id: number;
  partner_id: number;
  user_id: number;
  day: string;
  first_at: InstantColumn;
  last_at: InstantColumn;
  times: number;
}
