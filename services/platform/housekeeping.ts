import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';

const HOUR = 60 * 60 * 1000;

/** Functions of the database that put pending changes of list totals, of the costs of stages, of results and of cash flow into their sums. */
const FOLDING = [
  'fold_sums',
  'fold_stage_costs',
  'fold_results',
  'fold_site_totals',
  'fold_flows',
  'fold_document_lists',
];

/** Functions of the database that end or delete, by the time that they are given, what nobody comes back to. */
const FORGETTING = [
  'forget_old_rows',
  'abandon_jobs',
  'forget_statement_drafts',
  'forget_fiscal_drafts',
  'forget_accountant_folders',
  'forget_report_files',
  'forget_report_runs',
  'forget_accesses',
  'forget_login_challenges',
  'forget_passkey_challenges',
  'forget_sso_attempts',
  'forget_scim_tokens',
  'forget_signup_drafts',
  'forget_personal_rows',
  'forget_webhook_deliveries',
  'forget_deleted_documents',
];

/** Every hour: folds and forgets, in one statement. */
export const scheduleHousekeeping = (app: FastifyInstance): void => {
  const { database, clock } = app.platform;
  const timer = setInterval(() => {
    const calls = [
      ...FOLDING.map((name) => sql`${sql.id(name)}()`),
      ...FORGETTING.map((name) => sql`${sql.id(name)}(${clock.now()})`),
    ];
    sql`select ${sql.join(calls)}`
      .execute(database.kysely)
      .catch((error: unknown) => app.log.warn({ err: error }, 'housekeeping'));
  }, HOUR);
  timer.unref();
  app.addHook('preClose', async () => clearInterval(timer));
};
