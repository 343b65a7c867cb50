import { Type, type Static } from 'typebox';
import { EMAIL_LENGTH } from '#domain/email.ts';
import { endpoint } from '../platform/endpoint.ts';
import { Id, Instant, IsoDate, NamedReference, Nullable } from '../platform/shapes.ts';
import { ReportFormatShape, ReportGroupingKey, ReportKey } from './reports.rest.ts';

const FAILURE = 'Falha para buscar envios agendados';
const SAVE = 'Falha para agendar o envio';

/** Limits of schedules: of one user in a company, of an account, and of the recipients of one. */
export const SCHEDULE_LIMITS = { own: 20, account: 100, recipients: 20 } as const;

const Rhythm = Type.Union(
  [
    Type.Literal('DAILY'),
    Type.Literal('WORKDAYS'),
    Type.Literal('WEEKLY'),
    Type.Literal('MONTHLY'),
    Type.Literal('LAST_WORKDAY'),
  ],
  { 'x-message': 'Escolha quando enviar.' },
);
const Period = Type.Union(
  [
    Type.Literal('TODAY'),
    Type.Literal('YESTERDAY'),
    Type.Literal('CURRENT_WEEK'),
    Type.Literal('PREVIOUS_WEEK'),
    Type.Literal('NEXT_WEEK'),
    Type.Literal('MONTH_TO_DATE'),
    Type.Literal('CURRENT_MONTH'),
    Type.Literal('PREVIOUS_MONTH'),
    Type.Literal('NEXT_30_DAYS'),
    Type.Literal('YEAR_TO_DATE'),
    Type.Literal('PREVIOUS_YEAR'),
  ],
  { description: 'Days seen from the day of sending; weeks begin on Monday', 'x-message': 'Escolha um período.' },
);
const Empty = Type.Union([Type.Literal('SEND'), Type.Literal('SKIP')], {
  description: 'Of a report without rows: a mail that says so, or none',
  'x-message': 'Escolha o que fazer quando não há movimento.',
});
const Weekday = Type.Integer({ minimum: 1, maximum: 7, description: '1 is Monday; of WEEKLY alone' });
const MonthDay = Type.Integer({
  minimum: 1,
  maximum: 31,
  description: 'Of MONTHLY alone; the last day of months that are shorter',
});
const Time = Type.String({
  pattern: '^([01]\\d|2[0-3]):[0-5]\\d$',
  description: '"07:00" by the clocks of the time zone of who made it',
  'x-message': 'Informe um horário, como 07:00.',
});
const Formats = Type.Array(ReportFormatShape, { minItems: 1, maxItems: 3, 'x-message': 'Escolha PDF, XLSX ou CSV.' });

/** Parameters of a scheduled report: its days are those of `period`. */
export const ScheduleParameters = Type.Object({
  buildingId: Type.Optional(Id),
  walletId: Type.Optional(Id),
  regime: Type.Optional(Type.Union([Type.Literal('CASH'), Type.Literal('ACCRUAL')])),
  grouping: Type.Optional(ReportGroupingKey),
});
export type ScheduleParameters = Static<typeof ScheduleParameters>;

/** What is stored of a schedule. */
export const ScheduleBody = Type.Object({
  report: ReportKey,
  parameters: ScheduleParameters,
  rhythm: Rhythm,
  weekday: Type.Optional(Nullable(Weekday)),
  monthDay: Type.Optional(Nullable(MonthDay)),
  time: Time,
  period: Type.Optional(Nullable(Period)),
  formats: Formats,
  empty: Empty,
  userIds: Type.Array(Id, { maxItems: SCHEDULE_LIMITS.recipients, description: 'Recipients who are users' }),
  addresses: Type.Array(Type.String({ minLength: 1, maxLength: EMAIL_LENGTH }), {
    maxItems: SCHEDULE_LIMITS.recipients,
    description: 'Recipients who are not; of an administrator alone',
  }),
});
export type ScheduleBody = Static<typeof ScheduleBody>;

export const RunState = Type.Union([
  Type.Literal('UNDER_WAY'),
  Type.Literal('RETRYING'),
  Type.Literal('SENT'),
  Type.Literal('PARTLY'),
  Type.Literal('NOTHING'),
  Type.Literal('FAILED'),
]);
export type RunState = Static<typeof RunState>;

/** A user to whom the report may be sent, and what they would see of it now. */
export const ReportRecipient = Type.Object({
  userId: Id,
  name: Type.String(),
  own: Type.Boolean({ description: 'The asker' }),
  mayRun: Type.Boolean({ description: 'Who may not gets nothing' }),
  buildings: Type.Integer({ minimum: 0, description: 'Obras of the company that the user sees in it' }),
  allBuildings: Type.Integer({ minimum: 0, description: 'Obras of the company' }),
});
export type ReportRecipient = Static<typeof ReportRecipient>;

/** A report that is sent by mail at set times. */
export const ReportSchedule = Type.Object({
  id: Id,
  report: Type.String(),
  title: Type.String(),
  parameters: ScheduleParameters,
  rhythm: Rhythm,
  weekday: Nullable(Weekday),
  monthDay: Nullable(MonthDay),
  time: Time,
  timeZone: Type.String(),
  period: Nullable(Period),
  formats: Type.Array(ReportFormatShape),
  empty: Empty,
  active: Type.Boolean(),
  pausedReason: Nullable(Type.String({ description: 'Why it was paused by itself' })),
  nextAt: Nullable(Instant),
  own: Type.Boolean({ description: 'The user made it' }),
  receives: Type.Boolean({ description: 'The user is one of its recipients' }),
  createdBy: NamedReference,
  recipients: Type.Array(Type.Object({ userId: Nullable(Id), name: Type.String() }), {
    description: 'Of somebody else’s schedule the user alone; an address is its own name',
  }),
  lastRun: Nullable(Type.Object({ at: Instant, state: RunState })),
});
export type ReportSchedule = Static<typeof ReportSchedule>;

/** One sending and what came of it for each recipient; kept for 90 days. */
export const ScheduleRun = Type.Object({
  id: Id,
  trial: Type.Boolean({ description: 'To its maker alone, on demand' }),
  dueAt: Instant,
  from: Nullable(IsoDate),
  to: Nullable(IsoDate),
  state: RunState,
  deliveries: Type.Array(
    Type.Object({
      name: Type.String(),
      state: Type.Union(
        [
          Type.Literal('PENDING'),
          Type.Literal('SENDING'),
          Type.Literal('SENT'),
          Type.Literal('EMPTY'),
          Type.Literal('NO_ACCESS'),
          Type.Literal('REFUSED'),
          Type.Literal('FAILED'),
          Type.Literal('UNKNOWN'),
        ],
        { description: 'UNKNOWN: a process ended while it handed the mail over; it is not sent again' },
      ),
      message: Nullable(Type.String()),
      at: Instant,
    }),
  ),
});
export type ScheduleRun = Static<typeof ScheduleRun>;

const base = '/api/v1/reports/company/:companyId';
const params = Type.Object({ companyId: Id });
const rowParams = Type.Object({ companyId: Id, id: Id });

export const reportScheduleEndpoints = {
  recipients: endpoint({
    method: 'GET',
    path: `${base}/reports/:report/recipients`,
    summary: 'Users to whom a report may be sent, with the obras that each would see in it',
    params: Type.Object({ companyId: Id, report: ReportKey }),
    answer: Type.Object({ content: Type.Array(ReportRecipient) }),
    failure: FAILURE,
  }),
  list: endpoint({
    method: 'GET',
    path: `${base}/report-schedules`,
    summary: 'Schedules that the user made or receives; all of the company for an administrator',
    params,
    answer: Type.Object({ content: Type.Array(ReportSchedule) }),
    failure: FAILURE,
  }),
  create: endpoint({
    method: 'POST',
    path: `${base}/report-schedules`,
    summary: 'Schedules a report by mail; each recipient who is a user gets their own rows, at the moment of sending',
    params,
    body: ScheduleBody,
    answer: ReportSchedule,
    failure: SAVE,
  }),
  update: endpoint({
    method: 'PUT',
    path: `${base}/report-schedules/:id`,
    summary: 'Changes a schedule of one’s own, which is then active',
    params: rowParams,
    body: ScheduleBody,
    answer: ReportSchedule,
    failure: SAVE,
  }),
  setActive: endpoint({
    method: 'PUT',
    path: `${base}/report-schedules/:id/active`,
    summary: 'Pauses a schedule, as its maker or an administrator; its maker resumes it',
    params: rowParams,
    body: Type.Object({ active: Type.Boolean() }),
    answer: ReportSchedule,
    failure: SAVE,
  }),
  test: endpoint({
    method: 'POST',
    path: `${base}/report-schedules/:id/test`,
    summary: 'Sends the report now, to its maker alone; 409 while one is being sent, at most 10 an hour',
    params: rowParams,
    answer: ReportSchedule,
    failure: 'Falha para testar o envio',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: `${base}/report-schedules/:id`,
    summary: 'Deletes a schedule of one’s own, or as an administrator any',
    params: rowParams,
    answer: Type.Null(),
    failure: 'Falha para excluir o envio agendado',
  }),
  leave: endpoint({
    method: 'DELETE',
    path: `${base}/report-schedules/:id/receipt`,
    summary: 'The user is no recipient any more',
    params: rowParams,
    answer: Type.Null(),
    failure: 'Falha para deixar de receber',
  }),
  runs: endpoint({
    method: 'GET',
    path: `${base}/report-schedules/:id/runs`,
    summary: 'The last 20 sendings of a schedule of one’s own, or as an administrator of any',
    params: rowParams,
    answer: Type.Object({ content: Type.Array(ScheduleRun) }),
    failure: FAILURE,
  }),
};
