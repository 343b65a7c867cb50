import { addDays, addMonths, endOfMonth, startOfMonth, type DateRange } from '#domain/dates.ts';
import type { ReportEntryRowFragment, ReportFileRowFragment, SavedReportRowFragment } from '#web/generated/reports.ts';

export type ReportEntry = ReportEntryRowFragment;
export type SavedReport = SavedReportRowFragment;
export type ReportFile = ReportFileRowFragment;
export type ReportFormat = ReportFile['format'];

export const GROUPS: readonly { group: ReportEntry['group']; title: string }[] = [
  { group: 'FINANCIAL', title: 'Financeiro' },
  { group: 'PURCHASE', title: 'Suprimentos' },
  { group: 'ENGINEERING', title: 'Engenharia' },
  { group: 'ADMINISTRATION', title: 'Administração' },
];

/** Parameters as the address has them; null: the report's default. */
export interface Chosen {
  from: string | null;
  to: string | null;
  buildingId: string | null;
  walletId: string | null;
  regime: 'CASH' | 'ACCRUAL' | null;
  grouping: string | null;
}

/** Of the parameters those that the report has: it refuses others. */
export const parametersOf = (entry: ReportEntry, chosen: Chosen) => ({
  from: entry.period === 'DAYS' || entry.period === 'MONTHS' ? chosen.from : null,
  to: entry.period === 'NONE' ? null : chosen.to,
  buildingId: entry.building === 'NONE' ? null : chosen.buildingId,
  walletId: entry.wallet ? chosen.walletId : null,
  regime: entry.regime ? chosen.regime : null,
  grouping: entry.groupings.some(({ grouping }) => grouping === chosen.grouping) ? chosen.grouping : null,
});

/** Whether everything that the report requires is chosen. */
export const isComplete = (entry: ReportEntry, { buildingId, walletId }: Chosen): boolean =>
  (entry.building !== 'REQUIRED' || buildingId !== null) && (!entry.wallet || walletId !== null);

/** Path of a file, with the parameters as its query. */
export const filePath = (companyId: string, entry: ReportEntry, chosen: Chosen, format: ReportFormat): string => {
  const query = new URLSearchParams({ format });
  for (const [key, value] of Object.entries(parametersOf(entry, chosen))) if (value !== null) query.set(key, value);
  return `/api/v1/reports/company/${companyId}/reports/${entry.report}/file?${query}`;
};

const days = (start: string, last: string): DateRange => ({ start, end: addDays(last, 1) });

/** Periods that people ask for most. */
export const presets = (now: string): { label: string; range: DateRange }[] => {
  const month = startOfMonth(now);
  const before = addMonths(month, -1);
  const year = `${now.slice(0, 4)}-01-01`;
  return [
    { label: 'Este mês', range: days(month, endOfMonth(month)) },
    { label: 'Mês passado', range: days(before, endOfMonth(before)) },
    { label: 'Próximos 30 dias', range: days(now, addDays(now, 30)) },
    { label: 'Últimos 90 dias', range: days(addDays(now, -89), now) },
    { label: 'Este ano', range: days(year, addDays(addMonths(year, 12), -1)) },
  ];
};

export const isUnderWay = ({ state }: ReportFile): boolean => state === 'QUEUED' || state === 'RUNNING';

/** The address that shows a saved report. */
export const addressOf = ({ report, parameters }: SavedReport): string => {
  const query = new URLSearchParams({ report });
  const { from, to, buildingId, walletId, regime, grouping } = parameters;
  const named = { from, to, building: buildingId, wallet: walletId, regime, grouping };
  for (const [key, value] of Object.entries(named)) if (value) query.set(key, value);
  return `?${query}`;
};
