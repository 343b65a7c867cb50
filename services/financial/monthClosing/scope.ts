import { sql } from 'kysely';
import { addToMonth, firstDay, lastDayOf, type Month, monthOf } from '#domain/financial/financialStatement/months.ts';
import type { IsoDate } from '#domain/dates.ts';
import { notFound } from '../../platform/errors.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';

/** A company whose months are closed. */
export interface ClosingCompany {
  accountId: number;
  companyId: number;
  name: string;
  closedThrough: IsoDate | null;
}

/** Days of months, both included. */
export interface Days {
  from: IsoDate;
  to: IsoDate;
}

export const daysOf = (from: Month, to: Month = from): Days => ({ from: firstDay(from), to: lastDayOf(to) });

/**
 * Reads a company. `lock` holds it against every write of what its closed months protect, until the SQL transaction ends.
 * @throws ServiceError 404 for a company of another account
 */
export const readCompany = async (
  trx: Trx,
  accountId: number,
  companyId: number,
  lock = false,
): Promise<ClosingCompany> => {
  const { rows } = await sql<ClosingCompany>`
    select c.account_id as "accountId", c.id as "companyId", c.name, c.closed_through as "closedThrough"
      from companies c where c.account_id = ${accountId} and c.id = ${companyId} ${lock ? sql`for update` : sql``}`.execute(
    trx,
  );
  if (!rows[0]) throw notFound('Empresa não encontrada.');
  return rows[0];
};

export const isClosed = ({ closedThrough }: ClosingCompany, month: Month): boolean =>
  closedThrough !== null && lastDayOf(month) <= closedThrough;

/** The month after the newest closed one. */
export const nextMonth = ({ closedThrough }: ClosingCompany): Month | null =>
  closedThrough === null ? null : addToMonth(monthOf(closedThrough), 1);
