import { Decimal, toDecimal } from '#domain/decimal.ts';
import { shareDown } from '#domain/shares.ts';
import { totalOfItem } from './prices.ts';
import type { Contents, Resource } from './rows.ts';

type Resources = Contents['resources'];

/** Of one unit of a resource: how much of each input it has, and what that costs. */
interface Part {
  quantity: Decimal;
  cost: Decimal;
}
type Parts = ReadonlyMap<number, Part>;

/** The inputs in one unit of each resource. */
export type Explode = (resourceId: number) => Parts;

const addPart = (parts: Map<number, Part>, id: number, { quantity, cost }: Part): void => {
  const before = parts.get(id);
  parts.set(
    id,
    before ? { quantity: before.quantity.plus(quantity), cost: before.cost.plus(cost) } : { quantity, cost },
  );
};

/** Explodes resources into inputs, each once. A line's total is shared by what is within it. */
export const exploder = (resources: Resources): Explode => {
  const known = new Map<number, Parts>();
  const explode = (resource: Resource): Parts => {
    const before = known.get(resource.id);
    if (before) return before;
    // Set first: rows that were damaged into a circle end the recursion here.
    known.set(resource.id, new Map());
    const parts = new Map<number, Part>();
    if (resource.items.length === 0) {
      addPart(parts, resource.id, { quantity: new Decimal(1), cost: toDecimal(resource.unitPrice ?? '0') });
    }
    for (const item of resource.items) {
      const child = resources.get(item.resourceId);
      if (!child) continue;
      const within = explode(child);
      const whole = [...within.values()].reduce((sum, { cost }) => sum.plus(cost), new Decimal(0));
      const total = toDecimal(totalOfItem(resource, item, resources) ?? '0');
      const factor = whole.isZero() ? new Decimal(0) : total.div(whole);
      for (const [id, part] of within) {
        addPart(parts, id, { quantity: part.quantity.times(item.quantity), cost: part.cost.times(factor) });
      }
    }
    known.set(resource.id, parts);
    return parts;
  };
  return (resourceId) => {
    const resource = resources.get(resourceId);
    return resource ? explode(resource) : new Map();
  };
};

/** An input in a line of an estimate; null: the line is made of none. */
export interface LinePart {
  resourceId: number | null;
  quantity: Decimal;
  cents: bigint;
}

/** Weights as whole numbers: only their proportions count. */
const weightsOf = (parts: readonly Part[]): bigint[] => parts.map(({ cost }) => BigInt(cost.times('1e10').toFixed(0)));

/** The inputs of a line, which share its total to the cent. */
export const explodedLine = (
  explode: Explode,
  resourceId: number | null,
  quantity: string,
  cents: bigint,
): LinePart[] => {
  const parts = resourceId === null ? [] : [...explode(resourceId)];
  if (parts.length === 0) return [{ resourceId: null, quantity: new Decimal(0), cents }];
  const shares = shareDown(cents, weightsOf(parts.map(([, part]) => part)));
  return parts.map(([id, part], index) => ({
    resourceId: id,
    quantity: part.quantity.times(toDecimal(quantity)),
    cents: shares[index] ?? 0n,
  }));
};
