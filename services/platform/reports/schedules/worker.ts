import { sql } from 'kysely';
import type { Actor, Source, Trx, Work } from '../../db/unitOfWork.ts';
import { namedUser } from '../../namedUser.ts';
import type { Platform } from '../../platform.ts';
import type { Tell } from '../job.ts';
import { pauseSchedule } from './changes.ts';
import { retryRun, startRun } from './runs.ts';
import { nextAt } from './times.ts';

const SOURCE: Source = { route: 'job report schedules', requestId: null };

interface Due {
  account_id: number;
  user_id: number;
  schedule_id: number;
  run_id: number | null;
}

/** A schedule that is still due; locked, and left to another process that has it. */
const claim = (trx: Trx, work: Work, id: number) =>
  trx
    .selectFrom('report_schedules')
    .selectAll()
    .where('account_id', '=', work.session.accountId)
    .where('id', '=', id)
    .where('active', '=', true)
    .where('next_at', '<=', work.clock.now().toISOString())
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();

const activeAdmins = async (trx: Trx, accountId: number): Promise<number[]> => {
  const rows = await trx
    .selectFrom('users')
    .select('id')
    .where('account_id', '=', accountId)
    .where('admin', '=', true)
    .where('active', '=', true)
    .execute();
  return rows.map(({ id }) => id);
};

const isActive = async (trx: Trx, { accountId, userId }: Actor): Promise<boolean> => {
  const { active } = await trx
    .selectFrom('users')
    .select('active')
    .where('account_id', '=', accountId)
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return active;
};

/** Begins what is due: a schedule whose times have passed while nobody looked is sent once. */
const begin = async (trx: Trx, work: Work, id: number, tell: Tell, titleOf: (report: string) => string) => {
  const schedule = await claim(trx, work, id);
  if (!schedule) return;
  const { accountId, userId: makerId } = work.session;
  if (!(await isActive(trx, work.session))) {
    await pauseSchedule(trx, accountId, id, 'Quem agendou não tem mais acesso.');
    const text = `O envio de “${titleOf(schedule.report)}”, agendado por ${namedUser(makerId)}, foi pausado: essa pessoa não tem mais acesso.`;
    for (const userId of await activeAdmins(trx, accountId))
      await tell(trx, work, { userId, failed: true, text, link: '/reports?tab=schedules', people: [makerId] });
    work.audit({ action: 'pause', entity: 'reportSchedule', entityId: id });
    return;
  }
  const recipients = await trx
    .selectFrom('report_schedule_recipients')
    .select(['user_id', 'address'])
    .where('account_id', '=', accountId)
    .where('schedule_id', '=', id)
    .orderBy('id')
    .execute();
  if (recipients.length === 0) {
    await pauseSchedule(trx, accountId, id, 'Ninguém mais recebe este envio.');
    work.audit({ action: 'pause', entity: 'reportSchedule', entityId: id });
    return;
  }
  const dueAt = schedule.next_at ?? work.clock.now();
  // One that is being sent by hand is looked at again with the next round.
  if (!(await startRun(trx, work, schedule, recipients, { trial: false, dueAt }))) return;
  const { rhythm, weekday, month_day: monthDay, time_of_day: time } = schedule;
  const next = nextAt({ rhythm, weekday, monthDay, time }, schedule.time_zone, work.clock.now());
  await trx
    .updateTable('report_schedules')
    .set({ next_at: next })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute();
  work.audit({ action: 'send', entity: 'reportSchedule', entityId: id });
};

/**
 * Looks for schedules that are due, and hands each over to a job in the SQL transaction that sets its next time: several processes
 * share the work, and none of it is done twice.
 */
export class ScheduleWorker {
  readonly #platform: Pick<Platform, 'database' | 'clock' | 'command'>;
  readonly #tell: Tell;
  readonly #titleOf: (report: string) => string;
  readonly #log: (error: unknown) => void;
  #running: Promise<void> | undefined;

  constructor(
    platform: Pick<Platform, 'database' | 'clock' | 'command'>,
    { tell, titleOf, log }: { tell: Tell; titleOf: (report: string) => string; log: (error: unknown) => void },
  ) {
    this.#platform = platform;
    this.#tell = tell;
    this.#titleOf = titleOf;
    this.#log = log;
  }

  /** One round; a call during a round waits for it. */
  run(): Promise<void> {
    this.#running ??= this.#round().finally(() => (this.#running = undefined));
    return this.#running;
  }

  /** Waits for the round in progress. */
  async close(): Promise<void> {
    await this.#running;
  }

  async #round(): Promise<void> {
    const { database, clock } = this.#platform;
    try {
      const rows = await database.everywhere(sql<Due>`select * from due_reports(${clock.now()})`);
      for (const due of rows) await this.#take(due).catch((error: unknown) => this.#log(error));
    } catch (error) {
      this.#log(error);
    }
  }

  async #take({ account_id: accountId, user_id: userId, schedule_id: scheduleId, run_id: runId }: Due): Promise<void> {
    await this.#platform.command({ accountId, userId }, SOURCE, async (trx, work) => {
      if (runId === null) await begin(trx, work, scheduleId, this.#tell, this.#titleOf);
      else await retryRun(trx, work, { scheduleId, runId });
    });
  }
}
