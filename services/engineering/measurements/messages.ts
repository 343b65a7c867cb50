import { sql } from 'kysely';
import { indexText } from '#domain/engineering/earnedValue/texts.ts';
import { formatDate } from '#domain/dates.ts';
import { formatCurrency } from '#domain/numberFormat.ts';
import { compare, negate, ZERO } from '#domain/money.ts';
import type { EstimatedVsActual } from '#schema/engineering/estimatedVsActual.rest.ts';
import type { Measurement } from '#schema/engineering/measurements/measurements.rest.ts';
import { postMessage } from '../../assistant/postMessage.ts';
import type { Trx, Work } from '../../platform/db/unitOfWork.ts';
import type { Reader } from '../costEstimates/read.ts';
import { lineOf, partsOf } from '../estimatedVsActual/parts.ts';

const index = (name: string, value: string | null): string => (value === null ? '' : ` (${name} ${indexText(value)})`);

/** How far the building is behind its plan; null: it is not, or nobody planned it. */
const lagOf = ({ scheduleVariance }: EstimatedVsActual): string | null =>
  scheduleVariance !== null && compare(scheduleVariance, ZERO) < 0 ? formatCurrency(negate(scheduleVariance)) : null;

const statusOf = (line: EstimatedVsActual, date: string, lag: string): string => {
  const { measuredValue, estimatedValue, actualValue, spi, cpi } = line;
  const [measured, planned] = [formatCurrency(measuredValue ?? ZERO), formatCurrency(estimatedValue ?? ZERO)];
  const progress = `${measured} medidos de ${planned} planejados${index('IDP', spi)}, ${lag} atrás do plano`;
  const spent = `Custo realizado de ${formatCurrency(actualValue)}${index('IDC', cpi)}.`;
  return `${line.building.name} em ${formatDate(date)}, sem BDI: ${progress}. ${spent}`;
};

/** Administrators, and who closes it. */
const readersOf = async (trx: Trx, { session: { accountId, userId } }: Work): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select id from users where account_id = ${accountId} and admin and active`.execute(trx);
  return [userId, ...rows.map(({ id }) => id)];
};

/**
 * Tells that a closed measurement of the customer leaves its obra behind plan, with the figures of the report (domain.md
 * §6). Those of a contractor earn nothing and are not told.
 */
export const announceClosing = async (
  trx: Trx,
  work: Work,
  { session }: Reader,
  measurement: Measurement,
): Promise<void> => {
  const { kind, companyId, building, number, costEstimate, periodEnd, periodValue } = measurement;
  if (kind !== 'CUSTOMER') return;
  const place = { companyId, buildingId: building.id };
  const [parts] = await partsOf(trx, session, place, { date: periodEnd });
  if (!parts) return;
  const line = lineOf(parts, periodEnd);
  const lag = lagOf(line);
  if (lag === null) return;
  await postMessage(trx, work, {
    userIds: await readersOf(trx, work),
    about: { companyId, permission: 'ENGINEERING', buildingIds: [building.id] },
    event: 'MEASUREMENT_BEHIND',
    kind: 'WARNING',
    text: `Medição ${number} de ${costEstimate.code} fechada com ${formatCurrency(periodValue)}. ${statusOf(line, periodEnd, lag)}`,
    link: `/home/forms/engineering/appropriate-overview?building=${building.id}&date=${periodEnd}`,
  });
};
