import { sql, type RawBuilder } from 'kysely';
import type { PageOf } from '#schema/platform/shapes.ts';
import { orderAndCut, withTotal, type ListQuery } from '../../platform/register/lists.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import { pageByPartner, partnerOrder, type RowsOfPartners } from './byPartner.ts';

/** Rows of a list of transactions or of installments, in the names that its order and its conditions use. */
export interface Selection {
  columns: RawBuilder<unknown>;
  from: RawBuilder<unknown>;
  where: RawBuilder<unknown>;
}

interface Key {
  id: number;
}

interface Asked<Row extends Key, Answer> {
  list: ListQuery;
  sort: string | undefined;
  accountId: number;
  selection: Selection;
  /** The same rows for the order by partner, which is walked. */
  byPartner: RowsOfPartners;
  /** How many there are, where that is kept; else they are counted, in the pass that finds the page. */
  keptCount: (() => Promise<number>) | undefined;
  /** What the rows are answered as, in their order. */
  answer: (rows: readonly Row[]) => Promise<Answer[]>;
}

type Found<Row> = Row & { found?: number };

/** A page of transactions or installments, and how many there are on all. */
export const readList = async <Row extends Key, Answer>(
  trx: Trx,
  { list, sort, accountId, selection, byPartner, keptCount, answer }: Asked<Row, Answer>,
): Promise<PageOf<Answer>> => {
  const { columns, from, where } = selection;
  const order = partnerOrder(sort);
  const read = async (): Promise<Found<Row>[]> => {
    const found = keptCount ? sql`` : sql`, count(*) over () as found`;
    return (
      await sql<Found<Row>>`select ${columns}${found} from ${from} where ${where} ${orderAndCut(list)}`.execute(trx)
    ).rows;
  };
  const count = async (): Promise<number> =>
    (await sql<{ total: number }>`select count(*) as total from ${from} where ${where}`.execute(trx)).rows[0]?.total ??
    0;
  const rows: Found<Row>[] = order === 0 ? await read() : await pageByPartner(trx, list, order, byPartner, accountId);
  return withTotal(list, await answer(rows), keptCount ?? (async () => rows[0]?.found ?? count()));
};
