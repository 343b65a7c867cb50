import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { InstantColumn } from '../../platform/db/columns.ts';

export interface OrganizationsTable {
  account_id: number;
  id: GeneratedAlways<number>;
  name: string;
  domain: string;
  issuer: string;
  client_id: string;
  /** Sealed. */
  client_secret: Buffer | null;
  proof: string;
  /** Null until the TXT record of the domain was found. */
  proven_at: InstantColumn | null;
  active: Generated<boolean>;
  version: Generated<number>;
  groups_claim: Generated<string>;
  /** The last login whose groups were too many for the token. */
  groups_unknown_at: ColumnType<string | null, never, Date | null>;
  /** When the TXT record was last looked for again, since when it is missing, and when that was told. */
  proof_checked_at: ColumnType<string | null, never, Date | null>;
  proof_missing_since: ColumnType<string | null, never, Date | null>;
  proof_warned_at: ColumnType<string | null, never, Date | null>;
}

export interface UserIdentitiesTable {
  account_id: number;
  organization_id: number;
  issuer: string;
  subject: string;
  user_id: number;
  linked_at: InstantColumn;
}

export interface SsoAttemptsTable {
  account_id: number;
  id: GeneratedAlways<number>;
  organization_id: number;
  browser_hash: Buffer;
  state_hash: Buffer;
  /** Nonce and PKCE verifier. */
  sealed: Buffer;
  fresh: boolean;
  expires_at: InstantColumn;
}

export interface LoginRulesTable {
  account_id: number;
  sso_only: Generated<boolean>;
  emergency_user_id: number | null;
  /** First day on which a second factor is demanded. */
  second_factor_from: Generated<string | null>;
  version: Generated<number>;
}

declare module '../../platform/db/tables.ts' {
  interface Database {
    organizations: OrganizationsTable;
    user_identities: UserIdentitiesTable;
    sso_attempts: SsoAttemptsTable;
    login_rules: LoginRulesTable;
  }
}
