import { sql, type RawBuilder } from 'kysely';
import { percentageOf, sum } from '#domain/money.ts';
import type { Recurrence } from '#domain/financial/transactionModels/recurrence.ts';
import type { ValueRule } from '#domain/financial/transactionModels/values.ts';
import type { WorkingDayRule } from '#domain/financial/transactionModels/workingDays.ts';
import type {
  TransactionModel,
  TransactionModelTotals,
} from '#schema/financial/transactionModels/transactionModels.rest.ts';
import type { PageOf } from '#schema/platform/shapes.ts';
import { notFound } from '../../platform/errors.ts';
import {
  orderAndCut,
  readListQuery,
  searchMatches,
  withTotal,
  type ListKeys,
  type ListRules,
} from '../../platform/register/lists.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import { mayChange, seesBuilding } from '../transactions/visibility.ts';
import { kindOf, MODEL_MISSING, readerFor, visibleModels, type Planner } from './access.ts';

export interface StoredShare {
  buildingId: number;
  buildingName: string;
  stageId: number | null;
  stageName: string | null;
  weight: string;
  isCustomerCharged: boolean;
}

/** A model as it is stored, with names beside keys and the shares of every building. */
export interface StoredModel {
  id: number;
  version: number;
  type: 'CREDIT' | 'DEBIT';
  name: string;
  documentNumber: string | null;
  description: string | null;
  recurrence: Recurrence['kind'];
  day: number | null;
  workingDay: boolean;
  weekday: number | null;
  month: number | null;
  workingDayRule: WorkingDayRule;
  competence: 'SAME' | 'PREVIOUS';
  valueRule: ValueRule;
  value: string | null;
  installmentCount: number;
  categoryId: number | null;
  categoryName: string | null;
  partnerId: number | null;
  partnerName: string | null;
  walletId: number | null;
  walletName: string | null;
  preferredPaymentMethod: string | null;
  companyId: number;
  companyName: string;
  paused: boolean;
  documentCount: number;
  /** Greatest {parcela} of its documents; 0 without any. */
  lastNumber: number;
  shares: StoredShare[];
}

const SHARES = sql`(
  select coalesce(json_agg(json_build_object(
    'buildingId', s.building_id, 'buildingName', b.name, 'stageId', s.cost_estimate_group_id, 'stageName', g.name,
    'weight', s.weight::text, 'isCustomerCharged', s.is_customer_charged) order by s.position), '[]')
  from transaction_model_shares s
  join buildings b on b.account_id = s.account_id and b.id = s.building_id
  left join cost_estimate_groups g on g.account_id = s.account_id and g.id = s.cost_estimate_group_id
  where s.account_id = m.account_id and s.model_id = m.id)`;

const COLUMNS = sql`
  m.id, m.version, m.type, m.name, m.document_number as "documentNumber", m.description, m.recurrence, m.day,
  m.working_day as "workingDay", m.weekday, m.month, m.working_day_rule as "workingDayRule", m.competence,
  m.value_rule as "valueRule", m.value, m.installment_count as "installmentCount", m.category_id as "categoryId",
  c.name as "categoryName", m.partner_id as "partnerId", p.name as "partnerName", m.expected_wallet_id as "walletId",
  w.identifier as "walletName", m.preferred_payment_method as "preferredPaymentMethod", m.paused,
  m.company_id as "companyId", o.name as "companyName",
  d.count as "documentCount", d.last as "lastNumber", ${SHARES} as shares`;

const TABLES = sql`
  transaction_models m
  join companies o on o.account_id = m.account_id and o.id = m.company_id
  left join categories c on c.account_id = m.account_id and c.id = m.category_id
  left join partners p on p.account_id = m.account_id and p.id = m.partner_id
  left join wallets w on w.account_id = m.account_id and w.id = m.expected_wallet_id
  cross join lateral (
    select count(*) as count, coalesce(max(d.number), 0) as last from transaction_model_documents d
     where d.account_id = m.account_id and d.model_id = m.id) d`;

/** Models that meet a condition, in the order given. The caller decides visibility. */
export const readModels = async (
  trx: Trx,
  where: RawBuilder<unknown>,
  order: RawBuilder<unknown> = sql`order by m.id`,
): Promise<StoredModel[]> => {
  const { rows } = await sql<StoredModel>`select ${COLUMNS} from ${TABLES} where ${where} ${order}`.execute(trx);
  return rows;
};

const reference = (id: number | null, name: string | null) => (id === null ? null : { id, name: name ?? '' });

/** The model as this user sees it. */
export const modelAnswer = (model: StoredModel, planner: Planner): TransactionModel => {
  const { categoryId, categoryName, partnerId, partnerName, walletId, walletName, lastNumber: _last, ...own } = model;
  const { shares, companyId, companyName, ...fields } = own;
  const { view } = readerFor(planner, model.type);
  const seen = shares.filter(({ buildingId }) => seesBuilding(view, buildingId));
  const whole = sum(shares.map(({ weight }) => weight));
  const hidden = shares.filter((share) => !seen.includes(share)).map(({ weight }) => weight);
  return {
    ...fields,
    company: { id: companyId, name: companyName },
    category: reference(categoryId, categoryName),
    partner: reference(partnerId, partnerName),
    expectedBank: walletId === null ? null : { id: walletId, text: walletName ?? '' },
    transactionRecordBuildings: seen.map(({ buildingId, buildingName, stageId, stageName, ...share }) => ({
      building: { id: buildingId, name: buildingName },
      costEstimateGroup: reference(stageId, stageName),
      ...share,
      percentage: percentageOf(share.weight, whole),
    })),
    otherBuildingsWeight: hidden.length > 0 ? sum(hidden) : null,
    canChange: mayChange(
      planner.session,
      companyId,
      kindOf(model.type),
      shares.map(({ buildingId }) => buildingId),
    ),
  };
};

/** One model that the user may see. @throws ServiceError 404 */
export const readModel = async (trx: Trx, planner: Planner, id: number): Promise<StoredModel> => {
  const [model] = await readModels(trx, sql`${visibleModels(planner)} and m.id = ${id}`);
  if (!model) throw notFound(MODEL_MISSING);
  return model;
};

export const getModel = async (trx: Trx, planner: Planner, id: number): Promise<TransactionModel> =>
  modelAnswer(await readModel(trx, planner, id), planner);

/** Place of a model in the list: by its day, weeks before months before years, then those on demand. */
const BY_DAY = sql`array_position(array['WEEKLY', 'MONTHLY', 'YEARLY', 'ON_DEMAND'], m.recurrence) * 10000
  + coalesce(m.month, 0) * 100 + coalesce(m.day, m.weekday, 0)`;

const rules: ListRules = {
  sortable: { day: BY_DAY, name: sql`search_key(m.name)`, value: 'm.value', id: 'm.id' },
  defaultSort: 'day,name',
  key: 'm.id',
};

export interface ModelQuery extends ListKeys {
  type?: 'CREDIT' | 'DEBIT';
  recurrence?: Recurrence['kind'] | 'OTHERS';
  paused?: boolean;
}

const SEARCHED = sql`concat_ws(' ', m.name, m.document_number, m.description, p.name)`;

const narrowed = (planner: Planner, query: ModelQuery): RawBuilder<unknown> => {
  const { ids, search } = readListQuery(query, rules);
  const { type, recurrence, paused } = query;
  return sql.join(
    [
      visibleModels(planner),
      ids && sql`m.id = any(${ids}::bigint[])`,
      search !== null && searchMatches(SEARCHED, search),
      type && sql`m.type = ${type}`,
      recurrence &&
        (recurrence === 'OTHERS' ? sql`m.recurrence in ('WEEKLY', 'YEARLY')` : sql`m.recurrence = ${recurrence}`),
      paused !== undefined && sql`m.paused = ${paused}`,
    ].filter((one) => one !== undefined && one !== false && one !== null),
    sql` and `,
  );
};

export const listModels = async (trx: Trx, planner: Planner, query: ModelQuery): Promise<PageOf<TransactionModel>> => {
  const list = readListQuery(query, rules);
  const where = narrowed(planner, query);
  const models = await readModels(trx, where, orderAndCut(list));
  return withTotal(
    list,
    models.map((model) => modelAnswer(model, planner)),
    async () => {
      const { rows } = await sql<{ count: number }>`select count(*) as count from ${TABLES} where ${where}`.execute(
        trx,
      );
      return rows[0]?.count ?? 0;
    },
  );
};

/** Counts of the views of the list. */
export const totalModels = async (trx: Trx, planner: Planner): Promise<TransactionModelTotals> => {
  const { rows } = await sql<TransactionModelTotals>`
    select count(*) as "all",
      count(*) filter (where not m.paused and m.recurrence = 'MONTHLY') as monthly,
      count(*) filter (where not m.paused and m.recurrence in ('WEEKLY', 'YEARLY')) as others,
      count(*) filter (where not m.paused and m.recurrence = 'ON_DEMAND') as "onDemand",
      count(*) filter (where m.paused) as paused
    from transaction_models m where ${visibleModels(planner)}`.execute(trx);
  return rows[0] ?? { all: 0, monthly: 0, others: 0, onDemand: 0, paused: 0 };
};
