import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';

const HOUR = 60 * 60 * 1000;

/**
 * Every hour: deletes old login attempts, expired tokens and old idempotency keys, folds the pending changes of list
 * totals, of the costs of stages and of results into their sums, cancels jobs whose question nobody answers, and deletes
 * drafts of statements and notas that nobody has come back to, folders for accountants, files of reports and sign-ups put off after a week,
 * what each account keeps of people only for a while, and deliveries of webhooks after 30 days.
 */
export const scheduleHousekeeping = (app: FastifyInstance): void => {
  const { database, clock } = app.platform;
  const timer = setInterval(() => {
    sql`select forget_old_rows(${clock.now()}), fold_sums(), fold_stage_costs(), fold_results(), abandon_jobs(${clock.now()}), forget_statement_drafts(${clock.now()}), forget_fiscal_drafts(${clock.now()}), forget_accountant_folders(${clock.now()}), forget_report_files(${clock.now()}), forget_accesses(${clock.now()}), forget_login_challenges(${clock.now()}), forget_passkey_challenges(${clock.now()}), forget_sso_attempts(${clock.now()}), forget_scim_tokens(${clock.now()}), forget_signup_drafts(${clock.now()}), forget_personal_rows(${clock.now()}), forget_webhook_deliveries(${clock.now()})`
      .execute(database.kysely)
      .catch((error: unknown) => app.log.warn({ err: error }, 'housekeeping'));
  }, HOUR);
  timer.unref();
  app.addHook('preClose', async () => clearInterval(timer));
};
