import type { Generated, GeneratedAlways } from 'kysely';
import type { InstantColumn } from '../../platform/db/columns.ts';

/** A token of programs, and what it was made for. */
export interface ApiTokensTable {
  account_id: number;
  id: GeneratedAlways<number>;
  /** Whom it acts for: its maker, or a service account. */
  user_id: number;
  made_by: number;
  name: string;
  token_hash: Buffer;
  last_four: string;
  access: 'READ' | 'READ_WRITE';
  areas: string[];
  everywhere: boolean;
  networks: string[];
  created_at: InstantColumn;
  expires_at: InstantColumn;
  revoked_at: InstantColumn | null;
  revoked_by: Generated<number | null>;
  last_used_at: Generated<string | null>;
  last_used_from: Generated<string | null>;
}

/** A company or building that a token reaches. */
export interface ApiTokenPlacesTable {
  account_id: number;
  token_id: number;
  company_id: number;
  building_id: number | null;
}

/** What the tokens of an account have used on a day. */
export interface ApiUsageTable {
  account_id: number;
  day: string;
  points: number;
  calls: number;
  files: Generated<number>;
}

declare module '../../platform/db/tables.ts' {
  interface Database {
    api_tokens: ApiTokensTable;
    api_token_places: ApiTokenPlacesTable;
    api_usage: ApiUsageTable;
  }
}
