import { reprice } from '../prices.ts';
import type { Contents, Item, Resource } from '../rows.ts';
import { keyOf, Taking } from '../take.ts';
import { isLocallyPriced, type Targets } from './targets.ts';

const sameLines = (before: readonly Item[], after: readonly Item[]): boolean =>
  before.length === after.length &&
  before.every(({ resourceId, quantity }, index) => {
    const other = after[index];
    return other?.resourceId === resourceId && other.quantity === quantity;
  });

/** Resources that become what another one already is, and which. */
const joinsOf = (
  resources: Contents['resources'],
  targets: Targets,
  taken: ReadonlySet<number>,
): Map<number, number> => {
  const first = new Map<string, number>();
  // What stays as it is comes first, so that others join it.
  const all = [...resources.values()].sort((a, b) => Number(taken.has(a.id)) - Number(taken.has(b.id)) || a.id - b.id);
  const joins = new Map<number, number>();
  for (const resource of all) {
    if (resource.productFactor !== null) continue;
    const target = taken.has(resource.id) ? targets.of.get(resource.id)?.taken : null;
    const key = keyOf(target ?? resource);
    const known = first.get(key);
    if (known === undefined) first.set(key, resource.id);
    else if (target) joins.set(resource.id, known);
  }
  return joins;
};

const join = ({ rows, resources }: Contents, joins: ReadonlyMap<number, number>): void => {
  if (joins.size === 0) return;
  const joined = (id: number): number => joins.get(id) ?? id;
  for (const row of rows.values()) if (row.resourceId !== null) row.resourceId = joined(row.resourceId);
  for (const resource of resources.values()) {
    if (!resource.items.some(({ resourceId }) => joins.has(resourceId))) continue;
    resource.items = resource.items.map((item) => ({ ...item, resourceId: joined(item.resourceId) }));
  }
  for (const id of joins.keys()) resources.delete(id);
};

/**
 * Gives the resources of an estimate what the register says now, but for those that are kept, that have a price of the
 * estimate's own, or that have no new price. Lines that were changed here stay; others are those of the register.
 * Changes the contents in place; what no row uses any more stays in them.
 */
export const updatePrices = (contents: Contents, targets: Targets, kept: ReadonlySet<number>): Taking => {
  const { resources } = contents;
  const taken = new Set(
    [...resources.values()]
      .filter((one) => !kept.has(one.id) && !isLocallyPriced(one) && targets.of.get(one.id)?.taken)
      .map(({ id }) => id),
  );
  const joins = joinsOf(resources, targets, taken);
  join(contents, joins);
  for (const id of taken) {
    const [resource, target] = [resources.get(id), targets.of.get(id)?.taken];
    if (!resource || !target) continue;
    // The type of a composition follows from its lines.
    const { type: _type, ...values } = target;
    Object.assign(resource, values);
  }
  const aliases = [...targets.of].flatMap(([id, target]): [string, number][] =>
    target.taken && resources.has(id) ? [[keyOf(target.taken), id]] : [],
  );
  const taking = new Taking(resources, targets.register, aliases);
  for (const id of taken) retake(resources.get(id), taking);
  reprice(resources);
  return taking;
};

const retake = (resource: Resource | undefined, taking: Taking): void => {
  if (!resource || resource.taskId === null || resource.linesChanged) return;
  const before = { items: resource.items, type: resource.type };
  taking.retakeLines(resource, resource.taskId);
  if (sameLines(before.items, resource.items)) Object.assign(resource, before);
};
