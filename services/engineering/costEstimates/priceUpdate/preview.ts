import type { IsoDate } from '#domain/dates.ts';
import { codesOf } from '#domain/engineering/estimate/outline.ts';
import { fromCents } from '#domain/money.ts';
import { leafFigures } from '#domain/engineering/estimate/figures.ts';
import type { CostEstimate } from '#schema/engineering/costEstimates/costEstimates.rest.ts';
import type {
  ChangedPart,
  ChangedResource,
  ChangedRow,
  NoNewPrice,
} from '#schema/engineering/costEstimates/prices.rest.ts';
import { keepsPublished, usedResources } from '../prices.ts';
import { figuresOf, inTreeOrder, type Contents, type Placed, type Resource } from '../rows.ts';
import { isLocallyPriced, type Targets } from './targets.ts';

type Resources = Contents['resources'];

/** An estimate as it is, as it would be with everything chosen, and with what is chosen. */
export interface Compared {
  estimate: CostEstimate;
  targets: Targets;
  before: Contents;
  full: Contents;
  chosen: Contents;
}

/** Whether a resource itself is what changes: a price that is its own, or lines of a composition. */
const changesItself = (before: Resource, after: Resource | undefined): boolean => {
  if (!after) return true;
  if (before.items.length === 0) return before.unitPrice !== after.unitPrice;
  if (before.published && before.sourcePrice !== after.sourcePrice) return true;
  return (
    before.items !== after.items &&
    (before.items.length !== after.items.length ||
      before.items.some(({ quantity, resourceId }, index) => {
        const other = after.items[index];
        return other?.quantity !== quantity || other.resourceId !== resourceId;
      }))
  );
};

/** The sets of resources that decide the price of each resource: those that change themselves, and those without a new price. */
const deciding = ({ before, full, targets }: Compared) => {
  const known = new Map<number, { units: Set<number>; noNewPrice: NoNewPrice | null }>();
  const joined = (id: number): Resource | undefined => full.resources.get(id);
  const visit = (resource: Resource): { units: Set<number>; noNewPrice: NoNewPrice | null } => {
    const found = known.get(resource.id);
    if (found) return found;
    const units = new Set<number>();
    const entry: { units: Set<number>; noNewPrice: NoNewPrice | null } = { units, noNewPrice: null };
    known.set(resource.id, entry);
    const reason = isLocallyPriced(resource) ? null : (targets.of.get(resource.id)?.noNewPrice ?? null);
    const decidesAlone = resource.items.length === 0 || keepsPublished(resource, before.resources);
    if (changesItself(resource, joined(resource.id))) units.add(resource.id);
    if (decidesAlone) {
      // Without a price in the estimate there is none to keep.
      entry.noNewPrice = resource.unitPrice === null ? null : reason;
      return entry;
    }
    for (const { resourceId } of resource.items) {
      const child = before.resources.get(resourceId);
      if (!child) continue;
      const below = visit(child);
      for (const id of below.units) units.add(id);
      entry.noNewPrice ??= below.noNewPrice;
    }
    return entry;
  };
  return visit;
};

const grossOf = (placed: Placed | undefined, { bdis, defaultBdiId }: CostEstimate): bigint => {
  if (!placed || placed.unitPrice === null) return 0n;
  const bdi = bdis.find(({ id }) => String(id) === (placed.bdiId ?? String(defaultBdiId)));
  return leafFigures(placed.quantity ?? '0', placed.unitPrice, bdi?.percentage ?? null).gross;
};

/** A line as it was and as it becomes; the same input twice in a composition is told twice. */
const partsOf = (before: Resource, after: Resource | undefined, compared: Compared): ChangedPart[] => {
  const [old, now] = [compared.before.resources, compared.full.resources];
  const left = [...(after?.items ?? [])];
  const takeLine = (id: number) => {
    const index = left.findIndex(({ resourceId }) => resourceId === id);
    return index < 0 ? undefined : left.splice(index, 1)[0];
  };
  const parts = before.items.map((item): ChangedPart | null => {
    const child = old.get(item.resourceId);
    if (!child) return null;
    const line = takeLine(item.resourceId);
    const newPrice = priceAfter(line?.resourceId, now);
    const noNewPrice = compared.targets.of.get(child.id)?.noNewPrice ?? null;
    if (line?.quantity === item.quantity && newPrice === child.unitPrice && noNewPrice === null) return null;
    return {
      ...textOf(child),
      ...{
        quantity: item.quantity,
        newQuantity: line?.quantity ?? null,
        unitPrice: child.unitPrice,
        newPrice,
        noNewPrice,
      },
    };
  });
  const come = left.map(({ resourceId, quantity }): ChangedPart | null => {
    const child = now.get(resourceId);
    if (!child) return null;
    const price = { unitPrice: null, newPrice: child.unitPrice, noNewPrice: null };
    return { ...textOf(child), quantity: null, newQuantity: quantity, ...price };
  });
  return [...parts, ...come].filter((part) => part !== null);
};

const textOf = ({ id, code, description, unit }: Resource) => ({
  // What would come has a key below zero until it does.
  ...{ resourceId: Math.abs(id), code, description, unit },
});
const priceAfter = (id: number | undefined, resources: Resources): string | null =>
  id === undefined ? null : (resources.get(id)?.unitPrice ?? null);

/** Rows whose prices change, rows without a new price, and what they are made of. */
export const changesOf = (compared: Compared): { rows: ChangedRow[]; resources: ChangedResource[] } => {
  const { estimate, before, full, chosen } = compared;
  const placed = inTreeOrder(before);
  const [withAll, withChosen] = [inTreeOrder(full), inTreeOrder(chosen)];
  const codes = codesOf(placed);
  const visit = deciding(compared);
  const resources = new Map<number, ChangedResource>();
  const rows = placed.flatMap((one, index): ChangedRow[] => {
    const { row } = one;
    const resource = row.resourceId === null ? undefined : before.resources.get(row.resourceId);
    if (!resource) return [];
    const [all, some] = [withAll[index], withChosen[index]];
    const { units, noNewPrice } = visit(resource);
    const [newPrice, chosenPrice] = [all?.unitPrice ?? null, some?.unitPrice ?? null];
    const isChanged = newPrice !== one.unitPrice || chosenPrice !== one.unitPrice;
    if (!isChanged && noNewPrice === null) return [];
    if (!resources.has(resource.id)) {
      const after = full.resources.get(all?.row.resourceId ?? resource.id);
      resources.set(resource.id, {
        id: resource.id,
        units: [...units].sort((a, b) => a - b),
        parts: partsOf(resource, after, compared),
      });
    }
    const old = grossOf(one, estimate);
    return [
      {
        ...{ id: row.id, code: codes[index] ?? '', resourceId: resource.id, quantity: row.quantity },
        ...{ description: row.description ?? resource.description, unit: row.unit ?? resource.unit },
        ...{ unitPrice: one.unitPrice, newPrice, chosenPrice },
        impact: fromCents(grossOf(some, estimate) - old),
        fullImpact: fromCents(grossOf(all, estimate) - old),
        noNewPrice: isChanged ? null : noNewPrice,
      },
    ];
  });
  return { rows, resources: [...resources.values()] };
};

export const totalOf = (contents: Contents, estimate: CostEstimate): string =>
  figuresOf(inTreeOrder(contents), estimate).total;

/** Inputs in use whose price was typed in the estimate. */
export const countLocallyPriced = (contents: Contents): number =>
  [...usedResources(contents)].filter((id) => {
    const resource = contents.resources.get(id);
    return resource !== undefined && isLocallyPriced(resource);
  }).length;

/** First and last day on which what rows use was taken from the register. */
export const takenDays = (contents: Contents): { takenFrom: IsoDate | null; takenTo: IsoDate | null } => {
  const days = [...usedResources(contents)].flatMap((id) => contents.resources.get(id)?.takenOn ?? []).sort();
  return { takenFrom: days[0] ?? null, takenTo: days.at(-1) ?? null };
};
