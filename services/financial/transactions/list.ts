import { sql } from 'kysely';
import type { Transaction, TransactionSummary } from '#schema/financial/transactions.rest.ts';
import type { PageOf } from '#schema/platform/shapes.ts';
import { notFound } from '../../platform/errors.ts';
import { readListQuery, type ListKeys, type ListRules } from '../../platform/lists.ts';
import type { Trx } from '../../platform/unitOfWork.ts';
import { summaryAnswer, transactionAnswer, type Reader } from './answer.ts';
import { documentsOfDays, isOrderOfDays } from './dueDays.ts';
import { conditionsOf, statusIs, type TransactionFilter } from './filters.ts';
import { isKept, keptCount } from './figures.ts';
import { readList } from './pages.ts';
import { readSummaries, readTransactions } from './read.ts';

const rules: ListRules = {
  sortable: {
    // What is open first: false before true. With dueDate after it, what is overdue and what is due next lead the list.
    settled: sql`(t.status = 'PAID')`,
    dueDate: 't.reference_due_date',
    emissionDate: 't.emission_date',
    value: 't.value',
    documentNumber: sql`search_key(t.document_number)`,
    description: sql`search_key(t.description)`,
    partner: sql`search_key(p.name)`,
    // In the order of a document's life.
    status: sql`array_position(array['OPEN', 'PARTIAL', 'PAID'], t.status)`,
    id: 't.id',
  },
  defaultSort: 'dueDate',
  key: 't.id',
};

const DOCUMENTS = sql`transactions t left join partners p on p.account_id = t.account_id and p.id = t.partner_id`;

type Query = ListKeys & Omit<TransactionFilter, 'ids' | 'search'>;
type Answer<Row> = (trx: Trx, ids: readonly number[], reader: Reader) => Promise<Row[]>;

const whole: Answer<Transaction> = async (trx, ids, reader) =>
  (await readTransactions(trx, ids)).map((one) => transactionAnswer(one, reader));

const summary: Answer<TransactionSummary> = async (trx, ids, reader) =>
  (await readSummaries(trx, ids)).map((one) => summaryAnswer(one, reader));

/** Documents that the query asks for and the reader may see; two statements, or three where the total is another one. */
const listed =
  <Row>(answer: Answer<Row>) =>
  (trx: Trx, reader: Reader, { page, size, sort, ...asked }: Query): Promise<PageOf<Row>> => {
    const list = readListQuery({ page, size, sort, ids: asked.ids, search: asked.search }, rules);
    const filter = { ...asked, ids: list.ids, search: list.search };
    const where = conditionsOf(filter, reader);
    const days = isOrderOfDays(sort) ? documentsOfDays(filter, reader) : undefined;
    const columns = sql`t.id`;
    return readList<{ id: number }, Row>(trx, {
      list,
      sort,
      accountId: reader.session.accountId,
      selection: days
        ? { columns, from: sql`${days} t`, where: filter.status ? statusIs(filter.status, reader.today) : sql`true` }
        : { columns, from: DOCUMENTS, where },
      byPartner: { columns, keys: [columns], where },
      keptCount: isKept(filter, reader) ? () => keptCount(trx, reader, filter) : undefined,
      answer: (rows) =>
        answer(
          trx,
          rows.map(({ id }) => id),
          reader,
        ),
    });
  };

/** Whole documents. */
export const listDocuments = listed(whole);
/** Documents without their installments and files. */
export const listSummaries = listed(summary);

/** One document; 404 when there is none that the reader may see. */
export const getDocument = async (trx: Trx, reader: Reader, id: number): Promise<Transaction> => {
  const { rows } = await sql<{ id: number }>`
    select t.id from ${DOCUMENTS} where ${conditionsOf({ ids: [id] }, reader)}`.execute(trx);
  const [stored] = await readTransactions(
    trx,
    rows.map((row) => row.id),
  );
  if (!stored) throw notFound(reader.kind.words.notFound);
  return transactionAnswer(stored, reader);
};
