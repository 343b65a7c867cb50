import { sql } from 'kysely';
import { openCountOf } from '#domain/financial/monthClosing/points.ts';
import { firstDay, type Month, monthsBetween } from '#domain/financial/financialStatement/months.ts';
import type { IsoDate } from '#domain/dates.ts';
import type {
  ChecklistPoint,
  ClosingRecord,
  ClosingYear,
  MonthClosing,
  MonthState,
} from '#schema/financial/monthClosing/monthClosing.rest.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import type { Session } from '../../platform/session.ts';
import { pointsOf, readChecklists } from './checklist.ts';
import { closesEarlier, isReopenable, nextToClose, notClosable } from './closing.ts';
import { exceptionsOf } from './exceptions.ts';
import { newestFolder } from './folder/store.ts';
import { type ClosingCompany, daysOf, isClosed, readCompany } from './scope.ts';
import { pendingSuggestions } from './suggested.ts';

const stateOf = (closed: boolean, reopened: boolean, open: number): MonthState => {
  if (closed) return 'CLOSED';
  if (reopened) return 'REOPENED';
  return open > 0 ? 'PENDING' : 'OPEN';
};

const reopenedMonths = async (trx: Trx, { accountId, companyId }: ClosingCompany, months: readonly Month[]) => {
  const { rows } = await sql<{ month: Month }>`
    select distinct to_char(month, 'YYYY-MM') as month from month_closings
     where account_id = ${accountId} and company_id = ${companyId} and month = any(${months.map(firstDay)}::date[])`.execute(
    trx,
  );
  return new Set(rows.map(({ month }) => month));
};

/** The months of a year. Seven statements, whatever its documents. @throws ServiceError 404 */
export const readYear = async (
  trx: Trx,
  session: Session,
  { companyId, year, today }: { companyId: number; year: number; today: IsoDate },
): Promise<ClosingYear> => {
  const company = await readCompany(trx, session.accountId, companyId);
  const months = monthsBetween(`${year}-01`, `${year}-12`);
  const { points, documents } = await readChecklists(trx, company, daysOf(`${year}-01`, `${year}-12`), today);
  const once = await reopenedMonths(trx, company, months);
  return {
    ...{ companyId, companyName: company.name, year, today, closedThrough: company.closedThrough },
    nextToClose: nextToClose(company, today),
    months: months.map((month) => {
      const closed = isClosed(company, month);
      const openCount = closed ? 0 : openCountOf(points.get(month) ?? []);
      return {
        month,
        state: stateOf(closed, once.has(month), openCount),
        openCount,
        documents: documents.get(month) ?? 0,
      };
    }),
  };
};

const historyOf = async (
  trx: Trx,
  { accountId, companyId }: ClosingCompany,
  month: Month,
): Promise<ClosingRecord[]> => {
  const { rows } = await sql<ClosingRecord>`
    select m.id, m.closed_at as "closedAt", m.open_points as "openPoints", m.previous_through is null as "earlierToo",
           case when c.id is not null then json_build_object('id', c.id, 'name', c.name) end as "closedBy",
           m.reopened_at as "reopenedAt", m.reopen_reason as "reopenReason",
           case when r.id is not null then json_build_object('id', r.id, 'name', r.name) end as "reopenedBy"
      from month_closings m
      left join users c on c.account_id = m.account_id and c.id = m.closed_by
      left join users r on r.account_id = m.account_id and r.id = m.reopened_by
     where m.account_id = ${accountId} and m.company_id = ${companyId} and m.month = ${firstDay(month)}::date
     order by m.id desc limit 100`.execute(trx);
  return rows;
};

/** The checklist of one month, with what the desk suggests for its lines. */
export const checklistOf = async (
  trx: Trx,
  session: Session,
  company: ClosingCompany,
  { month, today }: { month: Month; today: IsoDate },
): Promise<ChecklistPoint[]> => {
  const days = daysOf(month);
  const points = (await readChecklists(trx, company, days, today)).points.get(month) ?? pointsOf([]);
  const lines = points.find(({ point }) => point === 'UNRECONCILED_LINES')?.wallets ?? [];
  const found = lines.map(({ wallet, count, sum }) => ({
    ...{ month, point: 'UNRECONCILED_LINES' as const, count, sum, walletId: wallet.id, walletName: wallet.name },
  }));
  const { companyId } = company;
  const [, suggested] = pointsOf(await pendingSuggestions(trx, session, { companyId, today }, found, days));
  return points.map((one) => (one.point === suggested?.point ? suggested : one));
};

/** A month with all that its screen shows. @throws ServiceError 404 */
export const readMonth = async (
  trx: Trx,
  session: Session,
  { companyId, month, today }: { companyId: number; month: Month; today: IsoDate },
): Promise<MonthClosing> => {
  const company = await readCompany(trx, session.accountId, companyId);
  const points = await checklistOf(trx, session, company, { month, today });
  const history = await historyOf(trx, company, month);
  const refusal = notClosable(company, month, today);
  return {
    ...{ companyId, companyName: company.name, month, points, history },
    state: stateOf(isClosed(company, month), history.length > 0, openCountOf(points)),
    closedThrough: company.closedThrough,
    ...{ closable: refusal === null, notClosable: refusal },
    reopenable: isReopenable(company, month),
    earlierToo: closesEarlier(company),
    exceptions: await exceptionsOf(trx, company, month),
    folder: await newestFolder(trx, session, companyId, month),
  };
};
