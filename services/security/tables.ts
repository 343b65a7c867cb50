import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { InstantColumn, JsonColumn } from '../platform/db/columns.ts';

export interface AccountsTable {
  id: Generated<number>;
  name: string;
  settings: JsonColumn<Record<string, unknown>>;
  created_at: Generated<string>;
  /** Null until the link of its first mail was followed. */
  activated_at: InstantColumn | null;
}

export interface UsersTable {
  account_id: number;
  id: Generated<number>;
  login: string;
  name: string;
  /** Only who has proved that the address is theirs has one. */
  password_hash: string | null;
  /** Of the password that came with a sign-up, until its link is followed. */
  signup_hash: Generated<string | null>;
  /** The address that becomes the login once its link is followed. */
  new_login: Generated<string | null>;
  admin: Generated<boolean>;
  active: Generated<boolean>;
  timezone: Generated<string>;
  created_at: Generated<string>;
  email_confirmed_at: InstantColumn | null;
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
  /** When the password was last given again in this session. */
  reauthenticated_at: ColumnType<string | null, string | Date | undefined, string | Date>;
}

export type LinkPurpose = 'FIRST_PASSWORD' | 'RECOVER_PASSWORD' | 'CONFIRM_EMAIL';

export interface LinkTokensTable {
  token_hash: Buffer;
  account_id: number;
  user_id: number;
  purpose: LinkPurpose;
  /** The address that it went to. */
  login: string;
  issued_at: InstantColumn;
  expires_at: InstantColumn;
  used_at: InstantColumn | null;
}

export type MailKind =
  | 'INVITATION'
  | 'RECOVERY'
  | 'CONFIRMATION'
  | 'PASSWORD_CHANGED'
  | 'ACTIVATION'
  | 'ALREADY_REGISTERED'
  | 'LOGIN_CHANGE'
  | 'LOGIN_CHANGED'
  | 'ADMIN_GRANTED';

export interface OutgoingMailTable {
  account_id: number;
  id: GeneratedAlways<number>;
  user_id: number;
  kind: MailKind;
  /** Where it goes; null for the login. */
  address: Generated<string | null>;
  /** Whom it tells of, where that is somebody else. */
  about_id: Generated<number | null>;
  created_at: InstantColumn;
  attempts: Generated<number>;
  next_attempt_at: InstantColumn;
  sent_at: InstantColumn | null;
  failed_at: InstantColumn | null;
  last_error: string | null;
}

declare module '../platform/db/tables.ts' {
  interface Database {
    accounts: AccountsTable;
    users: UsersTable;
    user_permissions: UserPermissionsTable;
    access_tokens: AccessTokensTable;
    link_tokens: LinkTokensTable;
    outgoing_mail: OutgoingMailTable;
  }
}
