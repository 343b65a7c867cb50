import { sql } from 'kysely';
import type { Part } from '#domain/engineering/costBreakdown/pivot.ts';
import { fromCents } from '#domain/money.ts';
import { groupCode } from '#domain/productGroups.ts';
import type { BreakdownInput } from '#schema/engineering/costBreakdown/costBreakdown.rest.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import { readEstimated } from '../purchaseOverview/estimated.ts';
import { readProducts } from '../purchaseOverview/products.ts';

interface Mapping {
  kind: BreakdownInput['kind'];
  groupId: number | null;
  /** Place of the group in the tree. */
  place: number[] | null;
  category: { id: number; name: string };
}

const readMappings = async (trx: Trx, accountId: number): Promise<Mapping[]> => {
  const { rows } = await sql<Mapping>`
    select m.kind, m.product_group_id as "groupId", g.place, json_build_object('id', c.id, 'name', c.name) as category
    from input_categories m
    join categories c on c.account_id = m.account_id and c.id = m.category_id
    left join product_groups g on g.account_id = m.account_id and g.id = m.product_group_id
    where m.account_id = ${accountId}`.execute(trx);
  return rows;
};

type Found = { category: Mapping['category']; inherited: boolean } | null;
type Group = { id: number; code: string; name: string; place: readonly number[] };

/** The category of a group: its own, or that of the nearest group above. */
const ofGroup = (mappings: readonly Mapping[], { id, place }: Group): Found => {
  const above = mappings
    .filter((one) => one.place !== null && one.place.every((position, level) => place[level] === position))
    .sort((a, b) => (b.place?.length ?? 0) - (a.place?.length ?? 0));
  const [nearest] = above;
  return nearest ? { category: nearest.category, inherited: nearest.groupId !== id } : null;
};

const ofKind = (mappings: readonly Mapping[], kind: Mapping['kind']): Found => {
  const found = mappings.find((one) => one.kind === kind);
  return found ? { category: found.category, inherited: false } : null;
};

export interface SplitEstimate {
  estimates: Awaited<ReturnType<typeof readEstimated>>['estimates'];
  /** What they plan by stage and category; a category of null: their inputs have none. */
  parts: Part[];
  inputs: BreakdownInput[];
  /** Names of the categories that inputs belong to. */
  categories: { id: number; name: string }[];
}

/**
 * The approved estimates of a building by stage and by category of their inputs, exploded through compositions by the piece
 * that the overview of purchases uses, so that values are those of Orçado × realizado without BDI.
 */
export const readSplitEstimate = async (trx: Trx, accountId: number, buildingId: number): Promise<SplitEstimate> => {
  const { estimates, cells } = await readEstimated(trx, accountId, buildingId);
  if (!estimates.some(({ approved }) => approved)) return { estimates: [], parts: [], inputs: [], categories: [] };
  const mappings = await readMappings(trx, accountId);
  const products = await readProducts(trx, accountId, [...new Set(cells.flatMap(({ productId }) => productId ?? []))]);
  const inputs = new Map<string, BreakdownInput & { cents: bigint }>();
  const parts = cells.map(({ productId, stageId, amounts }): Part => {
    const { cents } = amounts.estimated;
    const group = productId === null ? null : (products.get(productId)?.group ?? null);
    const kind = productId === null ? 'WITHOUT_INPUT' : group ? 'GROUP' : 'WITHOUT_GROUP';
    const found = group ? ofGroup(mappings, group) : ofKind(mappings, kind);
    const key = group ? `GROUP-${group.id}` : kind;
    const known = inputs.get(key);
    inputs.set(key, {
      kind,
      group: group && { id: group.id, code: groupCode(group.place), name: group.name },
      estimated: fromCents((known?.cents ?? 0n) + cents),
      cents: (known?.cents ?? 0n) + cents,
      category: found?.category ?? null,
      inherited: found?.inherited ?? false,
    });
    return { stageId, categoryId: found?.category.id ?? null, cents };
  });
  return {
    estimates,
    parts,
    inputs: [...inputs.values()]
      .filter(({ cents }) => cents !== 0n)
      .sort((a, b) => (a.cents === b.cents ? 0 : a.cents > b.cents ? -1 : 1))
      .map(({ cents: _cents, ...input }) => input),
    categories: mappings.map(({ category }) => category),
  };
};
