import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { withTimeLimit } from '#domain/timeLimit.ts';
import type { Outsider, Trx, Work } from '../../platform/db/unitOfWork.ts';
import type { Platform } from '../../platform/platform.ts';
import { mailAdmins } from '../mail/admins.ts';
import { proofText } from './store.ts';

/** Reads the TXT records of a domain. */
export type ResolveTxt = (domain: string) => Promise<string[][]>;

const DNS_LIMIT = 5_000;
const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;
/** Days without the record until administrators are told, and until nobody new is linked. */
const TOLD_AFTER = 7;
const TRUSTED_FOR = 30;

/** Answers of the DNS that say there is no such record; all others say nothing. */
const NO_RECORD = new Set(['ENOTFOUND', 'ENODATA']);

const isAbsence = (error: unknown): boolean =>
  error instanceof Error && NO_RECORD.has(String(Reflect.get(error, 'code')));

/** Looks for the record that proves a domain; `unknown` when the DNS did not answer. */
export const findProof = async (
  resolve: ResolveTxt,
  { domain, proof }: { domain: string; proof: string },
): Promise<'found' | 'missing' | 'unknown'> => {
  try {
    const records = await withTimeLimit(DNS_LIMIT, () => resolve(domain));
    return records.some((parts) => parts.join('').trim() === proofText(proof)) ? 'found' : 'missing';
  } catch (error) {
    return isAbsence(error) ? 'missing' : 'unknown';
  }
};

/** Whether the domain is trusted for people whom the organization does not know yet. */
export const isTrusted = ({ proof_missing_since: since }: { proof_missing_since: string | null }, now: Date): boolean =>
  since === null || Date.parse(since) > now.getTime() - TRUSTED_FOR * DAY;

const note = async (trx: Trx, work: Work<Outsider>, id: number, found: boolean): Promise<void> => {
  const { accountId } = work.session;
  const row = await trx
    .selectFrom('organizations')
    .select(['proof_missing_since', 'proof_warned_at'])
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  // Deleted meanwhile, or as it was.
  if (!row || (found && row.proof_missing_since === null)) return;
  const now = work.clock.now();
  const since = row.proof_missing_since === null ? now : new Date(row.proof_missing_since);
  const tells = !found && row.proof_warned_at === null && since.getTime() <= now.getTime() - TOLD_AFTER * DAY;
  await trx
    .updateTable('organizations')
    .set(found ? { proof_missing_since: null, proof_warned_at: null } : { proof_missing_since: since })
    .set(tells ? { proof_warned_at: now } : {})
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute();
  if (tells) await mailAdmins(trx, work, 'DOMAIN_PROOF');
  if (found || row.proof_missing_since === null) {
    work.audit({ action: found ? 'domainFound' : 'domainMissing', entity: 'organization', entityId: id });
  }
};

/** Looks again for the records of proven domains, each once a day; an unanswered question is asked the next day. */
export const checkDomains = async (
  platform: Pick<Platform, 'database' | 'clock' | 'command'>,
  resolve: ResolveTxt,
): Promise<void> => {
  const rows = await platform.database.everywhere(sql<{
    account_id: number;
    id: number;
    domain: string;
    proof: string;
  }>`
    select * from take_domains_to_check(${platform.clock.now()})`);
  for (const { account_id: accountId, id, domain, proof } of rows) {
    const result = await findProof(resolve, { domain, proof });
    if (result === 'unknown') continue;
    await platform.command({ accountId, userId: null }, { route: 'job domains', requestId: null }, (trx, work) =>
      note(trx, work, id, result === 'found'),
    );
  }
};

export const scheduleDomainChecks = (app: FastifyInstance, resolve: ResolveTxt): void => {
  const timer = setInterval(() => {
    checkDomains(app.platform, resolve).catch((error: unknown) => app.log.warn({ err: error }, 'check of domains'));
  }, HOUR);
  timer.unref();
  app.addHook('preClose', async () => clearInterval(timer));
};
