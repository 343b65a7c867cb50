import { sql } from 'kysely';
import type { FastifyInstance } from 'fastify';
import { isViewAddress, type ViewedList } from '#domain/savedViews.ts';
import { savedViewEndpoints as endpoints, type SavedView } from '#schema/lists/savedViews.rest.ts';
import type { BodyOf } from '#schema/platform/endpoint.ts';
import { allows } from '../platform/access.ts';
import type { Trx, Work } from '../platform/db/unitOfWork.ts';
import { forbidden, invalid, notFound } from '../platform/errors.ts';
import { implement } from '../platform/http/route.ts';
import {
  keptAnswer,
  MOST_KEPT,
  readKept,
  requireKeeper,
  requireRoom,
  type Kept,
  type KeptKind,
} from '../platform/kept.ts';
import type { Session } from '../platform/session.ts';
import { LIST_ACCESS } from './access.ts';

const VIEWS: KeptKind = {
  table: 'saved_views',
  columns: sql`s.list, s.address`,
  sentences: {
    missing: 'Visão salva não encontrada.',
    foreign: 'Só quem salvou esta visão, ou um administrador, pode mudá-la ou excluí-la.',
    full: `Você já tem ${MOST_KEPT} visões salvas nesta empresa. Exclua alguma antes.`,
  },
};

type Own = Pick<SavedView, 'list' | 'address'>;
type Row = Kept & Own;
interface Key {
  companyId: number;
  id: number;
}

const mayOpen = (list: ViewedList, session: Session, companyId: number): boolean =>
  allows(LIST_ACCESS[list], session, companyId);

const readOne = async (trx: Trx, session: Session, { companyId, id }: Key): Promise<SavedView> => {
  const [row] = await readKept<Own>(trx, VIEWS, session, companyId, id);
  if (!row) throw notFound(VIEWS.sentences.missing);
  return keptAnswer<Row>(row, session);
};

/** @throws ServiceError 403 for a list that the user may not open, 400 at an address that a list would not read whole */
const save = async (
  trx: Trx,
  work: Work,
  session: Session,
  companyId: number,
  body: BodyOf<(typeof endpoints)['save']>,
): Promise<SavedView> => {
  const { list, address, shared } = body;
  if (!mayOpen(list, session, companyId)) throw forbidden('Você não tem acesso a esta lista.');
  if (!isViewAddress(address)) {
    const message = 'Envie os filtros da lista em ordem de nome e depois a ordenação, sem a página.';
    throw invalid([{ path: 'address', message }]);
  }
  await requireRoom(trx, VIEWS, session, companyId);
  const name = body.name.trim();
  const { rows } = await sql<{ id: number }>`
    insert into saved_views (account_id, company_id, list, name, address, shared, created_by, created_at)
    values (${session.accountId}, ${companyId}, ${list}, ${name}, ${address}, ${shared}, ${session.userId}, ${work.clock.now()})
    on conflict (account_id, company_id, created_by, list, search_key(name)) do update
      set name = excluded.name, address = excluded.address, shared = excluded.shared
    returning id`.execute(trx);
  const id = rows[0]?.id ?? 0;
  work.audit({ action: 'save', entity: 'savedView', entityId: id, details: { ...body, name } });
  return readOne(trx, session, { companyId, id });
};

const change = async (
  trx: Trx,
  work: Work,
  session: Session,
  key: Key,
  body: BodyOf<(typeof endpoints)['change']>,
): Promise<SavedView> => {
  const { id, creatorId, ...before } = await requireKeeper<Own>(trx, VIEWS, session, key);
  const after = { name: body.name.trim(), shared: body.shared };
  await trx
    .updateTable('saved_views')
    .set(after)
    .where('account_id', '=', session.accountId)
    .where('id', '=', id)
    .execute();
  const was = { name: before.name, shared: before.shared };
  work.audit({ action: 'update', entity: 'savedView', entityId: id, details: { before: was, after } });
  // An administrator who makes another user's view private does not see it any more.
  return keptAnswer<Row>({ ...before, ...after, id, creatorId }, session);
};

const forget = async (trx: Trx, work: Work, session: Session, key: Key): Promise<null> => {
  const { id, name } = await requireKeeper(trx, VIEWS, session, key);
  await trx.deleteFrom('saved_views').where('account_id', '=', session.accountId).where('id', '=', id).execute();
  work.audit({ action: 'delete', entity: 'savedView', entityId: id, details: { name } });
  return null;
};

/** Views of lists: the state of a list under a name, alone or shared with the account (docs/decisions/0097). */
export const savedViews = async (app: FastifyInstance): Promise<void> => {
  app.platform.constraints.describe({
    saved_views_name_key: { message: 'Já existe uma visão com este nome nesta lista.', field: 'name' },
  });

  implement(app, endpoints.list, ({ session, params: { companyId }, read }) =>
    read(async (trx) => {
      const rows = await readKept<Own>(trx, VIEWS, session, companyId);
      const open = rows.filter(({ list }) => mayOpen(list, session, companyId));
      return { content: open.map((row) => keptAnswer<Row>(row, session)) };
    }),
  );

  implement(app, endpoints.save, ({ session, params, body, write }) =>
    write((trx, work) => save(trx, work, session, params.companyId, body)),
  );

  implement(app, endpoints.change, ({ session, params, body, write }) =>
    write((trx, work) => change(trx, work, session, params, body)),
  );

  implement(app, endpoints.forget, ({ session, params, write }) =>
    write((trx, work) => forget(trx, work, session, params)),
  );
};
