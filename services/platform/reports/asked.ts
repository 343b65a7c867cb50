import { sql } from 'kysely';
import {
  addDays,
  addMonths,
  daysBetween,
  endOfMonth,
  formatDate,
  formatShortMonth,
  startOfMonth,
} from '#domain/dates.ts';
import type { IsoDate } from '#domain/dates.ts';
import { REGIME_LABELS } from '#domain/financial/financialStatement/lines.ts';
import type { FieldProblem } from '#domain/errors.ts';
import { allowedBuildings } from '#domain/permissions.ts';
import type { ReportParameters } from '#schema/reports/reports.rest.ts';
import type { Clock } from '../clock.ts';
import { invalid, notFound } from '../errors.ts';
import type { Session } from '../session.ts';
import type { Trx } from '../db/unitOfWork.ts';
import type { Asked, ReportDescription } from './description.ts';

const MOST_DAYS = 3_660;
const NOT_ASKED = 'Este relatório não tem este parâmetro.';

/** Days of a report that names none: the running month; of months, the half year that ends with it. */
const defaultDays = ({ period, ahead }: ReportDescription, today: IsoDate): { from: IsoDate; to: IsoDate } => {
  if (period === 'UNTIL') return { from: today, to: today };
  if (period === 'MONTHS') return { from: addMonths(startOfMonth(today), -5), to: endOfMonth(today) };
  return { from: startOfMonth(today), to: ahead ? endOfMonth(addDays(today, 30)) : today };
};

/** Parameters that the report does not have are refused: nothing sent is ignored. */
const unasked = (description: ReportDescription, sent: ReportParameters): FieldProblem[] => {
  const { period, building, wallet, regime, groupings } = description;
  const has: Record<keyof ReportParameters, boolean> = {
    from: period === 'DAYS' || period === 'MONTHS',
    to: period !== 'NONE',
    buildingId: building !== undefined,
    walletId: wallet === true,
    regime: regime === true,
    grouping: groupings?.some(({ grouping }) => sent.grouping === grouping) === true,
  };
  return (Object.keys(has) as (keyof ReportParameters)[])
    .filter((key) => sent[key] !== undefined && !has[key])
    .map((path) => ({ path, message: NOT_ASKED }));
};

/** At a day that was sent: the other one is a default. */
const periodProblem = (from: IsoDate, to: IsoDate, sent: ReportParameters): FieldProblem[] => {
  const path = sent.to === undefined ? 'from' : 'to';
  if (to < from) return [{ path, message: 'A data final vem antes da inicial.' }];
  if (daysBetween(from, to) >= MOST_DAYS) return [{ path, message: 'Escolha um período de no máximo 10 anos.' }];
  return [];
};

const missing = ({ building, wallet }: ReportDescription, sent: ReportParameters): FieldProblem[] => [
  ...(building === 'REQUIRED' && sent.buildingId === undefined
    ? [{ path: 'buildingId', message: 'Escolha uma obra.' }]
    : []),
  ...(wallet && sent.walletId === undefined ? [{ path: 'walletId', message: 'Escolha uma carteira.' }] : []),
];

const BUILDING_MISSING = 'Obra não encontrada.';
const WALLET_MISSING = 'Carteira não encontrada.';

/** @throws ServiceError 404 for a building of another company, or one on which the user may not run the report */
export const buildingOf = async (
  trx: Trx,
  session: Session,
  { access }: Pick<ReportDescription, 'access'>,
  { companyId, id }: { companyId: number; id: number },
): Promise<Asked['building']> => {
  const permissions = access.kind === 'anyOf' || access.kind === 'allOf' ? access.permissions : [];
  const allowed = allowedBuildings(session, companyId, permissions);
  if (allowed !== 'all' && !allowed.includes(String(id))) throw notFound(BUILDING_MISSING);
  const { rows } = await sql<{ id: number; name: string }>`
    select id, name from buildings
     where account_id = ${session.accountId} and company_id = ${companyId} and id = ${id}`.execute(trx);
  if (!rows[0]) throw notFound(BUILDING_MISSING);
  return rows[0];
};

const walletOf = async (
  trx: Trx,
  { accountId }: Session,
  { companyId, id }: { companyId: number; id: number },
): Promise<Asked['wallet']> => {
  const { rows } = await sql<{ id: number; name: string }>`
    select id, identifier as name from wallets
     where account_id = ${accountId} and company_id = ${companyId} and id = ${id}`.execute(trx);
  if (!rows[0]) throw notFound(WALLET_MISSING);
  return rows[0];
};

export interface Question {
  session: Session;
  companyId: number;
  clock: Clock;
  sent: ReportParameters;
}

/** Reads the parameters of a report. @throws ServiceError 400 at each parameter that is missing, wrong or not the report's */
export const readAsked = async (
  trx: Trx,
  description: ReportDescription,
  { session, companyId, clock, sent }: Question,
): Promise<Asked> => {
  const today = clock.today(session.timeZone);
  const days = defaultDays(description, today);
  const to = sent.to ?? (sent.from !== undefined && sent.from > days.to ? sent.from : days.to);
  const from = sent.from ?? (description.period === 'UNTIL' || days.from > to ? to : days.from);
  const problems = [...unasked(description, sent), ...periodProblem(from, to, sent), ...missing(description, sent)];
  if (problems.length > 0) throw invalid(problems);
  const { buildingId, walletId } = sent;
  return {
    ...{ session, companyId, clock, today, from, to },
    building:
      buildingId === undefined ? null : await buildingOf(trx, session, description, { companyId, id: buildingId }),
    wallet: walletId === undefined ? null : await walletOf(trx, session, { companyId, id: walletId }),
    regime: sent.regime ?? 'ACCRUAL',
    grouping: sent.grouping ?? description.groupings?.[0]?.grouping ?? '',
  };
};

const periodText = (period: ReportDescription['period'], { from, to }: Asked): string[] => {
  if (period === 'NONE') return [];
  if (period === 'UNTIL') return [`até ${formatDate(to)}`];
  if (period === 'MONTHS') return [`${formatShortMonth(from)} a ${formatShortMonth(to)}`];
  return [`${formatDate(from)} a ${formatDate(to)}`];
};

/** What a paper tells of its parameters. */
export const aboutOf = (description: ReportDescription, asked: Asked): string[] => {
  const { building, wallet, regime, grouping } = asked;
  const grouped = description.groupings?.find((one) => one.grouping === grouping);
  return [
    ...periodText(description.period, asked),
    ...(building ? [`Obra: ${building.name}`] : description.building ? ['Todas as obras que você vê'] : []),
    ...(wallet ? [`Carteira: ${wallet.name}`] : []),
    ...(description.regime ? [REGIME_LABELS[regime]] : []),
    ...(grouped && grouped.grouping !== 'NONE' ? [`por ${grouped.title.toLowerCase()}`] : []),
  ];
};

/** Parameters with the report's defaults, null for those that it does not have. */
export const parametersOf = (description: ReportDescription, asked: Asked) => {
  const { period, regime, groupings } = description;
  return {
    from: period === 'DAYS' || period === 'MONTHS' ? asked.from : null,
    to: period === 'NONE' ? null : asked.to,
    buildingId: asked.building?.id ?? null,
    walletId: asked.wallet?.id ?? null,
    regime: regime ? asked.regime : null,
    grouping: groupings ? asked.grouping : null,
  };
};
