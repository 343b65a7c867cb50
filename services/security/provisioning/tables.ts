import type { Generated, GeneratedAlways } from 'kysely';
import type { InstantColumn } from '../../platform/db/columns.ts';

export interface ScimTokensTable {
  account_id: number;
  id: GeneratedAlways<number>;
  organization_id: number;
  token_hash: Buffer;
  created_at: InstantColumn;
  /** Null until it is replaced. */
  expires_at: InstantColumn | null;
  last_used_at: Generated<string | null>;
  window_at: Generated<string | null>;
  window_calls: Generated<number>;
}

/** What a directory says of a user, as it says it. */
export interface ScimUsersTable {
  account_id: number;
  user_id: number;
  organization_id: number;
  user_name: string;
  external_id: string | null;
  email: string | null;
  display_name: string | null;
  formatted: string | null;
  given_name: string | null;
  family_name: string | null;
  created_at: InstantColumn;
  modified_at: InstantColumn;
  version: Generated<number>;
}

export interface ScimGroupsTable {
  account_id: number;
  id: GeneratedAlways<number>;
  organization_id: number;
  display_name: string;
  external_id: string | null;
  created_at: InstantColumn;
  modified_at: InstantColumn;
  version: Generated<number>;
}

export interface ScimGroupMembersTable {
  account_id: number;
  organization_id: number;
  group_id: number;
  user_id: number;
}

declare module '../../platform/db/tables.ts' {
  interface Database {
    scim_tokens: ScimTokensTable;
    scim_users: ScimUsersTable;
    scim_groups: ScimGroupsTable;
    scim_group_members: ScimGroupMembersTable;
  }
}
