import { sql } from 'kysely';
import type { RemovalAnswer, RemovalItem } from '#schema/financial/transactions/bulk.rest.ts';
import type { ServiceError } from '../../../platform/errors.ts';
import type { Trx, Work } from '../../../platform/db/unitOfWork.ts';
import { paidSentence } from '../../retentions/plan.ts';
import { keepDeleted, keepingOf } from '../deleted/kept.ts';
import { ENTITY } from '../lock.ts';
import { removalProblem } from '../made.ts';
import { removeMany } from '../removeMany.ts';
import type { Reader } from '../reader.ts';
import { HAS_PAID } from '../save.ts';
import { placeOf, snapshot } from '../snapshot.ts';
import { firstRule, holdMany, payablesOf, refusalsOf, type HeldMany } from './held.ts';
import { NothingDone, refuseTwins, resultOf } from './outcome.ts';

/** Deletes several documents, each with the payables of its retentions: a refused one does not stop the others. */
export const removeDocuments = async (
  trx: Trx,
  work: Work,
  reader: Reader,
  items: readonly RemovalItem[],
): Promise<RemovalAnswer> => {
  refuseTwins(
    items.map(({ transactionId }) => String(transactionId)),
    (index) => `items.${index}.transactionId`,
  );
  const ids = items.map(({ transactionId }) => transactionId);
  const held = await holdMany(trx, reader, ids);
  const refusals = (await refusalsOf(trx, reader, held, items)).map(
    (refusal, index) => refusal ?? refusalOf(held, ids[index] ?? 0),
  );
  const results = ids.map((id, index) => resultOf(id, refusals[index] ?? null));
  const gone = ids.flatMap((id, index) => (refusals[index] ? [] : (held.get(id) ?? [])));
  if (gone.length === 0) throw new NothingDone<RemovalAnswer>({ results });
  const all = gone.flatMap((one) => [one, ...payablesOf(held, one)]).map(({ stored }) => stored);
  await keepDeleted(
    trx,
    work,
    gone.map(({ stored }) => keepingOf(stored)),
  );
  const { accountId } = work.session;
  const retained = all.flatMap(({ retentions }) => retentions.map(({ id }) => id));
  if (retained.length > 0) {
    await sql`delete from transaction_retentions where account_id = ${accountId}
      and id = any(${retained}::bigint[])`.execute(trx);
  }
  await removeMany(
    trx,
    accountId,
    all.map(({ id }) => id),
  );
  for (const stored of all) {
    const details = { before: snapshot(stored) };
    work.audit({ action: 'delete', entity: ENTITY, entityId: stored.id, details, was: placeOf(stored) });
  }
  return { results };
};

/** Why a document that the user may change is not deleted. */
const refusalOf = (held: HeldMany, id: number): ServiceError | null => {
  const one = held.get(id);
  if (!one) return null;
  const paid = one.stored.retentions.find(({ status }) => status !== 'OPEN');
  return firstRule([
    removalProblem(one.madeBy),
    one.stored.paidInstallmentCount > 0 ? HAS_PAID : null,
    paid ? paidSentence(paid, 'excluir a nota') : null,
    ...[one, ...payablesOf(held, one)].map(({ closed }) => closed),
  ]);
};
