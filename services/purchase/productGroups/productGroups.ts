import type { FastifyInstance } from 'fastify';
import { sql, type RawBuilder } from 'kysely';
import { placesAfterDeletion, placesAfterMove, type GroupNode, type GroupTarget } from '#domain/productGroupTree.ts';
import type { BodyOf, QueryOf } from '#schema/platform/endpoint.ts';
import { productGroupEndpoints as endpoints } from '#schema/purchase/productGroups.rest.ts';
import type { Trx, Work } from '../../platform/db/unitOfWork.ts';
import { implement } from '../../platform/http/route.ts';
import { implementRegister } from '../../platform/register/feature.ts';
import { implementImport } from '../../platform/register/import/importer.ts';
import type { Session } from '../../platform/session.ts';
import { productGroupImporter } from './import.ts';
import { isParent, productGroupStore as store } from './store.ts';
import { holdTree, requirePlace, writePlaces } from './tree.ts';

/** Id of a group that is about to be made. */
const NEW = 0;
const ORDERS = { code: 'r.place' };

const list = (trx: Trx, session: Session, query: QueryOf<typeof endpoints.list>, where: RawBuilder<boolean>[] = []) =>
  store.list(trx, { session, params: {} }, { ...query, sort: query.sort ?? 'code' }, ORDERS, where);

const create = async (trx: Trx, work: Work, body: BodyOf<typeof endpoints.create>) => {
  const { accountId } = work.session;
  const tree = await holdTree(trx, accountId);
  const target = { id: NEW, parentId: body.parent?.id ?? null, position: body.position ?? null };
  await requirePlace(trx, accountId, tree, target);
  const places = placesAfterMove(tree, target);
  const placed = { parent_id: target.parentId, place: places.get(NEW) ?? [] };
  const { id } = await store.rows.create(trx, work, { ...store.columns(body), ...placed });
  await writePlaces(trx, accountId, tree, places);
  return id;
};

/** Where a body wants a group: what it does not say stays; a new parent has it at the end. */
const targetOf = (before: GroupNode, { parent, position }: BodyOf<typeof endpoints.update>): GroupTarget => {
  const parentId = parent === undefined ? before.parentId : (parent?.id ?? null);
  const stays = parentId === before.parentId ? (before.place.at(-1) ?? null) : null;
  return { id: before.id, parentId, position: position ?? stays };
};

const update = async (trx: Trx, work: Work, body: BodyOf<typeof endpoints.update>): Promise<void> => {
  const { accountId } = work.session;
  const tree = await holdTree(trx, accountId);
  const before = tree.find(({ id }) => id === body.id);
  const target = before && targetOf(before, body);
  if (target) await requirePlace(trx, accountId, tree, target);
  const places = target ? placesAfterMove(tree, target) : new Map<number, number[]>();
  const placed = { parent_id: target?.parentId, place: places.get(body.id) };
  await store.rows.update(trx, work, { id: body.id, version: body.version }, { ...store.columns(body), ...placed });
  await writePlaces(trx, accountId, tree, places);
};

/** Product groups (§7): a tree of at most four levels, whose codes follow from the places. */
export const productGroups = async (app: FastifyInstance): Promise<void> => {
  app.platform.constraints.describe({
    product_groups_name_key: { message: 'Já existe um grupo com este nome neste lugar.', field: 'name' },
  });
  implementRegister(app, { get: endpoints.get }, store);
  implementImport(app, endpoints, productGroupImporter);

  implement(app, endpoints.list, ({ session, query, read }) => read((trx) => list(trx, session, query)));
  implement(app, endpoints.listParents, ({ session, query, read }) =>
    read((trx) => list(trx, session, query, [isParent])),
  );
  implement(app, endpoints.listLeaves, ({ session, query, read }) =>
    read((trx) => list(trx, session, query, [sql`not ${isParent}`])),
  );

  implement(app, endpoints.create, ({ session, body, write }) =>
    write(async (trx, work) => store.read(trx, { session, params: {} }, await create(trx, work, body))),
  );

  implement(
    app,
    endpoints.update,
    ({ session, body, write }) =>
      write(async (trx, work) => {
        await update(trx, work, body);
        return store.read(trx, { session, params: {} }, body.id);
      }),
    (trx, { session, body }) => store.read(trx, { session, params: {} }, body.id),
  );

  implement(app, endpoints.remove, ({ session, params, write }) =>
    write(async (trx, work) => {
      const tree = await holdTree(trx, session.accountId);
      await store.remove(trx, work, { session, params: {} }, params.id);
      await writePlaces(trx, session.accountId, tree, placesAfterDeletion(tree, params.id));
      return { id: params.id };
    }),
  );
};
