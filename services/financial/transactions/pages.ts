import { sql, type RawBuilder } from 'kysely';
import type { PageOf } from '#schema/platform/shapes.ts';
import { allIds, orderAndCut, orderAndTakeFirst, withTotal, type ListQuery } from '../../platform/register/lists.ts';
import { plannedOnce } from '../../platform/db/statementNames.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import { pageByPartner, partnerOrder, type RowsOfPartners } from './byPartner.ts';

/** Source of a list of transactions or installments; its aliases are those of the sort order and the conditions. */
export interface Selection {
  columns: RawBuilder<unknown>;
  from: RawBuilder<unknown>;
  where: RawBuilder<unknown>;
}

interface Key {
  id: number;
}

interface ListRequest<Row extends Key, Answer> {
  list: ListQuery;
  sort: string | undefined;
  accountId: number;
  selection: Selection;
  /** The same rows for the sort by partner, which walks the partners. */
  byPartner: RowsOfPartners;
  /** The first page is the first rows of an index, whatever the values: its statement is planned once. */
  walksIndex?: boolean;
  /** Rows of the page that have been read already. */
  known?: readonly Row[] | undefined;
  /** Reads the total from stored sums, where there are any; else the statement that finds the page counts the rows. */
  keptCount: (() => Promise<number>) | undefined;
  /** Converts the rows to their REST form, in the same order. */
  answer: (rows: readonly Row[]) => Promise<Answer[]>;
}

type Found<Row> = Row & { found?: number };

const rowsOf = ({ columns, from, where }: Selection): RawBuilder<unknown> =>
  sql`select ${columns} from ${from} where ${where}`;

/** Statement that reads the rows of the first page, in their order, and that may be planned once. */
export const firstPageOf = (selection: Selection, list: ListQuery): RawBuilder<unknown> =>
  sql`${rowsOf(selection)} ${orderAndTakeFirst(list)}`;

/** Reads a page of transactions or installments with the total number of rows. */
export const readList = async <Row extends Key, Answer>(
  trx: Trx,
  {
    list,
    sort,
    accountId,
    selection,
    byPartner,
    walksIndex = false,
    known,
    keptCount,
    answer,
  }: ListRequest<Row, Answer>,
): Promise<PageOf<Answer>> => {
  const { columns, from, where } = selection;
  // Chosen rows are few: they are sorted, and no partner is walked.
  const order = list.ids ? 0 : partnerOrder(sort);
  const read = async (): Promise<Found<Row>[]> => {
    const counted = { columns: keptCount ? columns : sql`${columns}, count(*) over () as found`, from, where };
    const page = walksIndex
      ? plannedOnce(sql<Found<Row>>`${firstPageOf(counted, list)}`)
      : sql<Found<Row>>`${rowsOf(counted)} ${orderAndCut(list)}`;
    return (await page.execute(trx)).rows;
  };
  const count = async (): Promise<number> =>
    (await sql<{ total: number }>`select count(*) as total from ${from} where ${where}`.execute(trx)).rows[0]?.total ??
    0;
  const readPage = (): Promise<Found<Row>[]> =>
    order === 0 ? read() : pageByPartner(trx, list, order, byPartner, accountId);
  const rows: readonly Found<Row>[] = known ?? (await readPage());
  const answered = await withTotal(list, await answer(rows), keptCount ?? (async () => rows[0]?.found ?? count()));
  return { ...answered, ...(await allIds(trx, list, sql`from ${from} where ${where}`)) };
};
