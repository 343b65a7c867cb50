import { sql } from 'kysely';
import type { IsoDate } from '#domain/dates.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import { visibleTransactions, type Planner } from './access.ts';
import type { StoredModel } from './read.ts';

/** What is known of a document before it is made. */
interface Wanted {
  model: Pick<StoredModel, 'id' | 'type' | 'partnerId'>;
  period: IsoDate | null;
  documentNumber: string | null;
  proposed: { value: string | null };
}

/** A document that takes the place of a planned one. */
export interface Existing {
  id: number;
  createdOn: IsoDate;
  /** The next due date of it, or the last one. */
  dueDate: IsoDate;
  /** Made of the model for this period; else it has the same partner, number and value. */
  made: boolean;
  value: string;
}

/**
 * For each planned document the one that exists: that of its model and period, else the latest one with its partner, number
 * and value. One statement for all of them.
 */
export const findExisting = async (
  trx: Trx,
  planner: Planner,
  planned: readonly Wanted[],
): Promise<(Existing | undefined)[]> => {
  if (planned.length === 0) return [];
  const { accountId, timeZone } = planner.session;
  const wanted = planned.map(({ model, period, documentNumber, proposed }, index) => ({
    index,
    modelId: model.id,
    type: model.type,
    partnerId: model.partnerId,
    period,
    number: documentNumber,
    value: proposed.value,
  }));
  const { rows } = await sql<Existing & { index: number }>`
    select x.index, coalesce(own.id, alike.id) as id, coalesce(own.created, alike.created) as "createdOn",
           coalesce(own.due, alike.due) as "dueDate",
           own.id is not null as made, coalesce(own.value, alike.value) as value
      from json_to_recordset(${JSON.stringify(wanted)}::json)
        as x (index integer, "modelId" bigint, type text, "partnerId" bigint, period date, number text, value numeric)
      left join lateral (
        select t.id, (t.created_at at time zone ${timeZone})::date as created, t.gross_value as value,
               t.reference_due_date as due
          from transaction_model_documents d
          join transactions t on t.account_id = d.account_id and t.id = d.transaction_id
         where d.account_id = ${accountId} and d.model_id = x."modelId" and d.period = x.period) own on true
      left join lateral (
        select t.id, (t.created_at at time zone ${timeZone})::date as created, t.gross_value as value,
               t.reference_due_date as due
          from transactions t
         where own.id is null and ${visibleTransactions(planner)} and t.type = x.type
           and search_key(t.document_number) = search_key(x.number) and t.partner_id is not distinct from x."partnerId"
           and x.value in (t.gross_value, t.value)
         order by t.id desc limit 1) alike on true
     where coalesce(own.id, alike.id) is not null`.execute(trx);
  const found = new Map(rows.map(({ index, ...existing }) => [index, existing]));
  return planned.map((_, index) => found.get(index));
};
