import { sql, type RawBuilder } from 'kysely';
import type { IsoDate } from '#domain/dates.ts';
import type { PartnerBalance, PartnerTotals, PartnerType } from '#schema/financial/partners.rest.ts';
import type { Session } from '../../platform/session.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import { partnerStore } from './store.ts';
import { expense, income } from '../transactions/kinds.ts';
import { seesBuilding, viewOf, visibleRows, withoutApportionment, type View } from '../transactions/visibility.ts';

/** Selects open figures: of a company or of the shares of a building, for a user, on a day. */
export interface BalanceReader {
  session: Session;
  companyId: number;
  building?: number | undefined;
  today: IsoDate;
}

const seesNothing = (view: View): boolean => view !== 'all' && view.buildings.size === 0 && !view.withoutBuilding;

const viewsOf = ({ session, companyId }: BalanceReader) => ({
  SUPPLIER: viewOf(session, companyId, expense),
  CUSTOMER: viewOf(session, companyId, income),
});

/** Counted part of an installment `i`: all of it or, with a building, its shares `s` there. */
const countedOf = ({ building }: BalanceReader) => {
  if (building === undefined || building === -1) {
    const joins = sql``;
    return { joins, value: sql`i.value`, where: building === -1 ? withoutApportionment : sql`true` };
  }
  const joins = sql`
    join apportionments a on a.account_id = t.account_id and a.transaction_id = t.id and a.building_id = ${building}
    join apportionment_shares s on s.account_id = a.account_id and s.apportionment_id = a.id and s.installment_id = i.id
      and s.gross_value > 0`;
  return { joins, value: sql`s.value`, where: sql`true` };
};

const seen = (view: View, { building }: BalanceReader): RawBuilder<unknown> =>
  building === undefined || building === -1 || seesBuilding(view, building) ? visibleRows(view) : sql`false`;

/**
 * Open installments by partner: payable to suppliers, receivable from customers. Counts transactions that the reader
 * may see, as a whole (decision 3) or, with a building, by their shares.
 */
const openByPartner = (reader: BalanceReader, ids?: readonly number[]): RawBuilder<unknown> => {
  const views = viewsOf(reader);
  const { joins, value, where } = countedOf(reader);
  return sql`
    select t.partner_id, sum(${value}) as open, min(i.due_date) as next_due_date,
           coalesce(sum(${value}) filter (where i.due_date < ${reader.today}::date), 0.00) as overdue
    from transactions t
    join installments i on i.account_id = t.account_id and i.transaction_id = t.id and i.forecast ${joins}
    where ${where} and t.account_id = ${reader.session.accountId} and t.company_id = ${reader.companyId} and t.status <> 'PAID'
      and ${ids ? sql`t.partner_id = any(${[...ids]}::bigint[])` : sql`true`}
      and ((t.type = 'DEBIT' and ${seen(views.SUPPLIER, reader)}) or (t.type = 'CREDIT' and ${seen(views.CUSTOMER, reader)}))
    group by t.partner_id`;
};

/**
 * Sort keys of a list of partners by open figures, from transactions that the reader may see only, so that the order
 * reveals no others.
 */
export const balanceOrders = (reader: BalanceReader): Record<string, RawBuilder<unknown>> => {
  const figure = (column: string) =>
    sql`(select ${sql.ref(`o.${column}`)} from (${openByPartner(reader)}) o where o.partner_id = r.id)`;
  return {
    openValue: sql`coalesce(${figure('open')}, 0)`,
    overdueValue: sql`coalesce(${figure('overdue')}, 0)`,
    nextDueDate: figure('next_due_date'),
  };
};

interface BalanceRow {
  id: number;
  type: PartnerType;
  open: string;
  overdue: string;
  next_due_date: IsoDate | null;
}

/** Open figures of some partners; null without the permission for their kind of transactions (§6). */
export const partnerBalances = async (
  trx: Trx,
  reader: BalanceReader,
  ids: readonly number[],
): Promise<PartnerBalance[]> => {
  const views = viewsOf(reader);
  const { rows } = await sql<BalanceRow>`
    select p.id, p.type, coalesce(o.open, 0.00) as open, coalesce(o.overdue, 0.00) as overdue, o.next_due_date
    from partners p left join (${openByPartner(reader, ids)}) o on o.partner_id = p.id
    where p.account_id = ${reader.session.accountId} and p.id = any(${[...ids]}::bigint[])
    order by p.id`.execute(trx);
  return rows.map(({ id, type, open, overdue, next_due_date }) =>
    seesNothing(views[type])
      ? { id, openValue: null, overdueValue: null, nextDueDate: null }
      : { id, openValue: open, overdueValue: overdue, nextDueDate: next_due_date },
  );
};

export interface TotalsFilter {
  type: PartnerType;
  active?: boolean | undefined;
  search?: string | undefined;
}

/** Counts of the list's views, and open figures of all partners that match its filter. */
export const partnerTotals = async (trx: Trx, reader: BalanceReader, filter: TotalsFilter): Promise<PartnerTotals> => {
  const search = filter.search?.trim() || null;
  const inView = filter.active === undefined ? sql`true` : sql`r.active = ${filter.active}`;
  const conditions = partnerStore.matching({ ids: null, search }, { ...filter, active: undefined });
  const { rows } = await sql<{ all: number; active: number; open: string; overdue: string }>`
    select count(*) as "all", count(*) filter (where r.active) as active,
           coalesce(sum(o.open) filter (where ${inView}), 0.00) as open,
           coalesce(sum(o.overdue) filter (where ${inView}), 0.00) as overdue
    from partners r left join (${openByPartner(reader)}) o on o.partner_id = r.id
    where r.account_id = ${reader.session.accountId}
      and ${sql.join(conditions, sql` and `)}`.execute(trx);
  const { all, active, open, overdue } = rows[0] ?? { all: 0, active: 0, open: '0.00', overdue: '0.00' };
  const hidden = seesNothing(viewsOf(reader)[filter.type]);
  return {
    counts: { all, active, inactive: all - active },
    openValue: hidden ? null : open,
    overdueValue: hidden ? null : overdue,
  };
};
