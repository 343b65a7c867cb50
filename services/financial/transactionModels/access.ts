import { sql, type RawBuilder } from 'kysely';
import type { IsoDate } from '#domain/dates.ts';
import type { TransactionType } from '#domain/transactions.ts';
import { conflict, notFound } from '../../platform/errors.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import type { Session } from '../../platform/session.ts';
import { expense, income, type Kind } from '../transactions/kinds.ts';
import { readerOf, type Reader } from '../transactions/reader.ts';
import { requireChange, visibleRows, type View, viewOf } from '../transactions/visibility.ts';

export const ENTITY = 'transactionModel';
export const MODEL_MISSING = 'Modelo não encontrado.';
export const STALE_MODEL = 'Este modelo foi alterado por outra pessoa. Confira e tente de novo.';

/** Who works with the models of which company, and his day. The policy has checked DEBIT and CREDIT there. */
export interface Planner {
  session: Session;
  companyId: number;
  today: IsoDate;
}

export const kindOf = (type: TransactionType): Kind => (type === 'DEBIT' ? expense : income);

export const readerFor = ({ session, companyId, today }: Planner, type: TransactionType): Reader =>
  readerOf(session, companyId, kindOf(type), today);

/** A condition on rows of either type, each under the grants of its own permission. */
const byType = (
  { session, companyId }: Planner,
  type: RawBuilder<unknown>,
  condition: (view: View) => RawBuilder<unknown>,
): RawBuilder<unknown> => {
  const views = [expense, income].map((kind) => ({ kind, view: viewOf(session, companyId, kind) }));
  if (views.every(({ view }) => view === 'all')) return sql`true`;
  return sql`(${sql.join(
    views.map(({ kind, view }) => sql`(${type} = ${kind.type} and ${condition(view)})`),
    sql` or `,
  )})`;
};

/** As lists of transactions: a model is visible through any of its buildings; without any it needs the grant of -1. */
const visibleThrough = (view: View): RawBuilder<unknown> => {
  if (view === 'all') return sql`true`;
  const shares = sql`select from transaction_model_shares s where s.account_id = m.account_id and s.model_id = m.id`;
  const shared = sql`exists (${shares} and s.building_id = any(${[...view.buildings]}::bigint[]))`;
  return view.withoutBuilding ? sql`(${shared} or not exists (${shares}))` : shared;
};

/** Models `m` of the company that the user may see. */
export const visibleModels = (planner: Planner): RawBuilder<unknown> => sql`
  m.account_id = ${planner.session.accountId} and m.company_id = ${planner.companyId}
  and ${byType(planner, sql`m.type`, visibleThrough)}`;

/** Transactions `t` of the company that the user may see. */
export const visibleTransactions = (planner: Planner): RawBuilder<unknown> => sql`
  t.account_id = ${planner.session.accountId} and t.company_id = ${planner.companyId}
  and ${byType(planner, sql`t.type`, visibleRows)}`;

export interface HeldModel {
  id: number;
  type: TransactionType;
  name: string;
  version: number;
  buildings: number[];
}

/** Holds models until the SQL transaction ends, in the order of their ids; unknown and hidden ones are left out. */
export const holdModels = async (
  trx: Trx,
  planner: Planner,
  ids: readonly number[],
): Promise<Map<number, HeldModel>> => {
  const { rows } = await sql<HeldModel>`
    select m.id, m.type, m.name, m.version, array(
        select s.building_id from transaction_model_shares s where s.account_id = m.account_id and s.model_id = m.id
      ) as buildings
      from transaction_models m
     where ${visibleModels(planner)} and m.id = any(${[...ids]}::bigint[])
     order by m.id for update of m`.execute(trx);
  return new Map(rows.map((row) => [row.id, row]));
};

/** Holds a model to change it. @throws ServiceError 404, 403 without the permission on all of its buildings, 409 when stale */
export const holdModel = async (
  trx: Trx,
  planner: Planner,
  { id, version }: { id: number; version?: number | undefined },
): Promise<HeldModel> => {
  const model = (await holdModels(trx, planner, [id])).get(id);
  if (!model) throw notFound(MODEL_MISSING);
  requireChange(planner.session, planner.companyId, kindOf(model.type), model.buildings);
  if (version !== undefined && version !== model.version) throw conflict(STALE_MODEL);
  return model;
};
