import { sql, type RawBuilder } from 'kysely';
import type { ReportSchedule, RunState, ScheduleRun } from '#schema/reports/schedules.rest.ts';
import { notFound } from '../../errors.ts';
import type { Trx } from '../../db/unitOfWork.ts';
import type { Session } from '../../session.ts';
import type { Catalogue } from '../catalogue.ts';

type Row = Omit<ReportSchedule, 'title' | 'own' | 'createdBy' | 'lastRun'> & {
  creatorId: number;
  creatorName: string;
  lastAt: string | null;
  lastState: RunState | null;
};

/** What came of a run `r`: its job may have ended without a word, if it was cancelled. */
const runState = sql<RunState>`case
  when r.retry_at is not null then 'RETRYING'
  when r.finished_at is null then case when exists (
    select from jobs j where j.account_id = r.account_id and j.id = r.job_id and j.state in ('QUEUED', 'RUNNING'))
    then 'UNDER_WAY' else 'FAILED' end
  else (select case
      when bool_or(d.state = 'SENT') and bool_and(d.state in ('SENT', 'EMPTY')) then 'SENT'
      when bool_or(d.state = 'SENT') then 'PARTLY'
      when bool_and(d.state in ('EMPTY', 'NO_ACCESS')) then 'NOTHING'
      else 'FAILED' end
    from report_schedule_deliveries d where d.account_id = r.account_id and d.run_id = r.id)
  end`;

const readRows = async (
  trx: Trx,
  { accountId, userId }: Session,
  companyId: number,
  where: RawBuilder<unknown>,
): Promise<Row[]> => {
  const { rows } = await sql<Row>`
    select s.id, s.report, s.parameters, s.rhythm, s.weekday, s.month_day as "monthDay", s.time_of_day as time,
           s.time_zone as "timeZone", s.period, s.formats, s.empty_result as empty, s.active,
           s.paused_reason as "pausedReason", s.next_at as "nextAt", s.created_by as "creatorId", c.name as "creatorName",
           exists (select from report_schedule_recipients m
             where m.account_id = s.account_id and m.schedule_id = s.id and m.user_id = ${userId}) as receives,
           coalesce(t.recipients, '[]') as recipients, l.at as "lastAt", l.state as "lastState"
      from report_schedules s
      join users c on c.account_id = s.account_id and c.id = s.created_by
      left join lateral (
        select json_agg(json_build_object('userId', m.user_id, 'name', coalesce(m.address, u.name)) order by m.id) as recipients
          from report_schedule_recipients m left join users u on u.account_id = m.account_id and u.id = m.user_id
         where m.account_id = s.account_id and m.schedule_id = s.id) t on true
      left join lateral (
        select r.due_at as at, ${runState} as state from report_schedule_runs r
         where r.account_id = s.account_id and r.schedule_id = s.id and not r.trial order by r.id desc limit 1) l on true
     where s.account_id = ${accountId} and s.company_id = ${companyId} and ${where}
     order by s.active desc, s.next_at, s.id`.execute(trx);
  return rows;
};

const answer = (catalogue: Catalogue, { userId, admin }: Session, row: Row): ReportSchedule => {
  const { creatorId, creatorName, lastAt, lastState, recipients, ...schedule } = row;
  const own = creatorId === userId;
  return {
    ...schedule,
    title: catalogue.titleOf(row.report),
    own,
    createdBy: { id: creatorId, name: creatorName },
    recipients: own || admin ? recipients : recipients.filter((one) => one.userId === userId),
    lastRun: lastAt === null || lastState === null ? null : { at: lastAt, state: lastState },
  };
};

/** One's own and those that one receives; all of the company for an administrator. */
export const listSchedules = async (
  trx: Trx,
  catalogue: Catalogue,
  session: Session,
  companyId: number,
): Promise<ReportSchedule[]> => {
  const mine = sql`(s.created_by = ${session.userId} or exists (select from report_schedule_recipients m
    where m.account_id = s.account_id and m.schedule_id = s.id and m.user_id = ${session.userId}))`;
  const rows = await readRows(trx, session, companyId, session.admin ? sql`true` : mine);
  return rows.map((row) => answer(catalogue, session, row));
};

export const SCHEDULE_MISSING = 'Envio agendado não encontrado.';

/** @throws ServiceError 404 for a schedule that the user neither made nor receives, and is no administrator */
export const readSchedule = async (
  trx: Trx,
  catalogue: Catalogue,
  session: Session,
  { companyId, id }: { companyId: number; id: number },
): Promise<ReportSchedule> => {
  const [row] = await readRows(trx, session, companyId, sql`s.id = ${id}`);
  const schedule = row && answer(catalogue, session, row);
  if (!schedule || !(schedule.own || schedule.receives || session.admin)) throw notFound(SCHEDULE_MISSING);
  return schedule;
};

const RUNS = 20;

/** The last sendings of a schedule, newest first. */
export const listRuns = async (trx: Trx, accountId: number, scheduleId: number): Promise<ScheduleRun[]> => {
  const { rows } = await sql<ScheduleRun>`
    select r.id, r.trial, r.due_at as "dueAt", r.from_day as "from", r.to_day as "to", ${runState} as state,
           coalesce(d.deliveries, '[]') as deliveries
      from report_schedule_runs r
      left join lateral (
        select json_agg(json_build_object('name', coalesce(d.address, u.name), 'state', d.state, 'message', d.message,
                 'at', to_char(d.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by d.id) as deliveries
          from report_schedule_deliveries d left join users u on u.account_id = d.account_id and u.id = d.user_id
         where d.account_id = r.account_id and d.run_id = r.id) d on true
     where r.account_id = ${accountId} and r.schedule_id = ${scheduleId} order by r.id desc limit ${RUNS}`.execute(trx);
  return rows;
};
