import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '#tests/support/postgres.ts';
import { SeedKit } from '#tests/support/seedKit.ts';

/**
 * Tables whose rows belong to accounts can be spread over machines by the account once each key holds it, and once
 * functions set it by SET LOCAL (docs/decisions/0028). What is older than that rule is listed here: no list may grow.
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
