import { Decimal } from '#domain/decimal.ts';
import type { IsoDate } from '#domain/dates.ts';
import { decimal4, toTenThousandths } from '#domain/money.ts';
import type { OverviewEstimate } from '#schema/engineering/estimatedVsActual.rest.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import { explodedLine, exploder, type LinePart } from '../costEstimates/explosion.ts';
import { inTreeOrder, readContentsOf, type Contents } from '../costEstimates/rows.ts';
import { readEstimates, readPlans } from '../estimatedVsActual/read.ts';
import { valuesOf } from '../estimatedVsActual/values.ts';
import { nothing, type Cell } from './cells.ts';

/** What the cost estimates that count for a building ask for. */
export interface Estimated {
  estimates: OverviewEstimate[];
  scheduled: boolean;
  cells: Cell[];
  /** First start of a schedule item that uses a product, by product. */
  starts: ReadonlyMap<number, IsoDate>;
}

/** The product of a resource, and how much of it one unit of the resource is; merged products have another unit. */
const productOf = (part: LinePart, resources: Contents['resources']): { id: number | null; quantity: Decimal } => {
  const resource = part.resourceId === null ? undefined : resources.get(part.resourceId);
  if (!resource || resource.productId === null) return { id: null, quantity: new Decimal(0) };
  return { id: resource.productId, quantity: part.quantity.div(resource.productFactor ?? '1') };
};

/** Estimated quantities and values of a building by product and stage, without BDI; values are those of Orçado × realizado. */
export const readEstimated = async (trx: Trx, accountId: number, buildingId: number): Promise<Estimated> => {
  const estimates = await readEstimates(trx, accountId, [buildingId]);
  const ids = estimates.map(({ id }) => id);
  const contents = await readContentsOf(trx, accountId, ids);
  const plans = await readPlans(trx, accountId, ids);
  const cells = new Map<string, { cell: Cell; quantity: Decimal }>();
  const starts = new Map<number, IsoDate>();
  for (const estimate of estimates) {
    const content = contents.get(estimate.id);
    if (!content) continue;
    const { cells: own, leafProducts, plan } = explodeEstimate(estimate, content, plans.get(estimate.id));
    for (const { productId, stageId, quantity, cents } of own) {
      const key = `${stageId}/${productId}`;
      const known = cells.get(key);
      const sum = known ?? { cell: { productId, stageId, amounts: nothing() }, quantity: new Decimal(0) };
      if (!known) cells.set(key, sum);
      sum.cell.amounts.estimated.cents += cents;
      sum.quantity = sum.quantity.plus(quantity);
    }
    for (const { start, leaves } of plan?.works ?? []) {
      for (const productId of leaves.flatMap(({ id }) => leafProducts.get(id) ?? [])) {
        const known = starts.get(productId);
        if (known === undefined || start < known) starts.set(productId, start);
      }
    }
  }
  return {
    estimates: estimates.map(({ id, code, description, approved }) => ({ id, code, description, approved })),
    scheduled: plans.size > 0,
    // Rounded once for each cell: small quantities of many compositions add up.
    cells: [...cells.values()].map(({ cell, quantity }) => {
      cell.amounts.estimated.quantity = toTenThousandths(decimal4(quantity));
      return cell;
    }),
    starts,
  };
};

interface ExplodedPart {
  productId: number | null;
  stageId: number | null;
  quantity: Decimal;
  cents: bigint;
}

const explodeEstimate = (
  estimate: Parameters<typeof valuesOf>[0],
  content: Contents,
  plan: Parameters<typeof valuesOf>[2]['plan'],
) => {
  const explode = exploder(content.resources);
  // Each row with the price of what it is made of, as the report of estimated versus actual reads it.
  const priced = inTreeOrder(content).map(({ row, unitPrice }) => ({ ...row, unitPrice, resourceId: null }));
  const values = valuesOf(estimate, priced, { plan, withBdi: false });
  const leafProducts = new Map<number, number[]>();
  const cells = values.leaves.flatMap(({ id, stageId, cents }): ExplodedPart[] => {
    const row = content.rows.get(id);
    const quantity = new Decimal(row?.quantity ?? '0').plus(row?.amendment ?? '0').toFixed();
    const parts = explodedLine(explode, row?.resourceId ?? null, quantity, cents).map((part) => ({
      part,
      product: productOf(part, content.resources),
    }));
    leafProducts.set(
      id,
      parts.flatMap(({ product }) => product.id ?? []),
    );
    return parts.map(({ part: { cents: value }, product: { id: productId, quantity: used } }) => ({
      productId,
      stageId,
      quantity: used,
      cents: value,
    }));
  });
  return { cells, leafProducts, plan: values.plan };
};
