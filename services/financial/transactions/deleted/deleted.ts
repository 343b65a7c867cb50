import type { FastifyInstance } from 'fastify';
import { sql, type RawBuilder } from 'kysely';
import type { Static } from 'typebox';
import type { DeletedTransaction } from '#schema/financial/transactions/deleted.rest.ts';
import type { Transaction } from '#schema/financial/transactions/transactions.rest.ts';
import type { PageOf } from '#schema/platform/shapes.ts';
import type { Trx, Work } from '../../../platform/db/unitOfWork.ts';
import { notFound, ruleBroken } from '../../../platform/errors.ts';
import { implement } from '../../../platform/http/route.ts';
import {
  fetchPage,
  readListQuery,
  searchMatches,
  type ListKeys,
  type ListRules,
} from '../../../platform/register/lists.ts';
import { transactionAnswer } from '../answer.ts';
import { expense, income, type Kind } from '../kinds.ts';
import { ENTITY } from '../lock.ts';
import { readTransaction } from '../read.ts';
import { readerOf, type Reader } from '../reader.ts';
import { snapshot } from '../snapshot.ts';
import { requireChange, seesTransaction, type View } from '../visibility.ts';
import { missingReferences, putBack } from './kept.ts';

const rules: ListRules = {
  sortable: { deletedAt: 'd.deleted_at', value: 'd.value', dueDate: 'd.due_date' },
  defaultSort: 'deletedAt:desc',
  key: 'd.id',
};

/** Only those that the reader could restore: of which he may change every building. */
const restorable = (view: View): RawBuilder<boolean> =>
  view === 'all'
    ? sql<boolean>`true`
    : sql<boolean>`(d.building_ids <@ ${[...view.buildings]}::bigint[]
        and (${view.withoutBuilding} or cardinality(d.building_ids) > 0))`;

const searchText = sql`concat_ws(' ', p.name, d.document_number, d.description)`;

const listDeleted = async (trx: Trx, reader: Reader, query: ListKeys): Promise<PageOf<DeletedTransaction>> => {
  const list = readListQuery(query, rules);
  const filtered = trx
    .selectFrom('deleted_documents as d')
    .leftJoin('partners as p', (join) =>
      join.onRef('p.account_id', '=', 'd.account_id').onRef('p.id', '=', 'd.partner_id'),
    )
    .leftJoin('users as u', (join) =>
      join.onRef('u.account_id', '=', 'd.account_id').onRef('u.id', '=', 'd.deleted_by'),
    )
    .where('d.account_id', '=', reader.session.accountId)
    .where('d.company_id', '=', reader.companyId)
    .where('d.type', '=', reader.kind.type)
    .where(restorable(reader.view))
    .where(list.search === null ? sql<boolean>`true` : searchMatches(searchText, list.search));
  return fetchPage(filtered, list, (rows) =>
    rows.select([
      'd.id',
      'd.description',
      'd.document_number as documentNumber',
      'd.value',
      'd.due_date as dueDate',
      'd.deleted_at as deletedAt',
      sql<string>`d.deleted_at + interval '30 days'`.as('keptUntil'),
      sql<
        DeletedTransaction['partner']
      >`case when p.id is not null then json_build_object('id', p.id, 'name', p.name) end`.as('partner'),
      sql<
        DeletedTransaction['deletedBy']
      >`case when u.id is not null then json_build_object('id', u.id, 'name', u.name) end`.as('deletedBy'),
    ]),
  );
};

/**
 * Locks it, so that it is restored or forgotten once.
 * @throws ServiceError 404 where the user may not see it, 403 without the permission on one of its buildings
 */
const lockDeleted = async (trx: Trx, { session, companyId, kind, view }: Reader, id: number): Promise<void> => {
  const found = await trx
    .selectFrom('deleted_documents')
    .select('building_ids as buildingIds')
    .where('account_id', '=', session.accountId)
    .where('company_id', '=', companyId)
    .where('type', '=', kind.type)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!found || !seesTransaction(view, found.buildingIds))
    throw notFound(`${kind.words.notFound.slice(0, -1)} entre as excluídas.`);
  requireChange(session, companyId, kind, found.buildingIds);
};

/**
 * Restores a document as it was, under its id and a new version.
 * @throws ServiceError 404, 403, 422 where something that it refers to is no more, or its days are in a closed month
 */
const restore = async (trx: Trx, work: Work, reader: Reader, id: number): Promise<Static<typeof Transaction>> => {
  const { accountId } = reader.session;
  await lockDeleted(trx, reader, id);
  const gone = await missingReferences(trx, accountId, id);
  if (gone.length > 0)
    throw ruleBroken(
      `Não dá para restaurar: não existe mais ${new Intl.ListFormat('pt-BR').format(gone)} deste lançamento.`,
    );
  await putBack(trx, accountId, id);
  const stored = await readTransaction(trx, id);
  if (!stored) throw new Error(`Document ${id} is not there after it was restored.`);
  work.audit({ action: 'restore', entity: ENTITY, entityId: id, details: { after: snapshot(stored) } });
  return transactionAnswer(stored, reader);
};

const forget = async (trx: Trx, work: Work, reader: Reader, id: number): Promise<{ id: number }> => {
  const { session } = reader;
  await lockDeleted(trx, reader, id);
  await trx.deleteFrom('deleted_documents').where('account_id', '=', session.accountId).where('id', '=', id).execute();
  work.audit({ action: 'forget', entity: ENTITY, entityId: id });
  return { id };
};

const empty = async (trx: Trx, work: Work, { session, companyId, kind }: Reader): Promise<{ count: number }> => {
  const gone = await trx
    .deleteFrom('deleted_documents')
    .where('account_id', '=', session.accountId)
    .where('company_id', '=', companyId)
    .where('type', '=', kind.type)
    .executeTakeFirst();
  const count = Number(gone.numDeletedRows);
  if (count > 0)
    work.audit({ action: 'emptyDeleted', entity: 'company', entityId: companyId, details: { count, type: kind.type } });
  return { count };
};

const ofKind = (app: FastifyInstance, kind: Kind): void => {
  const { endpoints } = kind;
  const reader = (session: Reader['session'], companyId: number) =>
    readerOf(session, companyId, kind, app.platform.clock.today(session.timeZone));

  implement(app, endpoints.deleted, ({ session, params, query, read }) =>
    read((trx) => listDeleted(trx, reader(session, params.companyId), query)),
  );
  implement(app, endpoints.restore, ({ session, params, write }) =>
    write((trx, work) => restore(trx, work, reader(session, params.companyId), params.id)),
  );
  implement(app, endpoints.forgetDeleted, ({ session, params, write }) =>
    write((trx, work) => forget(trx, work, reader(session, params.companyId), params.id)),
  );
  implement(app, endpoints.emptyDeleted, ({ session, params, write }) =>
    write((trx, work) => empty(trx, work, reader(session, params.companyId))),
  );
};

/** Deleted income and expenses, which are kept for 30 days (docs/decisions/0105). */
export const deletedTransactions = async (app: FastifyInstance): Promise<void> => {
  ofKind(app, expense);
  ofKind(app, income);
};
