import { sql } from 'kysely';
import { adjustedValue, indexProblem } from '#domain/financial/transactionModels/values.ts';
import { compare, MAX_MONEY, type Money } from '#domain/money.ts';
import type {
  AdjustmentBody,
  ModelAdjustment,
  ModelAdjustmentUndo,
} from '#schema/financial/transactionModels/transactionModels.rest.ts';
import { conflict, notFound, ruleBroken, type FieldError } from '../../platform/errors.ts';
import { Problems } from '../../platform/problems.ts';
import type { Trx, Work } from '../../platform/db/unitOfWork.ts';
import { mayChange } from '../transactions/visibility.ts';
import { holdModels, kindOf, STALE_MODEL, type HeldModel, type Planner } from './access.ts';

const ENTITY = 'transactionModelAdjustment';

interface Adjusted {
  id: number;
  name: string;
  before: Money;
  after: Money;
  version: number;
}

const valuesOf = async (trx: Trx, accountId: number, ids: readonly number[]): Promise<Map<number, Money>> => {
  const { rows } = await sql<{ id: number; value: Money }>`
    select id, value from transaction_models
     where account_id = ${accountId} and id = any(${[...ids]}::bigint[]) and value is not null`.execute(trx);
  return new Map(rows.map(({ id, value }) => [id, value]));
};

const mayAdjust = ({ session, companyId }: Planner, { type, buildings }: HeldModel): boolean =>
  mayChange(session, companyId, kindOf(type), buildings);

/** The values that follow from an index. All problems are told at once, each at its model. @throws ServiceError 400, 409, 422 */
const adjustedOf = async (trx: Trx, planner: Planner, { percentage, models }: AdjustmentBody): Promise<Adjusted[]> => {
  const problems = new Problems();
  const index = indexProblem(percentage);
  if (index !== null) problems.rule('percentage', index);
  problems.refuse();
  const ids = models.map(({ id }) => id);
  const held = await holdModels(trx, planner, ids);
  const values = await valuesOf(trx, planner.session.accountId, ids);
  const stale: FieldError[] = [];
  const adjusted = models.flatMap(({ id, version }, position): Adjusted[] => {
    const at = `models.${position}`;
    const model = held.get(id);
    const before = values.get(id);
    if (ids.indexOf(id) !== position) problems.contradiction(`${at}.id`, 'Este modelo aparece duas vezes.');
    if (!model) problems.rule(`${at}.id`, 'Modelo não encontrado.');
    else if (!mayAdjust(planner, model))
      problems.rule(`${at}.id`, `${model.name}: você não tem permissão em todas as obras.`);
    else if (before === undefined) problems.rule(`${at}.id`, `${model.name}: só um valor fixo se reajusta.`);
    else {
      if (version !== undefined && version !== model.version)
        stale.push({ path: `${at}.id`, message: `${model.name}: ${STALE_MODEL}` });
      const after = adjustedValue(before, percentage);
      if (after === null) problems.rule(`${at}.id`, `${model.name}: o valor ficaria zerado.`);
      else if (compare(after, MAX_MONEY) > 0)
        problems.rule(`${at}.id`, `${model.name}: o valor ficaria grande demais.`);
      else return [{ id, name: model.name, before, after, version: model.version + 1 }];
    }
    return [];
  });
  problems.refuse();
  if (stale.length > 0) throw conflict(stale[0]?.message ?? STALE_MODEL, stale);
  return adjusted;
};

/** Gives models new values and one more version each, in one statement. */
const store = async (trx: Trx, work: Work, accountId: number, values: readonly { id: number; value: Money }[]) => {
  await sql`
    update transaction_models m set value = r.value, version = m.version + 1, updated_at = ${work.clock.now()}
      from json_to_recordset(${JSON.stringify(values)}::json) as r (id bigint, value numeric)
     where m.account_id = ${accountId} and m.id = r.id`.execute(trx);
};

/** Adjusts fixed values by an index, half-even: all of them or none. */
export const adjustModels = async (
  trx: Trx,
  work: Work,
  planner: Planner,
  body: AdjustmentBody,
): Promise<ModelAdjustment> => {
  const { accountId, userId } = planner.session;
  const adjusted = await adjustedOf(trx, planner, body);
  await store(
    trx,
    work,
    accountId,
    adjusted.map(({ id, after }) => ({ id, value: after })),
  );
  const { rows } = await sql<{ id: number; percentage: string; adjustedAt: string }>`
    insert into transaction_model_adjustments (account_id, company_id, percentage, created_by, created_at)
    values (${accountId}, ${planner.companyId}, ${body.percentage}::numeric, ${userId}, ${work.clock.now()})
    returning id, percentage, created_at as "adjustedAt"`.execute(trx);
  const [adjustment] = rows;
  if (!adjustment) throw new Error('The adjustment was not stored');
  await sql`
    insert into transaction_model_adjusted_values (account_id, company_id, adjustment_id, model_id, before, after)
    select ${accountId}::bigint, ${planner.companyId}::bigint, ${adjustment.id}::bigint, r.id, r.before, r.after
      from json_to_recordset(${JSON.stringify(adjusted)}::json) as r (id bigint, before numeric, after numeric)`.execute(
    trx,
  );
  work.audit({ action: 'adjust', entity: ENTITY, entityId: adjustment.id, details: { ...body, models: adjusted } });
  return { ...adjustment, models: adjusted.map(answerOf) };
};

const answerOf = ({ id, name, ...values }: Adjusted) => ({ model: { id, name }, ...values });

/** Undoes an adjustment. A model whose value was changed since keeps it. @throws ServiceError 404, 422 when it is undone */
export const undoAdjustment = async (
  trx: Trx,
  work: Work,
  planner: Planner,
  id: number,
): Promise<ModelAdjustmentUndo> => {
  const { accountId } = planner.session;
  const { rows } = await sql<{ undone: boolean; models: { id: number; before: Money; after: Money }[] }>`
    select a.undone_at is not null as undone, (
        select coalesce(json_agg(json_build_object('id', v.model_id, 'before', v.before::text, 'after', v.after::text)
          order by v.model_id), '[]')
          from transaction_model_adjusted_values v where v.account_id = a.account_id and v.adjustment_id = a.id) as models
      from transaction_model_adjustments a
     where a.account_id = ${accountId} and a.company_id = ${planner.companyId} and a.id = ${id} for update of a`.execute(
    trx,
  );
  const [adjustment] = rows;
  const ids = (adjustment?.models ?? []).map((one) => one.id);
  const held = await holdModels(trx, planner, ids);
  // One of models that the user may not see does not exist for him.
  if (!adjustment || held.size === 0) throw notFound('Reajuste não encontrado.');
  if (adjustment.undone) throw ruleBroken('Este reajuste já foi desfeito.');
  const values = await valuesOf(trx, accountId, ids);
  const answer: ModelAdjustmentUndo = { restored: [], kept: [] };
  for (const { id: modelId, before, after } of adjustment.models) {
    const model = held.get(modelId);
    if (!model) continue;
    const { name, version } = model;
    const reason = !mayAdjust(planner, model)
      ? 'você não tem permissão em todas as obras dele'
      : values.get(modelId) === after
        ? null
        : 'o valor foi mudado depois do reajuste';
    if (reason === null)
      answer.restored.push(answerOf({ id: modelId, name, before: after, after: before, version: version + 1 }));
    else answer.kept.push({ model: { id: modelId, name }, reason });
  }
  await store(
    trx,
    work,
    accountId,
    answer.restored.map(({ model, after }) => ({ id: model.id, value: after })),
  );
  await sql`
    update transaction_model_adjustments set undone_at = ${work.clock.now()}
     where account_id = ${accountId} and id = ${id}`.execute(trx);
  work.audit({ action: 'undo', entity: ENTITY, entityId: id, details: answer });
  return answer;
};
