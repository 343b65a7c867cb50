import { sql } from 'kysely';
import type { Static } from 'typebox';
import type { TransactionRecord } from '#schema/financial/transactions/endpoints.ts';
import type { PageOf } from '#schema/platform/shapes.ts';
import { fetchPage, readListQuery, type ListKeys, type ListRules } from '../../platform/register/lists.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import { transactionAnswer } from './answer.ts';
import type { Reader } from './reader.ts';
import { conditionsOf, periodOf } from './filters.ts';
import { sharedInstallments } from './parts.ts';
import { readTransactions } from './read.ts';

type Record = Static<typeof TransactionRecord>;

const rules: ListRules = {
  sortable: { dueDate: 'i.due_date', paymentDate: 'i.payment_date', value: 'i.value', id: 'i.id' },
  defaultSort: 'dueDate',
  key: 'i.id',
};

/** Lists installments due in a period, of transactions that the reader may see (§7 transaction-record). */
export const listRecords = async (
  trx: Trx,
  reader: Reader,
  query: ListKeys & { buildingId?: number | undefined; from?: string | undefined; to?: string | undefined },
): Promise<PageOf<Record>> => {
  const list = readListQuery(query, rules);
  const period = periodOf(query) ?? { from: '-infinity', to: 'infinity' };
  const place = { building: query.buildingId };
  const shared = sharedInstallments(place, reader);
  const filtered = trx
    .selectFrom('installments as i')
    .innerJoin('transactions as t', (join) =>
      join.onRef('t.account_id', '=', 'i.account_id').onRef('t.id', '=', 'i.transaction_id'),
    )
    .where(sql<boolean>`${conditionsOf(place, reader)}`)
    // Repeats the transaction's account, company and type, so that the index on due dates serves the list.
    .where(sql<boolean>`i.account_id = ${reader.session.accountId} and i.company_id = ${reader.companyId}`)
    .where(sql<boolean>`i.type = ${reader.kind.type}`)
    .where(sql<boolean>`i.due_date between ${period.from}::date and ${period.to}::date`)
    .where(shared ? sql<boolean>`i.id = any(array(select id from ${shared} m))` : sql<boolean>`true`)
    .where(list.ids ? sql<boolean>`i.id = any(${list.ids}::bigint[])` : sql<boolean>`true`);
  const found = await fetchPage(filtered, list, (rows) => rows.select(['i.id', 'i.transaction_id as transactionId']));
  const stored = await readTransactions(trx, [...new Set(found.content.map(({ transactionId }) => transactionId))]);
  const records = new Map(stored.flatMap((one) => recordsOf(transactionAnswer(one, reader))));
  return { ...found, content: found.content.flatMap(({ id }) => records.get(id) ?? []) };
};

const recordsOf = ({ id, documentNumber, description, transactionRecordList }: ReturnType<typeof transactionAnswer>) =>
  transactionRecordList.map((installment): [number, Record] => [
    installment.id,
    { ...installment, transaction: { id, documentNumber, description } },
  ]);
