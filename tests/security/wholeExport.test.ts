/** The file of personal data against every table that refers to users: none can be forgotten. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { KyselyPlugin } from 'kysely';
import { exportEntries } from '#services/security/privacy/exportFiles.ts';
import { readPersonalData, type PersonalData } from '#services/security/privacy/personalData.ts';
import type { TestUser } from '#tests/support/seedKit.ts';
import { startServices, type TestServices } from '#tests/support/services.ts';
import { openOffice, type Office } from '../financial/officeKit.ts';

const ACT = 'an act in the books of the company: the history of the file has it';
const SECRET = 'a secret, or the hash of one, for minutes';

/** References to users that the file does not read, and why. */
const LEFT_OUT: Record<string, string> = {
  ...Object.fromEntries(
    `product_merges.undone_by product_merges.user_id cost_estimates.approved_by measurement_entries.updated_by
     measurement_photos.created_by measurements.closed_by measurements.review_by measurements.updated_by
     retention_releases.created_by cost_estimate_revisions.created_by cost_estimate_amendments.approved_by
     cost_estimate_amendments.created_by client_workbooks.created_by register_imports.undone_by register_imports.user_id
     order_deliveries.received_by orders.buyer_id quotes.buyer_id order_returns.returned_by order_delivery_files.created_by
     order_approvals.decided_by order_approvals.requested_by order_dispatches.sent_by bank_statement_files.imported_by
     bank_statement_files.uploaded_by bank_reconciliations.created_by bank_statement_lines.ignored_by
     transaction_model_adjustments.created_by transaction_model_batches.created_by transaction_models.created_by
     statement_notes.author_id fiscal_cancellations.uploaded_by fiscal_documents.uploaded_by month_closings.closed_by
     month_closings.reopened_by month_exceptions.ended_by month_exceptions.user_id month_exceptions.created_by
     partner_payment_changes.user_id deleted_documents.deleted_by api_tokens.revoked_by`
      .split(/\s+/)
      .map((place) => [place, ACT]),
  ),
  'login_challenges.user_id': SECRET,
  'passkey_challenges.user_id': SECRET,
  'idempotency_keys.user_id': 'answers that the user got, for a week',
  'assistant_acknowledgements.user_id': 'which of the messages in the file were read',
  'personal_exports.user_id': 'the file itself',
  'outgoing_mail.about_id': 'a mail to somebody else',
  'cost_estimate_locks.user_id': 'who is editing right now',
  'measurement_presences.user_id': 'who is looking right now',
};

/** Columns by which the file finds a person. */
const KEYS =
  /^(user_id|created_by|author_id|made_by|sent_by|responsible_id|emergency_user_id|requested_by|decided_by)$/;

let services: TestServices;
let office: Office;
let person: TestUser;
let other: TestUser;

beforeAll(async () => {
  services = await startServices();
  office = await openOffice(services.seed, 'Ipê');
  person = await services.seed.user(office.accountId, { name: 'Rita Sá' });
  other = await services.seed.user(office.accountId, { name: 'Olavo Reis' });
});
afterAll(() => services.stop());

/** What the file of a person is made of, and the statements that read it. */
const readFile = async (userId: number): Promise<{ data: PersonalData; statements: string[] }> => {
  const statements: string[] = [];
  const listening: KyselyPlugin = {
    transformQuery: ({ node }) => {
      statements.push(JSON.stringify(node));
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  const { accountId } = office;
  const data = await services.app.platform.query({ accountId }, (trx) =>
    readPersonalData(trx.withPlugin(listening) as typeof trx, { accountId, userId }),
  );
  return { data, statements };
};

test('Every table that refers to a user, or to who is provisioned, is in the file or has a reason', async () => {
  const references = await services.seed.sql<{ place: string }>(
    `select distinct k.table_name || '.' || k.column_name as place
       from information_schema.referential_constraints r
       join information_schema.table_constraints u
         on u.constraint_schema = r.unique_constraint_schema and u.constraint_name = r.unique_constraint_name
       join information_schema.key_column_usage k
         on k.constraint_schema = r.constraint_schema and k.constraint_name = r.constraint_name
      where r.constraint_schema = 'public' and u.table_name in ('users', 'scim_users')
        and k.column_name not in ('account_id', 'organization_id')
      order by 1`,
  );
  const places = references.map(({ place }) => place);
  expect(places.length).toBeGreaterThan(60);
  const { statements } = await readFile(person.id);
  const read = new Set(
    statements.flatMap((text) => [...text.matchAll(/\b(?:from|join) ([a-z_]+)/g)].map(([, table]) => table)),
  );
  const isRead = (place: string): boolean => {
    const [table = '', column = ''] = place.split('.');
    return read.has(table) && KEYS.test(column);
  };
  expect(places.filter((place) => !(place in LEFT_OUT) && !isRead(place))).toEqual([]);
  // No reason outlives its column.
  expect(Object.keys(LEFT_OUT).filter((place) => !places.includes(place))).toEqual([]);
});

/** Rows of a user in the tables that had been forgotten. */
const fill = async ({ id }: TestUser): Promise<void> => {
  const { seed } = services;
  const { accountId, companyId } = office;
  const account_id = accountId;
  const now = services.clock.now();
  const organization = await seed.insert('organizations', {
    ...{ account_id, name: 'Rocha', domain: `rocha${id}.example`, issuer: 'https://login.rocha.example' },
    ...{ client_id: 'prumo', proof: 'x'.repeat(32) },
  });
  await seed.sql(
    `insert into user_identities (account_id, organization_id, issuer, subject, user_id, linked_at)
     values ($1, $2, 'https://login.rocha.example', $3, $4, $5)`,
    [accountId, organization, `sub-${id}`, id, now],
  );
  await seed.sql(
    `insert into api_tokens (account_id, user_id, made_by, name, token_hash, last_four, access, areas, everywhere, created_at, expires_at,
       last_used_from)
     values ($1, $2, $2, 'Planilha', sha256($4), 'wxyz', 'READ', '{FINANCIAL}', true, $3, $3::timestamptz + interval '90 days',
       '203.0.113.7')`,
    [accountId, id, now, Buffer.from(String(id))],
  );
  const owned = { account_id, company_id: companyId, created_by: id, created_at: now };
  await seed.insert('saved_views', {
    ...owned,
    list: 'EXPENSES',
    name: 'Vencidas',
    address: 'status=OVERDUE',
    shared: true,
  });
  await seed.insert('saved_reports', {
    ...owned,
    name: 'Pagas',
    report: 'bills-paid',
    parameters: '{}',
    shared: false,
  });
  await seed.sql(
    `insert into list_columns (account_id, user_id, list, columns) values ($1, $2, 'ORDERS', '[{"id": "partner"}]')`,
    [...[accountId, id]],
  );
  const schedule = await seed.insert('report_schedules', {
    ...owned,
    ...{
      report: 'bills-paid',
      parameters: '{}',
      rhythm: 'DAILY',
      time_of_day: '07:00',
      time_zone: 'America/Sao_Paulo',
    },
    ...{ formats: '{CSV}', empty_result: 'SEND', active: false },
  });
  await seed.insert('report_schedule_recipients', { account_id, schedule_id: schedule, user_id: id });
  await seed.insert('anonymisations', {
    ...{ account_id, user_id: id, requested_by: id, requested_at: now, decided_at: now, outcome: 'CANCELLED' },
  });
};

test('It tells what was kept of its user in them, without a secret, and nothing of anybody else', async () => {
  await fill(person);
  await fill(other);
  const { data } = await readFile(person.id);
  const at = services.clock.now().toISOString();
  expect(data.kept).toMatchObject({
    identities: [{ at, organization: 'Rocha', issuer: 'https://login.rocha.example', subject: `sub-${person.id}` }],
    tokens: [
      { at, name: 'Planilha', lastFour: 'wxyz', actsFor: 'Rita Sá', revokedAt: null, lastUsedFrom: '203.0.113.7' },
    ],
    savedViews: [{ at, name: 'Vencidas', list: 'EXPENSES', address: 'status=OVERDUE', shared: true }],
    savedReports: [{ at, name: 'Pagas', report: 'bills-paid', shared: false }],
    listColumns: [{ list: 'ORDERS', columns: '[{"id": "partner"}]' }],
    schedules: [
      { at, part: 'agendou', report: 'bills-paid', state: 'pausado' },
      { at: null, part: 'recebe', report: 'bills-paid', state: 'pausado' },
    ],
    anonymisations: [{ at, part: 'é quem seria anonimizado, pediu', outcome: 'CANCELLED', decidedAt: at }],
  });
  const [, workbook, json] = exportEntries(data);
  const text = String(json?.content);
  expect(text).not.toContain(`sub-${other.id}`);
  expect(text).not.toMatch(/hash|secret|signature/i);
  const sheets = String(workbook?.content);
  expect(sheets.startsWith('PK')).toBe(true);
});
