import {
  compositionPrice,
  lineTotal,
  pricesByType,
  publishedLineTotal,
  type PriceByType,
} from '#domain/engineering/composition.ts';
import type { Contents, Item, Resource } from './rows.ts';

type Resources = Contents['resources'];

/** Whether a composition has its published price: neither its lines nor the price of one were changed here. */
export const keepsPublished = ({ published, linesChanged, items }: Resource, resources: Resources): boolean =>
  published &&
  !linesChanged &&
  items.every(({ resourceId }) => {
    const child = resources.get(resourceId);
    return child === undefined || child.unitPrice === child.sourcePrice;
  });

/** Computes the prices of all compositions anew, each once, what is within it first. */
export const reprice = (resources: Resources): void => {
  const done = new Set<number>();
  const visit = (resource: Resource): void => {
    if (done.has(resource.id)) return;
    // Set first: rows that were damaged into a circle end the recursion here.
    done.add(resource.id);
    if (resource.items.length === 0) return;
    for (const { resourceId } of resource.items) {
      const child = resources.get(resourceId);
      if (child) visit(child);
    }
    resource.unitPrice = keepsPublished(resource, resources)
      ? resource.sourcePrice
      : compositionPrice(
          resource.items.map(({ resourceId, quantity }) => ({
            quantity,
            unitPrice: resources.get(resourceId)?.unitPrice ?? null,
          })),
        );
  };
  for (const resource of resources.values()) visit(resource);
};

/** Total of a line of a composition: published ones are cut after two places, others have four (domain.md §5). */
export const totalOfItem = (parent: Resource, { quantity, resourceId }: Item, resources: Resources): string | null => {
  const price = resources.get(resourceId)?.unitPrice ?? null;
  return keepsPublished(parent, resources) ? publishedLineTotal(quantity, price) : lineTotal(quantity, price);
};

/** Resources that a row is made of, and everything within them. */
export const usedResources = ({ rows, resources }: Contents): Set<number> => {
  const used = new Set<number>();
  const visit = (id: number): void => {
    if (used.has(id)) return;
    used.add(id);
    for (const { resourceId } of resources.get(id)?.items ?? []) visit(resourceId);
  };
  for (const { resourceId } of rows.values()) if (resourceId !== null) visit(resourceId);
  return used;
};

/** Prices of resources by product type, through their compositions, each once. */
export const splitter = (resources: Resources) => {
  const known = new Map<number, PriceByType[]>();
  const splitOf = (resource: Resource): PriceByType[] => {
    const before = known.get(resource.id);
    if (before) return before;
    // Set first: rows that were damaged into a circle end the recursion here.
    known.set(resource.id, []);
    const split = ownType(resource) ?? pricesByType(linesOf(resource), resource.unitPrice);
    known.set(resource.id, split);
    return split;
  };
  const ownType = ({ items, typeId, typeName, unitPrice }: Resource): PriceByType[] | null => {
    if (items.length > 0) return null;
    if (typeId === null || unitPrice === null) return [];
    return [{ productType: { id: typeId, name: typeName ?? '' }, price: unitPrice }];
  };
  const linesOf = (resource: Resource) =>
    resource.items.flatMap((item) => {
      const child = resources.get(item.resourceId);
      if (!child) return [];
      const totalPrice = totalOfItem(resource, item, resources);
      return [{ quantity: item.quantity, unitPrice: child.unitPrice, totalPrice, pricesByType: splitOf(child) }];
    });
  return splitOf;
};
