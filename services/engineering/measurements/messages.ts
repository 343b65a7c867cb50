import { indexText } from '#domain/engineering/earnedValue/texts.ts';
import { formatDate } from '#domain/dates.ts';
import { formatCurrency } from '#domain/numberFormat.ts';
import { negate, toCents, ZERO, type Money } from '#domain/money.ts';
import type { EstimatedVsActual } from '#schema/engineering/estimatedVsActual.rest.ts';
import type { Measurement } from '#schema/engineering/measurements/measurements.rest.ts';
import { postMessage } from '../../assistant/postMessage.ts';
import { administrators } from '../../assistant/subject.ts';
import { claimCauses } from '../../assistant/told.ts';
import type { Trx, Work } from '../../platform/db/unitOfWork.ts';
import type { Reader } from '../costEstimates/read.ts';
import { lineOf, partsOf } from '../estimatedVsActual/parts.ts';

const index = (name: string, value: string | null): string => (value === null ? '' : ` (${name} ${indexText(value)})`);

/** Points of the estimate by which what is measured may stay behind what is planned. */
const TOLERATED = 5n;

/** How far the building is behind its plan; null: within the tolerance, or nobody planned it. */
const lagOf = ({ scheduleVariance, estimateTotal }: EstimatedVsActual): Money | null => {
  if (scheduleVariance === null || estimateTotal === null) return null;
  const lag = negate(scheduleVariance);
  return toCents(lag) * 100n > toCents(estimateTotal) * TOLERATED ? lag : null;
};

const statusOf = (line: EstimatedVsActual, date: string, lag: Money): string => {
  const { measuredValue, estimatedValue, actualValue, spi, cpi } = line;
  const [measured, planned] = [formatCurrency(measuredValue ?? ZERO), formatCurrency(estimatedValue ?? ZERO)];
  const progress = `${measured} medidos de ${planned} planejados${index('IDP', spi)}, ${formatCurrency(lag)} atrás do plano`;
  const spent = `Custo realizado de ${formatCurrency(actualValue)}${index('IDC', cpi)}.`;
  return `${line.building.name} em ${formatDate(date)}, sem BDI: ${progress}. ${spent}`;
};

/**
 * Tells that a closed measurement of the customer leaves its obra behind plan by more than five points of its estimate, with
 * the figures of the report (domain.md §6); once, until the figures are others. Those of a contractor earn nothing and are
 * not told.
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
  const cause = { subject: `measurement/${measurement.id}`, value: `${line.measuredValue}/${line.estimatedValue}` };
  if ((await claimCauses(trx, work, 'MEASUREMENT_BEHIND', [cause])).size === 0) return;
  await postMessage(trx, work, {
    // Administrators, and who closes it.
    userIds: [work.session.userId, ...(await administrators(trx, work.session.accountId))],
    about: { companyId, permission: 'ENGINEERING', buildingIds: [building.id] },
    event: 'MEASUREMENT_BEHIND',
    kind: 'WARNING',
    title: 'Medição atrás do plano',
    text: `Medição ${number} de ${costEstimate.code} fechada com ${formatCurrency(periodValue)}. ${statusOf(line, periodEnd, lag)}`,
    link: `/home/forms/engineering/appropriate-overview?building=${building.id}&date=${periodEnd}`,
  });
};
