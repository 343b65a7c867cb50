import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { SupplierMailKind } from '../purchase/links/supplierMail.ts';
import type { ApprovalMailKind } from '../purchase/orders/approval/mails.ts';
import type { InstantColumn, JsonColumn } from '../platform/db/columns.ts';

export interface AccountsTable {
  id: Generated<number>;
  name: string;
  settings: JsonColumn<Record<string, unknown>>;
  created_at: Generated<string>;
  /** Null until the user followed the link of the activation mail. */
  activated_at: InstantColumn | null;
}

/** The demonstration company of an account, and up to which ids its rows are its own (docs/decisions/0078). */
export interface DemonstrationsTable {
  account_id: number;
  company_id: number;
  partners_from: number;
  partners_to: number;
  buildings_to: number;
  wallets_to: number;
  transactions_to: number;
  transfers_to: number;
  created_at: InstantColumn;
}

export interface UsersTable {
  account_id: number;
  id: Generated<number>;
  login: string;
  name: string;
  /** Null until the user has confirmed the address. */
  password_hash: string | null;
  /** Hash of the password entered at sign-up, until its link is followed. */
  signup_hash: Generated<string | null>;
  /** Address that becomes the login after its confirmation. */
  new_login: Generated<string | null>;
  admin: Generated<boolean>;
  active: Generated<boolean>;
  /** A service account: programs act for it, and nobody logs in as it. */
  service: Generated<boolean>;
  /** Of a service account; null once that person has no access any more. */
  responsible_id: Generated<number | null>;
  /** Last day on which its tokens hold while nobody answers for it. */
  tokens_until: Generated<string | null>;
  timezone: Generated<string>;
  created_at: Generated<string>;
  email_confirmed_at: InstantColumn | null;
  version: Generated<number>;
  /** Null unless the user was made nameless. */
  anonymised_at: Generated<string | null>;
  /** Null when it was last set before this was noted. */
  password_changed_at: InstantColumn | null;
}

export interface UserPermissionsTable {
  account_id: number;
  user_id: number;
  company_id: number;
  /** Null for rows of the company without building (-1 in REST). */
  building_id: number | null;
  permission: 'DEBIT' | 'CREDIT' | 'PURCHASE' | 'ENGINEERING';
  /** Granted by an administrator, given by a group, or both. */
  by_hand: Generated<boolean>;
  by_group: Generated<boolean>;
}

export interface AccessTokensTable {
  token_hash: Buffer;
  account_id: number;
  user_id: number;
  issued_at: InstantColumn;
  expires_at: InstantColumn;
  revoked_at: InstantColumn | null;
  /** Time of the session's last reauthentication. */
  reauthenticated_at: ColumnType<string | null, string | Date | undefined, string | Date>;
  id: GeneratedAlways<number>;
  method: Generated<SessionMethod>;
  /** Name of the organization or identity provider, for SSO. */
  provider: Generated<string | null>;
  address: Generated<string | null>;
  user_agent: Generated<string | null>;
  /** Written at most once a minute; null until the first minute has passed. */
  last_used_at: ColumnType<string | null, string | Date | undefined, string | Date>;
}

/** How a session was opened. */
export type SessionMethod = 'PASSWORD' | 'PASSKEY' | 'SSO';

export type AccessKind =
  | 'LOGIN'
  | 'LOGOUT'
  | 'PASSWORD_REFUSED'
  | 'CODE_REFUSED'
  | 'SESSION_ENDED'
  | 'PASSWORD_CHANGED'
  | 'TOTP_ON'
  | 'TOTP_OFF'
  | 'RECOVERY_CODES'
  | 'PASSKEY_ADDED'
  | 'PASSKEY_REMOVED'
  | 'PASSKEY_REFUSED'
  | 'FACTORS_RESET';

/** What happened to the access of a user, for six months. */
export interface UserAccessesTable {
  account_id: number;
  id: GeneratedAlways<number>;
  user_id: number;
  at: InstantColumn;
  kind: AccessKind;
  times: Generated<number>;
  method: SessionMethod | null;
  provider: string | null;
  address: string | null;
  user_agent: string | null;
  /** Browser, system and network. */
  device: string;
}

export type LinkPurpose = 'FIRST_PASSWORD' | 'RECOVER_PASSWORD' | 'CONFIRM_EMAIL';

export interface LinkTokensTable {
  token_hash: Buffer;
  account_id: number;
  user_id: number;
  purpose: LinkPurpose;
  /** Address that the link was sent to. */
  login: string;
  issued_at: InstantColumn;
  expires_at: InstantColumn;
  used_at: InstantColumn | null;
}

/** Mail to a user about his access. */
export type MailKind =
  | 'INVITATION'
  | 'RECOVERY'
  | 'CONFIRMATION'
  | 'PASSWORD_CHANGED'
  | 'ACTIVATION'
  | 'ALREADY_REGISTERED'
  | 'LOGIN_CHANGE'
  | 'LOGIN_CHANGED'
  | 'ADMIN_GRANTED'
  | 'PERSONAL_EXPORT'
  | 'ANONYMISATION_REQUESTED'
  | 'NEW_DEVICE'
  | 'SSO_USER'
  | 'DOMAIN_PROOF'
  | 'PASSKEY_ADDED'
  | 'PASSKEY_REMOVED'
  | 'FACTORS_RESET'
  | 'DIGEST';

export interface OutgoingMailTable {
  account_id: number;
  id: GeneratedAlways<number>;
  /** Null: to a supplier. */
  user_id: number | null;
  quote_supplier_id: Generated<number | null>;
  order_id: Generated<number | null>;
  kind: MailKind | ApprovalMailKind | SupplierMailKind;
  /** Recipient; null for the user's login. */
  address: Generated<string | null>;
  /** The user that the mail is about, if another one. */
  about_id: Generated<number | null>;
  /** The order that the mail is about. */
  about_order_id: Generated<number | null>;
  /** The login that the mail is about. */
  about_access_id: Generated<number | null>;
  created_at: InstantColumn;
  attempts: Generated<number>;
  next_attempt_at: InstantColumn;
  sent_at: InstantColumn | null;
  failed_at: InstantColumn | null;
  last_error: string | null;
}

export interface UserTotpTable {
  account_id: number;
  user_id: number;
  /** Sealed key. */
  secret: Buffer;
  created_at: InstantColumn;
  /** Null until a first code has confirmed it. */
  confirmed_at: InstantColumn | null;
  /** Half minute of the last code taken. */
  last_step: Generated<number>;
}

export interface RecoveryCodesTable {
  account_id: number;
  user_id: number;
  signature: Buffer;
  used_at: InstantColumn | null;
}

/** Logins by the right password that wait for their second factor. */
export interface LoginChallengesTable {
  account_id: number;
  token_hash: Buffer;
  user_id: number;
  expires_at: InstantColumn;
  wrong: Generated<number>;
  used_at: InstantColumn | null;
}

declare module '../platform/db/tables.ts' {
  interface Database {
    accounts: AccountsTable;
    demonstrations: DemonstrationsTable;
    users: UsersTable;
    user_permissions: UserPermissionsTable;
    access_tokens: AccessTokensTable;
    user_accesses: UserAccessesTable;
    user_totp: UserTotpTable;
    recovery_codes: RecoveryCodesTable;
    login_challenges: LoginChallengesTable;
    link_tokens: LinkTokensTable;
    outgoing_mail: OutgoingMailTable;
  }
}
