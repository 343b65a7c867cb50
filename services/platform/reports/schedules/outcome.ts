import { sql } from 'kysely';
import type { Trx, Work } from '../../db/unitOfWork.ts';
import { namedUser } from '../../namedUser.ts';
import type { Tell } from '../job.ts';
import { pauseSchedule } from './changes.ts';
import type { DeliveryState } from './tables.ts';

/** Runs in a row in which nobody could be served, before a schedule is paused. */
const FAILURES = 3;
/** Minutes after the first and the second try. */
const PAUSES = [5, 30] as const;

interface Ended {
  /** Null of an address. */
  userId: number | null;
  address: string | null;
  state: DeliveryState;
  message: string | null;
}

const WORDS: Partial<Record<DeliveryState, string>> = {
  NO_ACCESS: 'não pode ver',
  REFUSED: 'não foi enviado',
  FAILED: 'falhou',
  UNKNOWN: 'não se sabe se chegou',
};

/** Recipients that a message names. */
const NAMED = 5;

const lineOf = ({ userId, address, state, message }: Ended): string => {
  const who = userId === null ? address : namedUser(userId);
  return `${who}: ${WORDS[state]}${message === null ? '' : ` (${message.slice(0, 200)})`}`;
};

/** Who got nothing and why; null when all got theirs. */
const problemOf = (title: string, deliveries: readonly Ended[]): { text: string; people: number[] } | null => {
  const missed = deliveries.filter(({ state }) => WORDS[state] !== undefined);
  if (missed.length === 0) return null;
  const told = missed.slice(0, NAMED);
  const rest = missed.length > NAMED ? ` E mais ${missed.length - NAMED}.` : '';
  const text = `Envio de “${title}”: ${told.map(lineOf).join('; ')}.${rest}`.slice(0, 1_500);
  return { text, people: told.map(({ userId }) => userId).filter((id) => id !== null) };
};

const readDeliveries = async (trx: Trx, accountId: number, runId: number): Promise<Ended[]> => {
  const { rows } = await sql<Ended>`
    select d.user_id as "userId", d.address, d.state, d.message from report_schedule_deliveries d
     where d.account_id = ${accountId} and d.run_id = ${runId} order by d.id`.execute(trx);
  return rows;
};

const setRun = (
  trx: Trx,
  accountId: number,
  runId: number,
  values: { retry_at: Date | null; finished_at: Date | null },
) =>
  trx
    .updateTable('report_schedule_runs')
    .set(values)
    .where('account_id', '=', accountId)
    .where('id', '=', runId)
    .execute();

/** What is open after the last try has failed. */
const giveUp = (trx: Trx, work: Work, runId: number, message: string) =>
  trx
    .updateTable('report_schedule_deliveries')
    .set({
      state: sql`case when state = 'SENDING' then 'UNKNOWN' else 'FAILED' end`,
      message: sql`coalesce(message, ${message})`,
      at: work.clock.now(),
    })
    .where('account_id', '=', work.session.accountId)
    .where('run_id', '=', runId)
    .where('state', 'in', ['PENDING', 'SENDING'])
    .execute();

interface Run {
  scheduleId: number;
  runId: number;
}

/** Counts runs in which nobody was served; the third in a row pauses the schedule. Returns whether it did. */
const countFailure = async (trx: Trx, work: Work, scheduleId: number, failed: boolean): Promise<boolean> => {
  const { accountId } = work.session;
  const row = await trx
    .updateTable('report_schedules')
    .set({ failures: failed ? sql`failures + 1` : 0 })
    .where('account_id', '=', accountId)
    .where('id', '=', scheduleId)
    .returning(['failures', 'active'])
    .executeTakeFirst();
  if (!row?.active || row.failures < FAILURES) return false;
  await pauseSchedule(trx, accountId, scheduleId, 'Três envios seguidos falharam.');
  return true;
};

/**
 * Ends a run, or has it tried again in some minutes. Its maker is told who got nothing and why; of a run that served nobody
 * three times in a row, also that it is paused. `failure`: why the job itself could not go on.
 */
export const concludeRun = async (
  trx: Trx,
  work: Work,
  { scheduleId, runId }: Run,
  { title, tell, failure }: { title: string; tell: Tell; failure?: string },
): Promise<void> => {
  const { accountId, userId } = work.session;
  const now = work.clock.now();
  const run = await trx
    .selectFrom('report_schedule_runs')
    .select(['tries', 'trial', 'finished_at'])
    .where('account_id', '=', accountId)
    .where('id', '=', runId)
    .forUpdate()
    .executeTakeFirst();
  if (!run || run.finished_at !== null) return;
  const before = await readDeliveries(trx, accountId, runId);
  const pause = PAUSES[run.tries - 1];
  if (failure === undefined && pause !== undefined && !run.trial && before.some(({ state }) => state === 'PENDING')) {
    await setRun(trx, accountId, runId, { retry_at: new Date(now.getTime() + pause * 60_000), finished_at: null });
    return;
  }
  await giveUp(trx, work, runId, failure ?? 'Não foi possível enviar.');
  await setRun(trx, accountId, runId, { retry_at: null, finished_at: now });
  const deliveries = await readDeliveries(trx, accountId, runId);
  const isServed = deliveries.some(({ state }) => state === 'SENT' || state === 'EMPTY');
  const paused = run.trial ? false : await countFailure(trx, work, scheduleId, !isServed);
  const problem = problemOf(title, deliveries);
  if (problem === null && !paused) return;
  const stopped = paused ? ' Três envios seguidos falharam, e o envio foi pausado.' : '';
  const text = `${problem?.text ?? ''}${stopped}`;
  await tell(trx, work, { userId, failed: true, text, link: '/reports?tab=schedules', people: problem?.people ?? [] });
};
