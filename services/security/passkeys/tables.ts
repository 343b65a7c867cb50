import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { InstantColumn } from '../../platform/db/columns.ts';

export interface PasskeysTable {
  account_id: number;
  id: GeneratedAlways<number>;
  user_id: number;
  credential_id: Buffer;
  /** Whose key it is, as its authenticator says it. */
  user_handle: Buffer;
  public_key: Buffer;
  counter: Generated<number>;
  transports: string;
  name: string;
  synced: boolean;
  created_at: InstantColumn;
  last_used_at: ColumnType<string | null, string | Date | undefined, string | Date>;
}

/** What the authenticator of a session is asked to sign, once. */
export interface PasskeyChallengesTable {
  account_id: number;
  challenge_hash: Buffer;
  user_id: number;
  session_id: number;
  purpose: 'REGISTER' | 'CONFIRM';
  expires_at: InstantColumn;
}

declare module '../../platform/db/tables.ts' {
  interface Database {
    passkeys: PasskeysTable;
    passkey_challenges: PasskeyChallengesTable;
  }
}
