import { sql } from 'kysely';
import type { IsoDate } from '#domain/dates.ts';
import { MEAN_OF, type PastValue } from '#domain/financial/transactionModels/values.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import { visibleTransactions, type Planner } from './access.ts';

/** Documents that are read of a model: those of a mean, and those of the months of a preview that came after them. */
const READ = MEAN_OF * 8;

/** Transactions `t` that are like the model `m`: same partner and category, and without a partner the same name. */
const LIKE = sql`
  t.account_id = m.account_id and t.company_id = m.company_id and t.type = m.type
  and t.category_id is not distinct from m.category_id and t.installment_count = m.installment_count`;

/**
 * Values that models' documents are proposed from, latest first: those of documents made of the model and, before three of
 * these exist, of transactions like it. A document of a model counts in the month that it was made for. One statement.
 */
export const readHistory = async (
  trx: Trx,
  planner: Planner,
  { ids, before }: { ids: readonly number[]; before: IsoDate },
): Promise<Map<number, PastValue[]>> => {
  if (ids.length === 0) return new Map();
  const visible = visibleTransactions(planner);
  const { rows } = await sql<PastValue & { modelId: number }>`
    select m.id as "modelId", h.due as "dueDate", h.value
      from transaction_models m
      cross join lateral (
        with own as materialized (
          select t.id, coalesce(d.period, t.reference_due_date) as due, t.gross_value as value
            from transaction_model_documents d
            join transactions t on t.account_id = d.account_id and t.id = d.transaction_id
           where d.account_id = m.account_id and d.model_id = m.id and ${visible}
             and coalesce(d.period, t.reference_due_date) < ${before}::date
           order by 2 desc, 1 desc limit ${READ}),
        alike as (
          (select t.id, t.reference_due_date as due, t.gross_value as value
             from transactions t
            where m.partner_id is not null and t.partner_id = m.partner_id and ${LIKE} and ${visible}
              and t.reference_due_date < ${before}::date
            order by 2 desc, 1 desc limit ${READ})
          union all
          (select t.id, t.reference_due_date, t.gross_value
             from transactions t
            where m.partner_id is null and t.partner_id is null and search_key(t.description) = search_key(m.name)
              and ${LIKE} and ${visible} and t.reference_due_date < ${before}::date
            order by 2 desc, 1 desc limit ${READ}))
        select * from own
        union all
        select * from alike where (select count(*) from own) < ${MEAN_OF} and id not in (select id from own)
        order by due desc, id desc limit ${READ}) h
     where m.account_id = ${planner.session.accountId} and m.id = any(${[...ids]}::bigint[])
     order by m.id, h.due desc, h.id desc`.execute(trx);
  const byModel = new Map<number, PastValue[]>();
  for (const { modelId, ...past } of rows) byModel.set(modelId, [...(byModel.get(modelId) ?? []), past]);
  return byModel;
};
