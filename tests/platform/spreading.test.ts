import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { SHARED, WRITERS } from '#services/platform/db/spread/guards.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/postgres.ts';
import { SeedKit } from '#tests/support/seedKit.ts';

/**
 * Accounts can be spread over the machines of a cluster as long as all that is of an account is beside it, and nobody looks
 * for it elsewhere (docs/decisions/0118). Keys that hold the account, and functions that set it by SET LOCAL, would also let
 * Citus plan the statements (docs/decisions/0028): what is older than that rule is listed here, and no list may grow.
 */
let database: TestDatabase;
let seed: SeedKit;

beforeAll(async () => {
  database = await createTestDatabase();
  seed = new SeedKit(database.ownerUrl, () => new Date('2026-11-20T15:00:00Z'));
});
afterAll(async () => {
  await seed.close();
  await database.drop();
});

const OLD_KEYS = [
  'access_tokens access_tokens_pkey',
  'apportionment_shares apportionment_shares_pkey',
  'apportionments apportionments_pkey',
  'apportionments apportionments_position_key',
  'apportionments apportionments_target_key',
  'assistant_acknowledgements assistant_acknowledgements_pkey',
  'assistant_messages assistant_messages_pkey',
  'attachment_contents attachment_contents_pkey',
  'attachments attachments_pkey',
  'audit_log audit_log_pkey',
  'buildings buildings_pkey',
  'categories categories_pkey',
  'companies companies_pkey',
  'company_logos company_logos_pkey',
  'cost_estimate_groups cost_estimate_groups_pkey',
  'cost_estimates cost_estimates_pkey',
  'installments installments_number_key',
  'installments installments_pkey',
  'link_tokens link_tokens_pkey',
  'outgoing_mail outgoing_mail_pkey',
  'partners partners_pkey',
  'pending_sum_checks pending_sum_checks_pkey',
  'transactions transactions_pkey',
  'transfers transfers_pkey',
  'user_permissions user_permissions_key',
  'users users_login_key',
  'users users_pkey',
  'wallets wallets_pkey',
];

const OLD_FUNCTIONS = [
  'erase_personal_history',
  'find_documents',
  'find_link',
  'find_login',
  'fold_sums',
  'forget_old_rows',
  'login_is_taken',
  'rebuild_days',
  'rebuild_search',
  'rebuild_sums',
  'reserve_account',
];

const OLD_TRANSITIONS = [
  'erase_personal_history',
  'keep_installment_sums',
  'keep_transaction_sums',
  'note_touched_transactions',
];

test('Every key of a table with account rows has the account, except old ones', async () => {
  const keys = await seed.sql<{ name: string }>(`
    select t.relname || ' ' || k.relname as name
    from pg_index i
    join pg_class t on t.oid = i.indrelid and t.relnamespace = 'public'::regnamespace
    join pg_class k on k.oid = i.indexrelid
    join pg_attribute a on a.attrelid = t.oid and a.attname = 'account_id' and not a.attisdropped
    where i.indisunique and not a.attnum = any(i.indkey)
    order by 1`);
  expect(keys.map(({ name }) => name)).toEqual(OLD_KEYS);
});

test('Every function changes settings by SET LOCAL, except old ones', async () => {
  const functions = await seed.sql<{ name: string }>(`
    select distinct p.proname as name from pg_proc p
    where p.pronamespace = 'public'::regnamespace and p.prosrc ~ 'set_config' order by 1`);
  expect(functions.map(({ name }) => name)).toEqual(OLD_FUNCTIONS);
});

test('No trigger function reads a transition table with another table, except old ones', async () => {
  const triggers = await seed.sql<{ name: string; source: string; transitions: string[] }>(`
    select distinct p.proname as name, p.prosrc as source,
           array_remove(array[t.tgoldtable::text, t.tgnewtable::text], null) as transitions
    from pg_trigger t join pg_proc p on p.oid = t.tgfoid
    where not t.tgisinternal and (t.tgoldtable is not null or t.tgnewtable is not null) order by 1`);
  // A copy into an array reads it alone: `rows := array(select touched from touched)`.
  const alone = (table: string) => new RegExp(`array\\(\\s*select [\\w.]+ from ${table}\\s*\\)`, 'g');
  const mixing = triggers.filter(({ source, transitions }) =>
    transitions.some((table) => new RegExp(`\\b(from|join)\\s+${table}\\b`).test(source.replaceAll(alone(table), ''))),
  );
  expect([...new Set(mixing.map(({ name }) => name))]).toEqual(OLD_TRANSITIONS);
});

/** Tables that stay on the coordinator, and why. */
const OF_NOBODY = {
  allowances: 'counted by address or login, before an account is known',
  change_epochs: 'one row of each database',
  login_attempts: 'counted by login and address, known or not',
  passkey_logins: 'asked for before the account is known',
  schema_migrations: 'of each database',
  signup_drafts: 'of accounts that do not exist yet',
};

/** Functions that read them, which the services ask of the coordinator, or of each database. */
const ASKED_OF_THE_COORDINATOR = [
  'change_epoch',
  'claim_signup_draft',
  'drop_signup_draft',
  'find_signup_draft',
  'forget_old_rows',
  'forget_passkey_challenges',
  'forget_signup_drafts',
  'keep_signup_draft',
  'reserve_login_attempt',
  'settle_row_changes',
  'settle_signup_draft',
  'start_passkey_login',
  'take_allowance',
  'take_passkey_login',
];

/** Files that ask the coordinator: what they ask for is of no account. */
const COORDINATOR_ASKERS = [
  'services/assistant/live/liveHub.ts',
  'services/platform/allowances.ts',
  'services/platform/build.ts',
  'services/security/accounts/accounts.ts',
  'services/security/accounts/draftMail.ts',
  'services/security/accounts/drafts.ts',
  'services/security/accounts/store.ts',
  'services/security/attempts.ts',
  'services/security/passkeys/challenges.ts',
];

/** Tables with the column that holds the account. */
const SPREAD_BY = `select c.oid, c.relname, a.attnum from pg_class c join pg_attribute a on a.attrelid = c.oid and not a.attisdropped
   and a.attname = case c.relname when 'accounts' then 'id' else 'account_id' end
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'`;

const names = async (statement: string): Promise<string[]> =>
  (await seed.sql<{ name: string }>(statement)).map(({ name }) => name);

test('Every table has the account in a column, except those of nobody', async () => {
  const tables = await names(`select c.relname as name from pg_class c left join (${SPREAD_BY}) s on s.oid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and s.oid is null order by 1`);
  expect(tables).toEqual(Object.keys(OF_NOBODY));
});

test('Every foreign key leads from the account to the same account, so that both rows are on one machine', async () => {
  const others = await names(`select f.conname as name from pg_constraint f
    left join (${SPREAD_BY}) child on child.oid = f.conrelid left join (${SPREAD_BY}) parent on parent.oid = f.confrelid
    where f.contype = 'f' and f.connamespace = 'public'::regnamespace
      and array_position(f.conkey, child.attnum) is distinct from array_position(f.confkey, parent.attnum) order by 1`);
  const none = await names(`select f.conname as name from pg_constraint f
    left join (${SPREAD_BY}) child on child.oid = f.conrelid
    where f.contype = 'f' and f.connamespace = 'public'::regnamespace and array_position(f.conkey, child.attnum) is null`);
  expect([...others, ...none]).toEqual([]);
});

test('Every id is of a sequence of 64 bits, so that each machine can count in steps of its own', async () => {
  const narrow = await names(`select sequencename as name from pg_sequences
    where schemaname = 'public' and (data_type <> 'bigint'::regtype or increment_by <> 1)`);
  expect(narrow).toEqual([]);
  const sequences = await names(`select sequencename as name from pg_sequences where schemaname = 'public'`);
  expect(sequences.length).toBeGreaterThan(90);
});

test('What belongs to nobody is read by functions that the coordinator is asked for, or led there from the machines', async () => {
  const readers = await names(`select distinct p.proname as name from pg_proc p
    where p.pronamespace = 'public'::regnamespace and p.prosrc ~ '\\m(${Object.keys(OF_NOBODY).join('|')})\\M' order by 1`);
  expect(readers).toEqual([...ASKED_OF_THE_COORDINATOR, ...WRITERS].sort());
  const reached =
    await names(`select distinct t as name from pg_proc p, unnest('{${Object.keys(OF_NOBODY).join()}}'::text[]) t
    where p.pronamespace = 'public'::regnamespace and p.proname = any('{${WRITERS.join()}}') and p.prosrc ~ ('\\m' || t || '\\M') order by 1`);
  expect(reached).toEqual([...SHARED]);
});

test('Only what is of no account is asked of the coordinator', () => {
  const askers = readdirSync('services', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => `services/${file}`)
    .filter((file) => {
      if (file.startsWith('services/platform/db/')) return false;
      return /\bdatabase\.(kysely|pool)\b/.test(readFileSync(file, 'utf8'));
    });
  expect(askers.sort()).toEqual(COORDINATOR_ASKERS);
});
