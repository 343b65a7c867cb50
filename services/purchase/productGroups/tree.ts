import { sql } from 'kysely';
import { groupMoveProblem, type GroupNode, type GroupTarget } from '#domain/productGroupTree.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import { ruleBroken } from '../../platform/errors.ts';
import { GROUP_NOT_FOUND } from './store.ts';

/** The account's whole tree, held until the end of the transaction: every change may shift the places of others. */
export const holdTree = async (trx: Trx, accountId: number): Promise<GroupNode[]> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`product_groups:${accountId}`}, 0))`.execute(trx);
  const { rows } = await sql<GroupNode>`
    select id, parent_id as "parentId", place from product_groups where account_id = ${accountId}`.execute(trx);
  return rows;
};

/** Writes the places that differ, in one statement. They are unique at commit only. */
export const writePlaces = async (
  trx: Trx,
  accountId: number,
  before: readonly GroupNode[],
  places: ReadonlyMap<number, number[]>,
): Promise<void> => {
  const moved = before.flatMap(({ id, place }) => {
    const after = places.get(id);
    return after && after.join('.') !== place.join('.') ? [{ id, place: `{${after.join(',')}}` }] : [];
  });
  if (moved.length === 0) return;
  await sql`update product_groups g set place = n.place::integer[]
    from unnest(${moved.map(({ id }) => id)}::bigint[], ${moved.map(({ place }) => place)}::text[]) as n (id, place)
    where g.account_id = ${accountId} and g.id = n.id`.execute(trx);
};

export const PROBLEMS = {
  CYCLE: { path: 'parent', message: 'Um grupo não pode ficar dentro de si mesmo.' },
  DEPTH: { path: 'parent', message: 'Os grupos têm no máximo quatro níveis.' },
  POSITION: { path: 'position', message: 'Não há tantos grupos neste lugar.' },
};

const refuse = (path: string, message: string): never => {
  throw ruleBroken(message, [{ path, message }]);
};

/** Products are in groups without groups inside: a parent is held against new products, and may have none. */
const requireNoProducts = async (trx: Trx, accountId: number, parentId: number): Promise<void> => {
  const held = await sql<{ name: string }>`select name from product_groups
    where account_id = ${accountId} and id = ${parentId} for update`.execute(trx);
  const { rows } = await sql<{ used: boolean }>`select exists (
    select from product_definitions where account_id = ${accountId} and product_group_id = ${parentId}) as used`.execute(
    trx,
  );
  if (rows[0]?.used) {
    refuse('parent', `O grupo ${held.rows[0]?.name} tem insumos: mova-os antes de criar grupos dentro dele.`);
  }
};

/** @throws ServiceError 422 at the field that keeps a group from being put there */
export const requirePlace = async (
  trx: Trx,
  accountId: number,
  tree: readonly GroupNode[],
  target: GroupTarget,
): Promise<void> => {
  const { id, parentId } = target;
  if (parentId !== null && !tree.some((group) => group.id === parentId)) refuse('parent', GROUP_NOT_FOUND);
  const problem = groupMoveProblem(tree, target);
  if (problem) refuse(PROBLEMS[problem].path, PROBLEMS[problem].message);
  const isThere = tree.some((group) => group.id === id && group.parentId === parentId);
  if (parentId !== null && !isThere) await requireNoProducts(trx, accountId, parentId);
};
