import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { takeAllowance } from './allowances.ts';
import type { Platform } from './platform.ts';

const HOUR = 60 * 60 * 1000;
/** Of several processes, the one that comes first does the work of an hour; less than an hour, for clocks are not exact. */
const ONCE = { times: 1, seconds: 55 * 60 };

/** Functions of the database that put pending changes of list totals, of the costs of stages, of results and of cash flow into their sums. */
const FOLDING = [
  'fold_sums',
  'fold_stage_costs',
  'fold_results',
  'fold_site_totals',
  'fold_flows',
  'fold_wallet_flows',
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
  'forget_account_writes',
];

/** Folds and forgets, in one statement; false when a process has done so in this hour. */
export const keepHouse = async (platform: Pick<Platform, 'database' | 'clock'>): Promise<boolean> => {
  const { database, clock } = platform;
  if ((await takeAllowance(platform, 'housekeeping', '', ONCE)) !== null) return false;
  const calls = [
    ...FOLDING.map((name) => sql`${sql.id(name)}()`),
    ...FORGETTING.map((name) => sql`${sql.id(name)}(${clock.now()})`),
  ];
  await database.each(sql`select ${sql.join(calls)}`);
  return true;
};

/** Every hour. */
export const scheduleHousekeeping = (app: FastifyInstance): void => {
  const timer = setInterval(() => {
    keepHouse(app.platform).catch((error: unknown) => app.log.warn({ err: error }, 'housekeeping'));
  }, HOUR);
  timer.unref();
  app.addHook('preClose', async () => clearInterval(timer));
};
