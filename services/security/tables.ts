import type { Generated } from 'kysely';
import type { InstantColumn, JsonColumn } from '../platform/columns.ts';

export interface AccountsTable {
  id: Generated<number>;
  name: string;
  settings: JsonColumn<Record<string, unknown>>;
  created_at: Generated<string>;
}

export interface UsersTable {
  account_id: number;
  id: Generated<number>;
  login: string;
  name: string;
  password_hash: string | null;
  admin: Generated<boolean>;
  active: Generated<boolean>;
  timezone: Generated<string>;
  created_at: Generated<string>;
  version: Generated<number>;
}

export interface UserPermissionsTable {
  account_id: number;
  user_id: number;
  company_id: number;
  /** null: rows of the company that belong to no building (-1 on the wire). */
  building_id: number | null;
  permission: 'DEBIT' | 'CREDIT' | 'PURCHASE' | 'ENGINEERING';
}

export interface AccessTokensTable {
  token_hash: Buffer;
  account_id: number;
  user_id: number;
  issued_at: InstantColumn;
  expires_at: InstantColumn;
  revoked_at: InstantColumn | null;
}

export interface SecurityTables {
  accounts: AccountsTable;
  users: UsersTable;
  user_permissions: UserPermissionsTable;
  access_tokens: AccessTokensTable;
}
