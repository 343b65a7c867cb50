import type { TransactionBody, TransactionUpdate } from '#schema/financial/transactions/bodies.rest.ts';
import type { Transaction } from '#schema/financial/transactions/transactions.rest.ts';
import { notFound, ruleBroken } from '../../platform/errors.ts';
import type { Trx, Work } from '../../platform/db/unitOfWork.ts';
import { linkNota, withNota } from '../fiscalDocuments/link.ts';
import { transactionAnswer } from './answer.ts';
import { NOT_OF_INCOME } from '../paymentCodes/plan.ts';
import type { Reader } from './reader.ts';
import { checkAgreement } from './agreement.ts';
import { readBody, type Before, type TransactionDraft } from './body.ts';
import { ENTITY, lockTransaction, type Locked } from './lock.ts';
import { tellDuplicate } from './duplicateMessages.ts';
import { announcePayments } from './paymentMessages.ts';
import { planTransaction, type Plan } from './plan.ts';
import { headerProblems, removalProblem, retentionProblems, shareProblems } from './made.ts';
import { Problems } from '../../platform/problems.ts';
import { closedProblems, type DatedField } from '../monthClosing/closedDays.ts';
import { readTransaction, type StoredTransaction } from './read.ts';
import { placeOf, snapshot } from './snapshot.ts';
import { referenceProblems, referencesOf } from './references.ts';
import { insertHeader, refreshHeader, storePlan, updateHeader, type Owner } from './store.ts';
import { requireChange } from './visibility.ts';
import { withRetentions, type RetainedPlan } from '../retentions/save.ts';
import { paidSentence } from '../retentions/plan.ts';
import { removePayables, storeRetentions } from '../retentions/store.ts';
import { keepDeleted, keepingOf } from './deleted/kept.ts';

/** Creates a transaction; pays the installments that the body marks as paid (§4). */
export const createTransaction = (trx: Trx, work: Work, reader: Reader, body: TransactionBody): Promise<Transaction> =>
  create(trx, work, reader, { body });

/**
 * Creates a transaction that follows from something else, such as a measurement. Its apportionment names several stages of
 * one building whatever the account's setting says: nobody types it.
 */
export const makeTransaction = (trx: Trx, work: Work, reader: Reader, body: TransactionBody): Promise<Transaction> =>
  create(trx, work, reader, { body, allowRepeatedBuilding: true });

const create = async (
  trx: Trx,
  work: Work,
  reader: Reader,
  { body: sent, allowRepeatedBuilding }: { body: TransactionBody; allowRepeatedBuilding?: true },
): Promise<Transaction> => {
  const { body, held } = await withNota(trx, work, reader, sent);
  const checked = await checkedPlan(trx, reader, body, undefined, allowRepeatedBuilding);
  const { draft, plan } = checked;
  const owner = await insertHeader(trx, work, reader.companyId, reader.kind, draft, plan);
  const installmentIds = await storePlan(trx, owner, plan, undefined, reader.today);
  if (held) await linkNota(trx, work, held, { transactionId: owner.transactionId, partnerId: draft.partnerId });
  await refreshHeader(trx, work, owner, 0);
  await storeRetentions(trx, work, reader, checked.retentions, {
    ...checked,
    owner,
    installmentIds,
    stored: undefined,
  });
  return finish(trx, work, reader, { owner, plan, action: 'create', body, before: undefined });
};

/** Refuses what creating a transaction would refuse, and stores nothing. @throws ServiceError 400, 403, 422 */
export const checkTransaction = async (trx: Trx, reader: Reader, body: TransactionBody): Promise<void> => {
  await checkedPlan(trx, reader, body, undefined);
};

/** Updates the transaction with the body's id and version. */
export const updateTransaction = async (
  trx: Trx,
  work: Work,
  reader: Reader,
  body: TransactionUpdate,
): Promise<Transaction> => {
  const { owner, stored, madeBy } = await lockTransaction(trx, reader, body);
  return update(trx, work, reader, { owner, stored, madeBy, body });
};

/** Updates a transaction from what has made it: a person could not change these fields. Stages as in `makeTransaction`. */
export const remakeTransaction = async (
  trx: Trx,
  work: Work,
  reader: Reader,
  body: TransactionUpdate,
): Promise<Transaction> => {
  const { owner, stored } = await lockTransaction(trx, reader, body);
  return update(trx, work, reader, { owner, stored, madeBy: null, body, allowRepeatedBuilding: true });
};

const update = async (
  trx: Trx,
  work: Work,
  reader: Reader,
  {
    owner,
    stored,
    madeBy,
    body,
    allowRepeatedBuilding,
  }: Locked & { body: TransactionUpdate; allowRepeatedBuilding?: true },
): Promise<Transaction> => {
  await requireOpenMonth(trx, owner, stored);
  const before = { stored, madeBy, answer: transactionAnswer(stored, reader) };
  const checked = await checkedPlan(trx, reader, body, before, allowRepeatedBuilding);
  const { draft, plan } = checked;
  await updateHeader(trx, owner, draft);
  const installmentIds = await storePlan(trx, owner, plan, stored, reader.today);
  await refreshHeader(trx, work, owner);
  await storeRetentions(trx, work, reader, checked.retentions, { ...checked, owner, installmentIds, stored });
  return finish(trx, work, reader, { owner, plan, action: 'update', body, before });
};

export const HAS_PAID = 'Há parcela paga neste lançamento. Desfaça o pagamento antes de excluí-lo.';

/**
 * Deletes a transaction with its installments, apportionment, files and the payables of its retentions. A person's deletion
 * (`restorable`) is kept for 30 days; that of what made the document has an undo of its own.
 * @throws ServiceError when an installment or one of these is paid, and for such a payable itself
 */
export const removeTransaction = async (
  trx: Trx,
  work: Work,
  reader: Reader,
  key: { id: number; version?: number | undefined; restorable?: true },
): Promise<{ id: number }> => {
  const { owner, stored, madeBy } = await lockTransaction(trx, reader, key);
  const refusal = removalProblem(madeBy);
  if (refusal) throw ruleBroken(refusal);
  if (stored.paidInstallmentCount > 0) {
    throw ruleBroken(HAS_PAID);
  }
  const paid = stored.retentions.find(({ status }) => status !== 'OPEN');
  if (paid) throw ruleBroken(paidSentence(paid, 'excluir a nota'));
  if (key.restorable) await keepDeleted(trx, work, [keepingOf(stored)]);
  await removePayables(trx, work, stored.retentions);
  await trx
    .deleteFrom('transactions')
    .where('account_id', '=', owner.accountId)
    .where('id', '=', owner.transactionId)
    .execute();
  const details = { before: snapshot(stored) };
  work.audit({ action: 'delete', entity: ENTITY, entityId: stored.id, details, was: placeOf(stored) });
  return { id: stored.id };
};

/** Plans a save: normalizes the body, looks up its references and checks the permission. */
const checkedPlan = async (
  trx: Trx,
  reader: Reader,
  body: TransactionBody | TransactionUpdate,
  before: Before | undefined,
  allowed?: true,
): Promise<RetainedPlan> => {
  const { session, companyId, kind, today } = reader;
  const problems = new Problems();
  const draft = readBody(body, before, problems);
  if (kind.type === 'CREDIT') problems.rules(codesOfIncome(draft));
  problems.rules(retentionProblems(draft, before?.madeBy ?? null, kind));
  if (before?.madeBy) problems.rules(headerProblems(draft, before.stored, before.madeBy));
  problems.refuse();
  const allowRepeatedBuilding =
    allowed ?? (await allowsRepeatedBuilding(trx, session.accountId, draft, before?.stored));
  const plan = planTransaction(draft, before?.stored, { today, allowRepeatedBuilding }, problems);
  if (before?.madeBy) problems.rules(shareProblems(plan, before.stored, before.madeBy));
  problems.refuse();
  const find = await referencesOf(trx, reader, [{ draft, plan }]);
  problems.rules(referenceProblems(draft, plan, before?.stored, find, kind));
  problems.rules(await closedProblems(trx, keyOf(reader, before), datedFields(body, draft, plan, before)));
  problems.refuse();
  requireChange(
    session,
    companyId,
    kind,
    plan.apportionments.map(({ buildingId }) => buildingId),
  );
  return withRetentions(trx, session.accountId, { draft, plan, stored: before?.stored }, problems);
};

const codesOfIncome = ({ installments }: TransactionDraft) =>
  (installments ?? []).flatMap(({ paymentCode, at }) =>
    paymentCode == null || paymentCode.trim() === '' ? [] : [{ path: `${at}paymentCode`, message: NOT_OF_INCOME }],
  );
const keyOf = ({ session, companyId }: Reader, before: Before | undefined) => ({
  ...{ accountId: session.accountId, companyId, transactionId: before?.stored.id ?? null },
});

/** The days that a save sets: of the document, and of the payments that it makes. A competence that is left out is the emission. */
export const datedFields = (
  { competenceDate }: TransactionBody | TransactionUpdate,
  draft: TransactionDraft,
  plan: Plan,
  before: Before | undefined,
): DatedField[] => [
  ...(['competenceDate', 'emissionDate'] as const)
    .filter((path) => draft[path] !== before?.stored[path])
    .filter((path) => path === 'emissionDate' || competenceDate != null || draft.competenceDate !== draft.emissionDate)
    .map((path) => ({ path, day: draft[path] })),
  ...plan.installments.flatMap(({ paidNow, paymentDate }, index) =>
    paidNow && paymentDate !== null
      ? [{ path: `${draft.installments?.[index]?.paymentAt ?? ''}paymentDate`, day: paymentDate }]
      : [],
  ),
];

/** A document of a closed month is read-only as a whole, also where nothing of it would change. */
const requireOpenMonth = async (
  trx: Trx,
  { accountId, companyId }: Owner,
  stored: StoredTransaction,
): Promise<void> => {
  if (stored.closedMonth === null || stored.closedException !== null) return;
  const key = { accountId, companyId, transactionId: stored.id };
  const days = [stored.competenceDate, stored.emissionDate].map((day) => ({ path: '', day }));
  const [problem] = await closedProblems(trx, key, days);
  if (problem) throw ruleBroken(problem.message);
};

/** Reads the account's setting (domain.md §3), only when a building occurs twice. */
const allowsRepeatedBuilding = async (
  trx: Trx,
  accountId: number,
  { shares, installments }: TransactionDraft,
  stored: StoredTransaction | undefined,
): Promise<boolean> => {
  const lists = [shares ?? [], ...(installments ?? []).map((one) => one.shares ?? [])];
  const everything = [...lists.flat(), ...(stored?.apportionments ?? [])];
  const targets = new Map(everything.map(({ buildingId, stageId }) => [`${buildingId}/${stageId ?? ''}`, buildingId]));
  const isRepeated = [...lists, [...targets].map(([, buildingId]) => ({ buildingId }))].some(
    (list) => new Set(list.map(({ buildingId }) => buildingId)).size < list.length,
  );
  if (!isRepeated) return false;
  const account = await trx.selectFrom('accounts').select('settings').where('id', '=', accountId).executeTakeFirst();
  return account?.settings['allowRepeatedBuilding'] === true;
};

const finish = async (
  trx: Trx,
  work: Work,
  reader: Reader,
  done: {
    owner: Owner;
    plan: Plan;
    action: 'create' | 'update';
    body: TransactionBody | TransactionUpdate;
    before: Before | undefined;
  },
): Promise<Transaction> => {
  const stored = await readTransaction(trx, done.owner.transactionId);
  if (!stored) throw notFound(reader.kind.words.notFound);
  const answer = transactionAnswer(stored, reader);
  const problems = new Problems();
  const { session } = reader;
  checkAgreement(done.body, { before: done.before?.answer, after: answer, session }, problems);
  problems.refuse();
  work.audit({
    action: done.action,
    entity: ENTITY,
    entityId: stored.id,
    details: { ...(done.before ? { before: snapshot(done.before.stored) } : {}), after: snapshot(stored) },
  });
  const paidNumbers = done.plan.installments.filter(({ paidNow }) => paidNow).map(({ number }) => number);
  await announcePayments(trx, work, reader, stored, paidNumbers);
  await tellDuplicate(trx, work, reader, stored);
  return answer;
};
