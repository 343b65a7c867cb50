import { sql } from 'kysely';
import { mondayOf, monthOf, firstDayOf } from '#domain/financial/transactionModels/recurrence.ts';
import { isPositive, money } from '#domain/money.ts';
import type { IsoDate } from '#domain/dates.ts';
import type { ModelBatch, ModelDocumentsBody } from '#schema/financial/transactionModels/transactionModels.rest.ts';
import type { TransactionBody } from '#schema/financial/transactions/bodies.rest.ts';
import type { Transaction } from '#schema/financial/transactions/transactions.rest.ts';
import { conflict, ServiceError } from '../../platform/errors.ts';
import { Problems } from '../../platform/problems.ts';
import type { Trx, Work } from '../../platform/db/unitOfWork.ts';
import { checkTransaction, createTransaction } from '../transactions/save.ts';
import { ENTITY, holdModel, holdModels, readerFor, STALE_MODEL, type Planner } from './access.ts';
import { bodyOf } from './made.ts';
import { planMonths, type PlannedMonth } from './plan.ts';
import { readModel, type StoredModel } from './read.ts';

type Planned = PlannedMonth['documents'][number];
type Made = ModelBatch['created'][number];

/** A document to make, and where the body asks for it. */
interface Wanted {
  at: string;
  planned: Planned;
  body: TransactionBody;
}

const NOT_BROUGHT = 'Este modelo não traz documento nesta data.';

/** Finds what a body asks for among what the models bring. All problems are told at once, each at its document. */
const wantedOf = (
  { documents }: ModelDocumentsBody,
  planned: readonly Planned[],
  today: IsoDate,
  problems: Problems,
): { fresh: Wanted[]; existing: Planned[] } => {
  const byKey = new Map(planned.map((one) => [`${one.model.id} ${one.period}`, one]));
  const fresh: Wanted[] = [];
  const existing: Planned[] = [];
  const seen = new Set<string>();
  for (const [index, { model, period, value }] of documents.entries()) {
    const at = `documents.${index}`;
    const key = `${model.id} ${period}`;
    const found = byKey.get(key);
    if (seen.has(key)) problems.contradiction(`${at}.period`, 'Este documento aparece duas vezes.');
    seen.add(key);
    if (!found) problems.rule(`${at}.period`, NOT_BROUGHT);
    else if (found.existing?.made) existing.push(found);
    else {
      const amount = value == null ? found.proposed.value : money(value);
      if (amount === null || !isPositive(amount)) problems.rule(`${at}.value`, 'Informe um valor maior que zero.');
      else fresh.push({ at, planned: found, body: bodyOf(found, amount, today) });
    }
  }
  return { fresh, existing };
};

/** Where a refusal of the transaction stands in a body of documents. */
const documentPath = (at: string, path: string | undefined): string =>
  /value/i.test(path ?? '') ? `${at}.value` : `${at}.model`;

/** Holds each document to every rule of transactions before the first is stored. */
const checkAll = async (trx: Trx, planner: Planner, wanted: readonly Wanted[], problems: Problems): Promise<void> => {
  for (const { at, planned, body } of wanted) {
    try {
      await checkTransaction(trx, readerFor(planner, planned.model.type), body);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      const fields = error.fields.length > 0 ? error.fields : [{ path: '', message: error.message }];
      for (const { path, message } of fields)
        problems.rule(documentPath(at, path), `${planned.model.name}: ${message}`);
    }
  }
};

interface Link {
  modelId: number;
  number: number;
  period: IsoDate | null;
  batchId: number | null;
}

const link = async (trx: Trx, { session, companyId }: Planner, made: Transaction, one: Link): Promise<void> => {
  await sql`
    insert into transaction_model_documents
      (account_id, company_id, model_id, transaction_id, number, period, batch_id, made_version)
    values (${session.accountId}, ${companyId}, ${one.modelId}, ${made.id}, ${one.number}, ${one.period}::date,
            ${one.batchId}, ${made.version})`.execute(trx);
};

const newBatch = async (trx: Trx, work: Work, { session, companyId }: Planner, month: string): Promise<number> => {
  const { rows } = await sql<{ id: number }>`
    insert into transaction_model_batches (account_id, company_id, month, created_by, created_at)
    values (${session.accountId}, ${companyId}, ${firstDayOf(month)}::date, ${session.userId}, ${work.clock.now()})
    returning id`.execute(trx);
  return rows[0]?.id ?? 0;
};

const madeOf = ({ model, period }: Planned, { id, grossValue }: { id: number; grossValue: string }): Made => ({
  id,
  type: model.type,
  model: { id: model.id, name: model.name },
  period,
  grossValue,
});

/** Holds the models, so that commands of one model wait for each other. @throws ServiceError 409 for a stale one */
const hold = async (
  trx: Trx,
  planner: Planner,
  { documents }: ModelDocumentsBody,
  problems: Problems,
): Promise<void> => {
  const held = await holdModels(
    trx,
    planner,
    documents.map(({ model }) => model.id),
  );
  const stale = documents.flatMap(({ model: { id, version } }, index) => {
    const now = held.get(id);
    if (!now) problems.rule(`documents.${index}.model`, 'Modelo não encontrado.');
    const isStale = now !== undefined && version !== undefined && version !== now.version;
    return isStale ? [{ path: `documents.${index}.model`, message: `${now.name}: ${STALE_MODEL}` }] : [];
  });
  problems.refuse();
  if (stale.length > 0) throw conflict(stale[0]?.message ?? STALE_MODEL, stale);
};

/**
 * Makes documents of a month: all of them, or none and the reason of each. What was made of a model for its period before is
 * answered as it is, so that the same command twice makes each document once.
 */
export const createDocuments = async (
  trx: Trx,
  work: Work,
  planner: Planner,
  body: ModelDocumentsBody,
): Promise<ModelBatch> => {
  const problems = new Problems();
  await hold(trx, planner, body, problems);
  const [month] = await planMonths(trx, planner, [body.month]);
  const { fresh, existing } = wantedOf(body, month?.documents ?? [], planner.today, problems);
  await checkAll(trx, planner, fresh, problems);
  problems.refuse();
  const batchId = fresh.length > 0 ? await newBatch(trx, work, planner, body.month) : null;
  const created: Made[] = [];
  for (const { planned, body: transaction } of fresh) {
    const { id: modelId, type } = planned.model;
    const made = await createTransaction(trx, work, readerFor(planner, type), transaction);
    await link(trx, planner, made, { modelId, number: planned.number, period: planned.period, batchId });
    created.push(madeOf(planned, made));
  }
  if (batchId !== null) {
    const details = { month: body.month, documents: created.map(({ id, model }) => ({ id, modelId: model.id })) };
    work.audit({ action: 'createDocuments', entity: 'transactionModelBatch', entityId: batchId, details });
  }
  return {
    id: batchId,
    created,
    existing: existing.flatMap((one) =>
      one.existing ? [madeOf(one, { id: one.existing.id, grossValue: one.existing.value })] : [],
    ),
  };
};

/** The time of a repeating model that a document due on a day takes the place of; null where it has none. */
const periodOf = ({ recurrence, month }: StoredModel, dueDate: IsoDate): IsoDate | null => {
  if (recurrence === 'WEEKLY') return mondayOf(dueDate);
  const falls = recurrence === 'MONTHLY' || (recurrence === 'YEARLY' && Number(dueDate.slice(5, 7)) === month);
  return falls ? firstDayOf(monthOf(dueDate)) : null;
};

const isFree = async (trx: Trx, accountId: number, modelId: number, period: IsoDate): Promise<boolean> => {
  const { rows } = await sql`
    select from transaction_model_documents
     where account_id = ${accountId} and model_id = ${modelId} and period = ${period}::date`.execute(trx);
  return rows.length === 0;
};

/**
 * Creates a transaction as the next document of a model. One of a repeating model takes the month (or week) of its due date,
 * where that is free: the month then brings no second one.
 */
export const useModel = async (
  trx: Trx,
  work: Work,
  planner: Planner,
  { id, body }: { id: number; body: TransactionBody },
): Promise<Transaction> => {
  await holdModel(trx, planner, { id });
  const model = await readModel(trx, planner, id);
  const made = await createTransaction(trx, work, readerFor(planner, model.type), body);
  const wanted = periodOf(model, made.transactionRecordList[0]?.dueDate ?? made.referenceDueDate);
  const free = wanted !== null && (await isFree(trx, planner.session.accountId, id, wanted));
  const number = model.lastNumber + 1;
  await link(trx, planner, made, { modelId: id, number, period: free ? wanted : null, batchId: null });
  work.audit({ action: 'use', entity: ENTITY, entityId: id, details: { transactionId: made.id, number } });
  return made;
};
