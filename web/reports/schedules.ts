import { isEmail, normalizeEmail } from '#domain/email.ts';
import {
  PERIOD_WORDS,
  PERIODS,
  timingWords,
  weekdayName,
  type RelativePeriod,
  type Rhythm,
} from '#domain/reports/schedule.ts';
import type {
  ReportRecipientsQuery,
  ReportScheduleRowFragment,
  ReportScheduleRunsQuery,
} from '#web/generated/reports.ts';
import { parametersOf, type Chosen, type ReportEntry, type ReportFormat } from './model.ts';

export type Schedule = ReportScheduleRowFragment;
export type Run = NonNullable<ReportScheduleRunsQuery['runs']>[number];
export type Recipient = NonNullable<ReportRecipientsQuery['recipients']>[number];

/** A recipient in the form: a user by id, or an address without one. */
export interface Chip {
  userId: string | null;
  name: string;
}

export interface ScheduleForm {
  /** A rhythm; with its day of the week, "WEEKLY:1". */
  when: string;
  monthDay: string;
  time: string;
  period: RelativePeriod;
  formats: readonly ReportFormat[];
  empty: Schedule['empty'];
  recipients: readonly Chip[];
  /** The parameters of the screen replace those of the schedule. */
  fromScreen: boolean;
}

const WEEK = [1, 2, 3, 4, 5, 6, 7];

export const WHENS: readonly { value: string; label: string }[] = [
  { value: 'DAILY', label: 'Todo dia' },
  { value: 'WORKDAYS', label: 'Todo dia útil' },
  ...WEEK.map((day) => ({
    value: `WEEKLY:${day}`,
    label: `${day > 5 ? 'Todo' : 'Toda'} ${weekdayName(day)}`,
  })),
  { value: 'MONTHLY', label: 'Todo mês, no dia' },
  { value: 'LAST_WORKDAY', label: 'Último dia útil do mês' },
];

const capital = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

export const PERIOD_OPTIONS = PERIODS.map((value) => ({ value, label: capital(PERIOD_WORDS[value]) }));

/** Half hours of a day, and a time that was stored otherwise. */
export const timesWith = (time: string): { value: string; label: string }[] => {
  const halves = Array.from(
    { length: 48 },
    (_, index) => `${String(Math.floor(index / 2)).padStart(2, '0')}:${index % 2 === 0 ? '00' : '30'}`,
  );
  return [...new Set([...halves, time])].sort().map((value) => ({ value, label: value }));
};

export const formOf = (schedule: Schedule | null, entry: ReportEntry): ScheduleForm => ({
  when: schedule ? (schedule.rhythm === 'WEEKLY' ? `WEEKLY:${schedule.weekday ?? 1}` : schedule.rhythm) : 'WEEKLY:1',
  monthDay: String(schedule?.monthDay ?? 1),
  time: schedule?.time ?? '07:00',
  period: schedule?.period ?? (entry.ahead ? 'CURRENT_WEEK' : 'PREVIOUS_WEEK'),
  formats: schedule?.formats ?? ['PDF', 'XLSX'],
  empty: schedule?.empty ?? 'SEND',
  recipients: (schedule?.recipients ?? []).map(({ userId, name }) => ({ userId: userId ?? null, name })),
  fromScreen: schedule === null,
});

export const problemsOf = ({ formats, recipients }: ScheduleForm): Record<string, string> => ({
  ...(formats.length === 0 ? { formats: 'Escolha ao menos um formato' } : {}),
  ...(recipients.length === 0 ? { recipients: 'Escolha quem recebe' } : {}),
});

/** Why a text is no address to be added; null for one that is. */
export const addressProblem = (text: string, chosen: readonly Chip[]): string | null => {
  const address = normalizeEmail(text);
  if (!isEmail(address)) return 'Informe um e-mail válido, ou escolha um usuário da lista';
  return chosen.some(({ name }) => name === address) ? 'Este endereço já recebe' : null;
};

const screenParameters = (entry: ReportEntry, chosen: Chosen) => {
  const { buildingId, walletId, regime, grouping } = parametersOf(entry, chosen);
  return { buildingId, walletId, regime, grouping };
};

/** Whether the screen shows the report with other parameters than the schedule has. */
export const differs = (schedule: Schedule, entry: ReportEntry, chosen: Chosen): boolean => {
  const { buildingId, walletId, regime, grouping } = schedule.parameters;
  const now = screenParameters(entry, chosen);
  return (
    (buildingId ?? null) !== now.buildingId ||
    (walletId ?? null) !== now.walletId ||
    (regime ?? null) !== now.regime ||
    (grouping ?? null) !== now.grouping
  );
};

/** Paths at which the service refuses what the form has in one field. */
export const formPath = (path: string): string =>
  path.replace(/^(userIds|addresses)(\..*)?$/, 'recipients').replace(/^(weekday|rhythm)$/, 'when');

export const inputOf = (form: ScheduleForm, schedule: Schedule | null, entry: ReportEntry, chosen: Chosen) => {
  const [rhythm = '', weekday] = form.when.split(':');
  const { buildingId, walletId, regime, grouping } = schedule?.parameters ?? {};
  return {
    report: entry.report,
    parameters:
      form.fromScreen || schedule === null
        ? screenParameters(entry, chosen)
        : { buildingId, walletId, regime, grouping },
    rhythm: rhythm as Rhythm,
    weekday: weekday === undefined ? null : Number(weekday),
    monthDay: rhythm === 'MONTHLY' ? Number(form.monthDay) : null,
    time: form.time,
    period: entry.period === 'NONE' ? null : form.period,
    formats: [...form.formats],
    empty: form.empty,
    userIds: form.recipients.flatMap(({ userId }) => (userId === null ? [] : [userId])),
    addresses: form.recipients.flatMap(({ userId, name }) => (userId === null ? [name] : [])),
  };
};

/** "Toda segunda, 07:00 · Semana anterior · PDF e XLSX" */
export const scheduleText = (schedule: Schedule): string => {
  const { rhythm, weekday = null, monthDay = null, time, period, formats } = schedule;
  const last = formats.at(-1) ?? '';
  const files = formats.length > 1 ? `${formats.slice(0, -1).join(', ')} e ${last}` : last;
  return [
    timingWords({ rhythm, weekday, monthDay, time }),
    ...(period ? [capital(PERIOD_WORDS[period])] : []),
    files,
  ].join(' · ');
};

/** "Luiza Prado, 1 de 3; Renato Vasques não pode ver": recipients who see less than all. */
export const visibilityText = (recipients: readonly Chip[], users: readonly Recipient[]): string | null => {
  const limited = recipients.flatMap(({ userId }) => {
    const user = users.find((one) => one.userId === userId);
    if (!user) return [];
    if (!user.mayRun) return [`${user.name} não pode ver este relatório`];
    return user.buildings < user.allBuildings ? [`${user.name}, ${user.buildings} de ${user.allBuildings}`] : [];
  });
  return limited.length === 0 ? null : limited.join('; ');
};

/** The address that shows what is scheduled. */
export const addressOfSchedule = ({ report, parameters }: Schedule): string => {
  const { buildingId, walletId, regime, grouping } = parameters;
  const query = new URLSearchParams({ report, building: buildingId ?? 'all' });
  for (const [key, value] of Object.entries({ wallet: walletId, regime, grouping })) if (value) query.set(key, value);
  return `?${query}`;
};

export const RUN_STATES: Record<Run['state'], { label: string; tone: 'in' | 'out' | 'info' | 'warning' | 'neutral' }> =
  {
    UNDER_WAY: { label: 'Enviando', tone: 'info' },
    RETRYING: { label: 'Vai tentar de novo', tone: 'warning' },
    SENT: { label: 'Enviado', tone: 'in' },
    PARTLY: { label: 'Enviado em parte', tone: 'warning' },
    NOTHING: { label: 'Nada a enviar', tone: 'neutral' },
    FAILED: { label: 'Falhou', tone: 'out' },
  };

export const DELIVERY_STATES: Record<Run['deliveries'][number]['state'], string> = {
  PENDING: 'na fila',
  SENDING: 'enviando',
  SENT: 'enviado',
  EMPTY: 'sem movimento, nada enviado',
  NO_ACCESS: 'não pode ver, nada enviado',
  REFUSED: 'não enviado',
  FAILED: 'falhou',
  UNKNOWN: 'não se sabe se chegou',
};
