import type { PurchaseOverviewGroupsQuery, PurchaseOverviewRowFieldsFragment } from '#web/generated/purchase.ts';

export type Row = PurchaseOverviewRowFieldsFragment;
export type Overview = NonNullable<PurchaseOverviewGroupsQuery['purchaseOverviewGroups']>;
export type Group = Overview['content'][number];

/** A row of the grid: a group with its inputs below it, or an input. */
export type Item =
  | { kind: 'group'; key: string; parent: null; open: boolean; name: string; group: Group | undefined; ids: string[] }
  | { kind: 'input'; key: string; parent: string; open?: undefined; row: Row };

/** What is made of no product of the register stands in one row. */
const TYPED = 'typed';
export const idOf = ({ product }: Row): string => product?.id ?? TYPED;

export const nameOf = ({ product }: Row): string => product?.name ?? 'Serviços sem composição';

const OUTSIDE = 'outside';
const UNGROUPED = 'none';
const groupKey = (outside: boolean, group: { id: string } | null): string =>
  outside ? OUTSIDE : (group?.id ?? UNGROUPED);

const keyOfRow = ({ state, group }: Row): string => groupKey(state === 'OUTSIDE', group);

export const groupName = (row: Row): string =>
  row.state === 'OUTSIDE' ? 'Fora do orçamento' : (row.group?.name ?? 'Sem grupo');

/** Groups with their inputs, in the order of the services; inputs of folded groups are left out. */
export const itemsOf = (rows: readonly Row[], groups: readonly Group[], folded: ReadonlySet<string>): Item[] => {
  const sums = new Map(groups.map((group) => [groupKey(group.outside, group.group), group]));
  const items: Item[] = [];
  const heads = new Map<string, Extract<Item, { kind: 'group' }>>();
  for (const row of rows) {
    const id = keyOfRow(row);
    const key = `group-${id}`;
    const head = heads.get(key) ?? {
      ...{ kind: 'group' as const, key, parent: null, open: !folded.has(key), name: groupName(row) },
      ...{ group: sums.get(id), ids: [] },
    };
    if (!heads.has(key)) items.push(head);
    heads.set(key, head);
    if (row.product) head.ids.push(row.product.id);
    if (head.open) items.push({ kind: 'input', key: `input-${idOf(row)}`, parent: key, row });
  }
  return items;
};
