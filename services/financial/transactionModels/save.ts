import { sql } from 'kysely';
import type {
  TransactionModel,
  TransactionModelBody,
  TransactionModelUpdate,
} from '#schema/financial/transactionModels/transactionModels.rest.ts';
import { splitAmount } from '#domain/installments.ts';
import { splitByWeights } from '#domain/apportionment.ts';
import { isPositive } from '#domain/money.ts';
import { ServiceError } from '../../platform/errors.ts';
import { Problems } from '../../platform/problems.ts';
import type { Trx, Work } from '../../platform/db/unitOfWork.ts';
import { checkTransaction } from '../transactions/save.ts';
import { ENTITY, holdModel, readerFor, type Planner } from './access.ts';
import { modelPath, readModelBody, trialOf, type ModelDraft } from './body.ts';
import { getModel } from './read.ts';

/** Runs a call of transactions, and names the fields that it refuses as models do. */
const underOwnNames = async (call: () => Promise<void>): Promise<void> => {
  try {
    await call();
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const fields = error.fields.map(({ path, message }) => ({ path: modelPath(path), message }));
    throw new ServiceError(error.status, error.code, error.message, fields, error.headers);
  }
};

const TOO_SMALL = 'O valor não dá um centavo para cada parte.';

/** A fixed value must have a cent for each installment and each share. */
const partsProblem = ({ value, installmentCount, shares }: ModelDraft, problems: Problems): void => {
  if (value === null || !isPositive(value)) return;
  const weights = shares.map(({ weight }) => weight);
  const parts = [...splitAmount(value, installmentCount), ...(shares.length > 0 ? splitByWeights(value, weights) : [])];
  if (!parts.every(isPositive)) problems.rule('value', TOO_SMALL);
};

/** Reads a body and holds it to every rule of the transactions that it stands for. */
const checkedDraft = async (trx: Trx, planner: Planner, body: TransactionModelBody): Promise<ModelDraft> => {
  const problems = new Problems();
  const draft = readModelBody(body, problems);
  problems.refuse();
  partsProblem(draft, problems);
  problems.refuse();
  await underOwnNames(() => checkTransaction(trx, readerFor(planner, draft.type), trialOf(draft, planner.today)));
  return draft;
};

const columnsOf = (draft: ModelDraft) => ({
  type: draft.type,
  name: draft.name,
  document_number: draft.documentNumber,
  description: draft.description,
  recurrence: draft.recurrence,
  day: draft.day,
  working_day: draft.workingDay,
  weekday: draft.weekday,
  month: draft.month,
  working_day_rule: draft.workingDayRule,
  competence: draft.competence,
  value_rule: draft.valueRule,
  value: draft.value,
  installment_count: draft.installmentCount,
  category_id: draft.categoryId,
  partner_id: draft.partnerId,
  expected_wallet_id: draft.walletId,
  preferred_payment_method: draft.preferredPaymentMethod,
});

const storeShares = async (trx: Trx, { session, companyId }: Planner, id: number, draft: ModelDraft): Promise<void> => {
  await sql`delete from transaction_model_shares where account_id = ${session.accountId} and model_id = ${id}`.execute(
    trx,
  );
  if (draft.shares.length === 0) return;
  const rows = draft.shares.map((share, index) => ({ ...share, position: index + 1 }));
  await sql`
    insert into transaction_model_shares
      (account_id, company_id, model_id, position, building_id, cost_estimate_group_id, weight, is_customer_charged)
    select ${session.accountId}::bigint, ${companyId}::bigint, ${id}::bigint, r.position, r."buildingId", r."stageId", r.weight,
           r."isCustomerCharged"
      from json_to_recordset(${JSON.stringify(rows)}::json)
        as r (position integer, "buildingId" bigint, "stageId" bigint, weight numeric, "isCustomerCharged" boolean)`.execute(
    trx,
  );
};

/** Creates a model. @throws ServiceError 400, 403, 409 for a name that is taken, 422 */
export const createModel = async (
  trx: Trx,
  work: Work,
  planner: Planner,
  body: TransactionModelBody,
): Promise<TransactionModel> => {
  const draft = await checkedDraft(trx, planner, body);
  const now = work.clock.now().toISOString();
  const { id } = await trx
    .insertInto('transaction_models')
    .values({
      ...columnsOf(draft),
      account_id: planner.session.accountId,
      company_id: planner.companyId,
      created_by: planner.session.userId,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await storeShares(trx, planner, id, draft);
  work.audit({ action: 'create', entity: ENTITY, entityId: id, details: { after: draft } });
  return getModel(trx, planner, id);
};

/** Changes a model; the documents that were made of it stay as they are. */
export const updateModel = async (
  trx: Trx,
  work: Work,
  planner: Planner,
  body: TransactionModelUpdate,
): Promise<TransactionModel> => {
  const held = await holdModel(trx, planner, body);
  const problems = new Problems();
  if (body.type !== held.type) problems.rule('type', 'Um modelo não passa de despesa a receita. Crie outro modelo.');
  problems.refuse();
  const draft = await checkedDraft(trx, planner, body);
  await trx
    .updateTable('transaction_models')
    .set({ ...columnsOf(draft), updated_at: work.clock.now().toISOString(), version: held.version + 1 })
    .where('account_id', '=', planner.session.accountId)
    .where('id', '=', held.id)
    .execute();
  await storeShares(trx, planner, held.id, draft);
  work.audit({ action: 'update', entity: ENTITY, entityId: held.id, details: { after: draft } });
  return getModel(trx, planner, held.id);
};

/** Pauses a model, or resumes it. A paused one brings no documents. */
export const pauseModel = async (
  trx: Trx,
  work: Work,
  planner: Planner,
  { id, version, paused }: { id: number; version?: number; paused: boolean },
): Promise<TransactionModel> => {
  const held = await holdModel(trx, planner, { id, version });
  await sql`
    update transaction_models set paused = ${paused}, updated_at = ${work.clock.now()}, version = version + 1
     where account_id = ${planner.session.accountId} and id = ${held.id}`.execute(trx);
  work.audit({ action: paused ? 'pause' : 'resume', entity: ENTITY, entityId: held.id });
  return getModel(trx, planner, held.id);
};

/** Deletes a model; its documents stay. */
export const removeModel = async (
  trx: Trx,
  work: Work,
  planner: Planner,
  key: { id: number; version?: number },
): Promise<{ id: number }> => {
  const { id, name } = await holdModel(trx, planner, key);
  await sql`delete from transaction_models where account_id = ${planner.session.accountId} and id = ${id}`.execute(trx);
  work.audit({ action: 'delete', entity: ENTITY, entityId: id, details: { before: { name } } });
  return { id };
};
