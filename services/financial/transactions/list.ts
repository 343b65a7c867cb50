import { sql } from 'kysely';
import type {
  ListedSummary,
  ListedTransaction,
  Transaction,
  TransactionTotals,
} from '#schema/financial/transactions/transactions.rest.ts';
import type { PageOf } from '#schema/platform/shapes.ts';
import { notFound } from '../../platform/errors.ts';
import { readListQuery, type ListKeys, type ListRules } from '../../platform/register/lists.ts';
import { readByKey } from '../../platform/db/planner.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import { summaryAnswer, transactionAnswer } from './answer.ts';
import type { Reader } from './reader.ts';
import { transactionsOfList } from './documentLists.ts';
import { transactionsOfDays, isOrderOfDays } from './dueDays.ts';
import { conditionsOf, isWhole, statusIs, type TransactionFilter } from './filters.ts';
import { keptCount, totalsBesideIds, totalTransactions } from './figures.ts';
import { firstPageOf, readList } from './pages.ts';
import { requireFewParts } from './partCount.ts';
import { type Parts, partsOf } from './parts.ts';
import { type Matched, readSummaries, readTransactions } from './read.ts';

/** Columns that differ by source: whole transactions, their parts, or document_days. */
interface Shown {
  dueDate: string;
  value: string;
}

const rulesOf = ({ dueDate, value }: Shown): ListRules => ({
  sortable: {
    // Sorts open transactions first (false before true). Followed by dueDate, the list starts with what is overdue or
    // due next.
    settled: sql`(t.status = 'PAID')`,
    dueDate,
    emissionDate: 't.emission_date',
    value,
    documentNumber: sql`search_key(t.document_number)`,
    description: sql`search_key(t.description)`,
    partner: sql`search_key(p.name)`,
    // Sorts by the life cycle of a transaction.
    status: sql`array_position(array['OPEN', 'PARTIAL', 'PAID'], t.status)`,
    id: 't.id',
  },
  defaultSort: 'dueDate',
  key: 't.id',
});

/** The order in which the screen opens, which is that of an index. */
const AS_OPENED = /^settled(:asc)?,dueDate(:asc)?$/;

const PARTNERS = sql`left join partners p on p.account_id = t.account_id and p.id = t.partner_id`;

interface Extras {
  matching?: boolean | undefined;
  maxParts?: number | undefined;
  totals?: boolean | undefined;
}
type Query = ListKeys & Omit<TransactionFilter, 'ids' | 'search'> & Extras;
type Summed<Row> = PageOf<Row> & { totals?: TransactionTotals };
type Answer<Row> = (trx: Trx, ids: readonly number[], reader: Reader, parts: Parts | undefined) => Promise<Row[]>;

/**
 * The first page of the list as its screen opens it, of a reader who is known to see all: every statement looks rows up by keys
 * (decision 114).
 */
export const isOpening = ({ page, sort, search, ...query }: Query, reader: Pick<Reader, 'view'>): boolean => {
  const { size: _size, matching: _matching, maxParts: _maxParts, totals: _totals, ...filter } = query;
  return !page && !search && AS_OPENED.test(sort ?? '') && isWhole(filter, reader);
};

const whole: Answer<ListedTransaction> = async (trx, ids, reader, parts) =>
  (await readTransactions(trx, ids, parts)).map((one) => ({ ...transactionAnswer(one, reader), ...matchingOf(one) }));

const summary: Answer<ListedSummary> = async (trx, ids, reader, parts) =>
  (await readSummaries(trx, ids, reader.today, parts)).map((one) => ({
    ...summaryAnswer(one, one.overdueValue, reader),
    ...matchingOf(one),
  }));

const matchingOf = ({ matching }: Matched) => (matching ? { matching } : {});

/**
 * Lists the transactions that match the query and that the reader may see; two statements, and a third if the total
 * needs one of its own.
 */
const listed =
  <Row>(answer: Answer<Row>) =>
  async (trx: Trx, reader: Reader, query: Query): Promise<Summed<Row>> => {
    const { page, size, sort, allIds, matching, maxParts, totals: asked, ...requested } = query;
    const keys = { page, size, sort, allIds, ids: requested.ids, search: requested.search };
    const read = (shown: Shown) => readListQuery(keys, rulesOf(shown));
    const { ids: chosenIds, search } = read(WHOLE);
    const filter = { ...requested, ids: chosenIds, search };
    const parts = partsOf(filter, reader);
    const where = conditionsOf(filter, reader);
    // Both tables have the columns of these orders.
    const days = isOrderOfDays(sort) ? transactionsOfDays(filter, reader) : undefined;
    const kept = days ?? (isOrderOfDays(sort) ? transactionsOfList(filter, reader) : undefined);
    const counted = keptCount(filter, reader);
    const joins = parts ? sql`join ${parts.rows} m on m.id = t.id` : sql``;
    const columns = sql`t.id`;
    const list = read(days ? OF_DAYS : shownOf(parts));
    // Only where they order: a look at the partner of each row would be a look at its transaction, too.
    const partners = sort?.includes('partner') ? PARTNERS : sql``;
    const selection = kept
      ? { columns, from: sql`${kept} t`, where: filter.status ? statusIs(filter.status, reader.today) : sql`true` }
      : { columns, from: sql`transactions t ${joins} ${partners}`, where };
    const walksIndex = isOpening(query, reader);
    if (walksIndex) await readByKey(trx);
    // One statement instead of two: of a list, round trips cost as much as rows (decision 114).
    const opened =
      walksIndex && asked
        ? await totalsBesideIds(trx, reader, filter, sql`array(${firstPageOf(selection, list)})`)
        : undefined;
    const totals = opened?.totals ?? (asked ? await totalTransactions(trx, reader, filter) : undefined);
    const answered = await readList<{ id: number }, Row>(trx, {
      list,
      sort,
      accountId: reader.session.accountId,
      selection,
      byPartner: { columns, keys: [columns], joins, where },
      walksIndex,
      known: opened?.ids.map((id) => ({ id })),
      keptCount: counted && (async () => totals?.count ?? counted(trx)),
      answer: async (rows) => {
        const ids = rows.map(({ id }) => id);
        await requireFewParts(trx, ids, maxParts);
        return answer(trx, ids, reader, matching ? parts : undefined);
      },
    });
    return { ...answered, ...(totals && { totals }) };
  };

const WHOLE: Shown = { dueDate: 't.reference_due_date', value: 't.value' };
const OF_DAYS: Shown = { ...WHOLE, dueDate: 't.due_date' };

const shownOf = (parts: Parts | undefined): Shown =>
  parts ? { dueDate: 'm.due_date', value: parts.shared ? 'm.value' : 't.value' } : WHOLE;

/** Lists transactions with installments and files. */
export const listTransactions = listed(whole);
/** Lists transactions without installments and files. */
export const listSummaries = listed(summary);

/** Reads one transaction. @throws ServiceError 404 when it does not exist or the reader may not see it */
export const getTransaction = async (trx: Trx, reader: Reader, id: number): Promise<Transaction> => {
  const { rows } = await sql<{ id: number }>`
    select t.id from transactions t where ${conditionsOf({ ids: [id] }, reader)}`.execute(trx);
  const [stored] = await readTransactions(
    trx,
    rows.map((row) => row.id),
  );
  if (!stored) throw notFound(reader.kind.words.notFound);
  return transactionAnswer(stored, reader);
};
