/** The table of accounts; the others follow it by their `account_id` (docs/decisions/0118). */
export const ROOT = 'accounts';

/**
 * Tables that stay whole where the others are spread over machines by account, with the reason. Triggers on other machines
 * cannot reach them, except the directories.
 */
export const KEPT_WHOLE: Readonly<Record<string, string>> = {
  allowances: 'counted by address or login, before an account is known',
  change_epochs: 'one row of the whole database',
  login_attempts: 'counted by login and address, known or not',
  logins: 'a login is one in all accounts, and asked for before its account is known',
  passkey_logins: 'asked for before the account is known',
  schema_migrations: 'of the whole database',
  signup_drafts: 'of accounts that do not exist yet',
};

/** Of those, the tables that triggers keep: reached from every machine. */
export const DIRECTORIES: readonly string[] = ['logins'];
