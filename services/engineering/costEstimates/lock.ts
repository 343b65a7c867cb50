import { sql } from 'kysely';
import type { CostEstimate } from '#schema/engineering/costEstimates/costEstimates.rest.ts';
import { forbidden, locked, notFound, ruleBroken, staleVersion } from '../../platform/errors.ts';
import type { Trx, Work } from '../../platform/db/unitOfWork.ts';
import { ESTIMATE_MISSING, visible, type EstimateKey } from './access.ts';
import { liveLock, readEstimate, type Reader } from './read.ts';

/** How long a lock holds without being renewed (domain.md §5). */
const LEASE_MILLISECONDS = 10 * 60 * 1000;

export const IMPORTED = 'Este orçamento veio de outro sistema e não pode ser alterado.';
export const APPROVED = 'Este orçamento está aprovado. Desaprove-o para alterar.';

/** An estimate that is held until the end of the SQL transaction. */
export interface Held {
  id: number;
  companyId: number;
  buildingId: number;
  version: number;
  approved: boolean;
  fromAnotherSystem: boolean;
  /** Approved amendments. */
  amendmentCount: number;
}

const hourIn = (instant: string, timeZone: string): string =>
  new Intl.DateTimeFormat('pt-BR', { hour: '2-digit', minute: '2-digit', timeZone }).format(new Date(instant));

/** @throws ServiceError 423 while another session edits the estimate */
const requireUnlocked = async (trx: Trx, { session, clock }: Reader, id: number): Promise<void> => {
  const { rows } = await sql<{ name: string; since: string }>`
    select l.name, l.since from (${liveLock(clock.now())}) l
    where l.account_id = ${session.accountId} and l.cost_estimate_id = ${id}
      and l.token_hash <> ${session.tokenHash}`.execute(trx);
  const [holder] = rows;
  if (!holder) return;
  throw locked(`${holder.name} está editando este orçamento desde ${hourIn(holder.since, session.timeZone)}.`);
};

/**
 * Holds an estimate that the user may see until the end of the SQL transaction, so that its writes come one after the
 * other. @throws ServiceError 404
 */
export const holdEstimate = async (
  trx: Trx,
  { session }: Reader,
  { id, companyId }: EstimateKey,
  purpose: 'change' | 'delete' = 'change',
): Promise<Held> => {
  const strength = purpose === 'delete' ? sql`update` : sql`no key update`;
  const { rows } = await sql<Held>`
    select e.id, e.company_id as "companyId", e.building_id as "buildingId", e.version, e.approved,
           e.from_another_system as "fromAnotherSystem", e.amendment_count as "amendmentCount"
    from cost_estimates e where ${visible(session, companyId)} and e.id = ${id} for ${strength}`.execute(trx);
  const [held] = rows;
  if (!held) throw notFound(ESTIMATE_MISSING);
  return held;
};

/** The same for a write, on the version that was read. @throws ServiceError 404, 423, 409 */
export const holdForWrite = async (
  trx: Trx,
  reader: Reader,
  key: EstimateKey & { version?: number | undefined },
  purpose: 'change' | 'delete' = 'change',
): Promise<Held> => {
  const held = await holdEstimate(trx, reader, key, purpose);
  await requireUnlocked(trx, reader, held.id);
  if (key.version !== undefined && key.version !== held.version) throw staleVersion();
  return held;
};

/** @throws ServiceError 422 for an estimate that is approved or from another system */
export const requireChangeable = ({ approved, fromAnotherSystem }: Held): void => {
  if (fromAnotherSystem) throw ruleBroken(IMPORTED);
  if (approved) throw ruleBroken(APPROVED);
};

/**
 * Takes the lock, or renews that of the session. An approved estimate is locked too: its approval is taken back under the
 * lock (§4). @throws ServiceError 404, 423, 403
 */
export const takeLock = async (
  trx: Trx,
  work: Work,
  reader: Reader,
  key: EstimateKey,
  takeover: boolean,
): Promise<CostEstimate> => {
  const { session, clock } = reader;
  const held = await holdEstimate(trx, reader, key);
  if (takeover && !session.admin) throw forbidden('Só administradores assumem a edição de outra pessoa.');
  if (!takeover) await requireUnlocked(trx, reader, held.id);
  const now = clock.now();
  const { rows } = await sql<{ renewed: boolean }>`
    insert into cost_estimate_locks as k (account_id, cost_estimate_id, token_hash, user_id, since, expires_at)
    values (${session.accountId}, ${held.id}, ${session.tokenHash}, ${session.userId}, ${now},
      ${new Date(now.getTime() + LEASE_MILLISECONDS)})
    on conflict (account_id, cost_estimate_id) do update set
      token_hash = excluded.token_hash, user_id = excluded.user_id, expires_at = excluded.expires_at,
      since = case when k.token_hash = excluded.token_hash and k.expires_at > ${now} then k.since else excluded.since end
    returning since <> ${now} as renewed`.execute(trx);
  if (!rows[0]?.renewed) {
    work.audit({ action: 'lock', entity: 'costEstimate', entityId: held.id, details: { takeover } });
  }
  return readEstimate(trx, reader, key);
};

/** Releases the lock of the session, if it has one. @throws ServiceError 404 */
export const releaseLock = async (trx: Trx, work: Work, reader: Reader, key: EstimateKey): Promise<CostEstimate> => {
  const { session } = reader;
  const held = await holdEstimate(trx, reader, key);
  const { rows } = await sql`
    delete from cost_estimate_locks
    where account_id = ${session.accountId} and cost_estimate_id = ${held.id} and token_hash = ${session.tokenHash}
    returning 1`.execute(trx);
  if (rows.length > 0) work.audit({ action: 'unlock', entity: 'costEstimate', entityId: held.id });
  return readEstimate(trx, reader, key);
};
