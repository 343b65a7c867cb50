import { sql } from 'kysely';
import type { TransactionBody } from '#schema/financial/transactions/bodies.rest.ts';
import type { Trx, Work } from '../../platform/db/unitOfWork.ts';
import type { FieldError } from '../../platform/errors.ts';
import { Problems } from '../../platform/problems.ts';
import { closedProblems } from '../monthClosing/closedDays.ts';
import { storePaymentCodes } from '../paymentCodes/store.ts';
import { readBody } from './body.ts';
import {
  apportionmentRow,
  insertApportionments,
  insertHeaders,
  insertInstallments,
  installmentRow,
  putShares,
  refreshHeaders,
} from './insert.ts';
import { ENTITY } from './lock.ts';
import { planTransaction } from './plan.ts';
import { readTransactions } from './read.ts';
import type { Reader } from './reader.ts';
import { referenceProblems, referencesOf, type Planned } from './references.ts';
import { datedFields } from './save.ts';
import { snapshot } from './snapshot.ts';

/** A new transaction whose body has no nota and no retentions, nothing of it paid. */
export interface NewTransaction extends Planned {
  body: TransactionBody;
}

/** Plans a new transaction from its body, as the form's is; null with the problems that keep it from being planned. */
export const planNew = (
  body: TransactionBody,
  today: string,
): { planned: NewTransaction | null; problems: Problems } => {
  const problems = new Problems();
  const draft = readBody(body, undefined, problems);
  if (!problems.isEmpty) return { planned: null, problems };
  const plan = planTransaction(draft, undefined, { today, allowRepeatedBuilding: false }, problems);
  return { planned: problems.isEmpty ? { body, draft, plan } : null, problems };
};

/** The rules that need the database: references, and closed months. Answers the problems of each; two statements. */
export const storedProblems = async (
  trx: Trx,
  reader: Reader,
  list: readonly NewTransaction[],
): Promise<FieldError[][]> => {
  const find = await referencesOf(trx, reader, list);
  const key = { accountId: reader.session.accountId, companyId: reader.companyId, transactionId: null };
  const days = list.flatMap(({ body, draft, plan }, index) =>
    datedFields(body, draft, plan, undefined).map(({ path, day }) => ({ path: `${index} ${path}`, day })),
  );
  const closed = new Map<string, FieldError[]>();
  for (const { path, message } of await closedProblems(trx, key, days)) {
    const [index = '', field = ''] = path.split(' ');
    closed.set(index, [...(closed.get(index) ?? []), { path: field, message }]);
  }
  return list.map(({ draft, plan }, index) => [
    ...referenceProblems(draft, plan, undefined, find, reader.kind),
    ...(closed.get(String(index)) ?? []),
  ]);
};

/**
 * Creates transactions without problems, with their history, and answers their ids in order; the number of statements does
 * not depend on how many.
 */
export const createMany = async (
  trx: Trx,
  work: Work,
  reader: Reader,
  list: readonly NewTransaction[],
): Promise<number[]> => {
  const { companyId, kind, today } = reader;
  const books = { accountId: work.session.accountId, companyId, type: kind.type };
  const headers = list.map(({ draft, plan }) => ({ draft, installments: plan.installments.length }));
  const ids = await insertHeaders(trx, work, { companyId, kind }, headers);
  const planned = list.map(({ plan }, index) => ({ plan, transactionId: ids[index] ?? 0 }));
  const installmentOf = await insertInstallments(
    trx,
    books,
    planned.flatMap(({ plan, transactionId }) =>
      plan.installments.map((one) => ({ ...installmentRow(one), transaction_id: transactionId })),
    ),
  );
  const apportionmentOf = await insertApportionments(
    trx,
    books,
    planned.flatMap(({ plan, transactionId }) =>
      plan.apportionments.map((one) => ({ ...apportionmentRow(one), transaction_id: transactionId })),
    ),
  );
  const shares = planned.flatMap(({ plan, transactionId }) =>
    plan.shares.flatMap((row, at) =>
      row.map((share, column) => ({
        transactionId,
        installmentId: installmentOf(transactionId, plan.installments[at]?.number ?? 0) ?? 0,
        apportionmentId: apportionmentOf(transactionId, plan.apportionments[column]?.position ?? 0) ?? 0,
        share,
      })),
    ),
  );
  await putShares(trx, books, shares);
  const coded = planned.flatMap(({ plan, transactionId }) =>
    plan.installments.map(({ number, paymentCode }) => ({
      id: installmentOf(transactionId, number) ?? 0,
      paymentCode,
    })),
  );
  await storePaymentCodes(trx, books.accountId, coded, [], today);
  await refreshHeaders(trx, work, books.accountId, ids, 0);
  for (const stored of await readTransactions(trx, ids)) {
    work.audit({ action: 'create', entity: ENTITY, entityId: stored.id, details: { after: snapshot(stored) } });
  }
  // Their sums are checked here and not by the commit: a statement ends at its time limit, and nothing is stored then. A commit
  // has none, and may end after its request was answered 503.
  await sql`set constraints all immediate`.execute(trx);
  return ids;
};
