import { sql } from 'kysely';
import { COUNTED_POINTS, openCountOf, pointText, type PointFigures } from '#domain/financial/monthClosing/points.ts';
import { monthText, monthTitle } from '#domain/financial/monthClosing/months.ts';
import { addToMonth, firstDay, lastDayOf, type Month, monthOf } from '#domain/financial/financialStatement/months.ts';
import type { IsoDate } from '#domain/dates.ts';
import type { ChecklistPoint } from '#schema/financial/monthClosing/monthClosing.rest.ts';
import { conflict, ruleBroken } from '../../platform/errors.ts';
import type { Trx, Work } from '../../platform/db/unitOfWork.ts';
import { readChecklists } from './checklist.ts';
import { figuresOf } from './figures.ts';
import { keepForClosing } from './openings.ts';
import { type ClosingCompany, daysOf, isClosed, nextMonth, readCompany } from './scope.ts';

/** Name of closed months in the audit log; the id is that of the closing. */
export const ENTITY = 'monthClosing';

/** Why a month cannot be closed now; null where it can. */
export const notClosable = (company: ClosingCompany, month: Month, today: IsoDate): string | null => {
  const next = nextMonth(company);
  if (isClosed(company, month)) return `${monthTitle(month)} já está fechado em ${company.name}.`;
  if (lastDayOf(month) >= today) return `${monthTitle(month)} ainda não terminou.`;
  return next !== null && month !== next ? `Feche ${monthText(next)} antes: os meses são fechados em ordem.` : null;
};

export const isReopenable = ({ closedThrough }: ClosingCompany, month: Month): boolean =>
  closedThrough !== null && monthOf(closedThrough) === month;

/** Points without those that others count already, and without empty ones. */
export const openPoints = (points: readonly ChecklistPoint[]): PointFigures[] =>
  points
    .filter(({ point, count }) => count > 0 && COUNTED_POINTS.includes(point))
    .map(({ point, count, sum }) => ({ point, count, sum }));

const requireConfirmed = (open: readonly PointFigures[], confirmed: number): void => {
  if (openCountOf(open) === confirmed) return;
  const counts = open.map(({ point, count }) => pointText(point, count)).join(', ');
  throw conflict(
    open.length === 0
      ? 'As pendências mudaram: não há mais nenhuma. Confira e feche de novo.'
      : `As pendências mudaram: ${counts}. Confira e confirme de novo.`,
    [{ path: 'confirmedCount', message: 'Confirme as pendências deste mês.' }],
  );
};

const setClosedThrough = (trx: Trx, { accountId, companyId }: ClosingCompany, day: IsoDate | null) =>
  sql`update companies set closed_through = ${day}::date where account_id = ${accountId} and id = ${companyId}`.execute(
    trx,
  );

interface Asked {
  companyId: number;
  month: Month;
  today: IsoDate;
}

/**
 * Closes a month. Writes under way are waited for, and count; later ones wait, and are refused.
 * @throws ServiceError 404, 409 for other points than were confirmed, 422 out of order
 */
export const closeMonth = async (
  trx: Trx,
  work: Work,
  { companyId, month, today }: Asked,
  confirmedCount: number,
): Promise<void> => {
  const { accountId, userId } = work.session;
  const company = await readCompany(trx, accountId, companyId, true);
  const refusal = notClosable(company, month, today);
  if (refusal !== null) throw ruleBroken(refusal, [{ path: 'month', message: refusal }]);
  const { points } = await readChecklists(trx, company, daysOf(month), today);
  const open = openPoints(points.get(month) ?? []);
  requireConfirmed(open, confirmedCount);
  const { id } = await trx
    .insertInto('month_closings')
    .values({
      ...{ account_id: accountId, company_id: companyId, month: firstDay(month), closed_by: userId },
      ...{ previous_through: company.closedThrough, closed_at: work.clock.now() },
      open_points: JSON.stringify(open),
      figures: JSON.stringify(await figuresOf(trx, company, month)),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await keepForClosing(trx, accountId, companyId, id);
  await setClosedThrough(trx, company, lastDayOf(month));
  work.audit({ action: 'close', entity: ENTITY, entityId: id, details: { companyId, month, openPoints: open } });
};

/** Reopens the newest closed month. @throws ServiceError 404, 422 for another month */
export const reopenMonth = async (
  trx: Trx,
  work: Work,
  { companyId, month }: Pick<Asked, 'companyId' | 'month'>,
  reason: string,
): Promise<void> => {
  const { accountId, userId } = work.session;
  const company = await readCompany(trx, accountId, companyId, true);
  if (!isReopenable(company, month)) {
    const message = isClosed(company, month)
      ? `Só o último mês fechado pode ser reaberto: reabra ${monthText(monthOf(company.closedThrough ?? ''))} antes.`
      : `${monthTitle(month)} não está fechado em ${company.name}.`;
    throw ruleBroken(message, [{ path: 'month', message }]);
  }
  const row = await trx
    .updateTable('month_closings')
    .set({ reopened_by: userId, reopened_at: work.clock.now(), reopen_reason: reason.trim() })
    .where('account_id', '=', accountId)
    .where('company_id', '=', companyId)
    .where('month', '=', firstDay(month))
    .where('reopened_at', 'is', null)
    .returning(['id', 'previous_through'])
    .executeTakeFirstOrThrow();
  await setClosedThrough(trx, company, row.previous_through);
  work.audit({
    action: 'reopen',
    entity: ENTITY,
    entityId: row.id,
    details: { companyId, month, reason: reason.trim() },
  });
};

/** First month that a closing of this one closes, too: null where it is not the company's first. */
export const closesEarlier = ({ closedThrough }: ClosingCompany): boolean => closedThrough === null;

/** Month that the screen offers to close. */
export const nextToClose = (company: ClosingCompany, today: IsoDate): Month | null => {
  const next = nextMonth(company) ?? addToMonth(monthOf(today), -1);
  return lastDayOf(next) < today ? next : null;
};
