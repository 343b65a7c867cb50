import { sql } from 'kysely';
import type { DueDateAnswer, DueDateItem } from '#schema/financial/transactions/bulk.rest.ts';
import { notFound, ruleBroken, type ServiceError } from '../../../platform/errors.ts';
import { Problems } from '../../../platform/problems.ts';
import type { Trx, Work } from '../../../platform/db/unitOfWork.ts';
import { followPayments } from '../../retentions/store.ts';
import { transactionAnswer } from '../answer.ts';
import { checkDate } from '../bodyTexts.ts';
import { refreshHeaders, rowsOf } from '../insert.ts';
import { PAID } from '../planInstallments.ts';
import { readTransactions } from '../read.ts';
import type { Reader } from '../reader.ts';
import { holdMany, refusalsOf, type HeldMany } from './held.ts';
import { NothingDone, recordChanges, refuseTwins, resultOf } from './outcome.ts';

/** Changes the due dates of several open installments: a refused one does not stop the others, also of its own document. */
export const changeDueDates = async (
  trx: Trx,
  work: Work,
  reader: Reader,
  items: readonly DueDateItem[],
): Promise<DueDateAnswer> => {
  refuseTwins(
    items.map(({ transactionId, installmentId }) => `${transactionId}/${installmentId}`),
    (index) => `items.${index}.installmentId`,
  );
  const problems = new Problems();
  items.forEach(({ dueDate }, index) => checkDate(dueDate, `items.${index}.dueDate`, problems));
  problems.refuse();
  const named = [...new Set(items.map(({ transactionId }) => transactionId))];
  const held = await holdMany(trx, reader, named);
  const refusals = (await refusalsOf(trx, reader, held, items)).map(
    (refusal, index) => refusal ?? refusalOf(held, items[index]),
  );
  const results = items.map(({ transactionId, installmentId, version }, index) => {
    const refusal = refusals[index] ?? null;
    return { ...resultOf(transactionId, refusal), installmentId, version: refusal ? null : version };
  });
  const changed = items.filter((item, index) => !refusals[index] && differs(held, item));
  if (changed.length === 0) throw new NothingDone<DueDateAnswer>({ results, transactions: [] });
  const after = await store(trx, work, reader, held, changed);
  return {
    results: results.map((one) => ({
      ...one,
      version: one.ok ? (after.get(one.transactionId)?.version ?? one.version) : null,
    })),
    transactions: [...after.values()].map((stored) => transactionAnswer(stored, reader)),
  };
};

const installmentOf = (held: HeldMany, { transactionId, installmentId }: DueDateItem) =>
  held.get(transactionId)?.stored.installments.find(({ id }) => id === installmentId);

const differs = (held: HeldMany, item: DueDateItem): boolean => installmentOf(held, item)?.dueDate !== item.dueDate;

/** Why an installment of a document that the user may change stays as it is. */
const refusalOf = (held: HeldMany, item: DueDateItem | undefined): ServiceError | null => {
  if (!item) return null;
  const installment = installmentOf(held, item);
  if (!installment) return notFound('Parcela não encontrada.');
  if (!installment.forecast) return ruleBroken(PAID);
  const closed = held.get(item.transactionId)?.closedOwn ?? null;
  return closed !== null && differs(held, item) ? ruleBroken(closed) : null;
};

/**
 * Writes the days. Taxes that are owed by the payments of an invoice fall due after it, so these are planned anew; nothing else
 * costs more statements for more items.
 */
const store = async (trx: Trx, work: Work, reader: Reader, held: HeldMany, items: readonly DueDateItem[]) => {
  const { accountId } = work.session;
  const rows = items.map(({ installmentId: i, dueDate: d }) => ({ i, d }));
  await sql`update installments i set due_date = r.d from ${rowsOf(rows, 'i bigint, d date')}
    where i.account_id = ${accountId} and i.id = r.i`.execute(trx);
  const ids = [...new Set(items.map(({ transactionId }) => transactionId))];
  await refreshHeaders(trx, work, accountId, ids, 1);
  const after = await recordChanges(
    trx,
    work,
    ids.flatMap((id) => held.get(id)?.stored ?? []),
  );
  let followed = false;
  for (const one of after.values()) followed = (await followPayments(trx, work, reader, one)) || followed;
  return followed ? new Map((await readTransactions(trx, ids)).map((one) => [one.id, one])) : after;
};
