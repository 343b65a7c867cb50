import { sql } from 'kysely';
import type { IsoDate } from '#domain/dates.ts';
import { estimateFigures, type EstimateFigures } from '#domain/engineering/estimate/figures.ts';
import { amendmentSums, type AmendedRow } from '#domain/engineering/estimate/amendments.ts';
import { codesOf } from '#domain/engineering/estimate/outline.ts';
import type {
  CostEstimate,
  CostEstimateDetail,
  CostEstimateResource,
  ItemType,
} from '#schema/engineering/costEstimates/costEstimates.rest.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';

/** A row of an estimate as it is stored; a stage has a description and none of what follows it. */
export interface Row {
  id: number;
  group: boolean;
  parentId: number | null;
  position: number;
  /** Of a row that is made of a resource: null where it is the resource's own. */
  description: string | null;
  unit: string | null;
  /** Price of a service that was typed. */
  unitPrice: string | null;
  quantity: string | null;
  formula: string | null;
  memo: string | null;
  bdiId: number | null;
  resourceId: number | null;
  /** Of a stage: its code as it is stored, which lists of stages read. */
  code: string | null;
  /** What approved amendments change of the quantity. */
  amendment: string | null;
  /** The amendment that added the line. */
  amendmentId: number | null;
}

/** Line of a composition of an estimate. */
export interface Item {
  id: number;
  resourceId: number;
  quantity: string;
}

/** An input or composition as the estimate has it. */
export interface Resource {
  id: number;
  type: Exclude<ItemType, 'GROUP'>;
  productId: number | null;
  productFactor: string | null;
  taskId: number | null;
  tableId: number;
  typeId: number | null;
  code: string;
  description: string;
  unit: string;
  sourcePrice: string | null;
  unitPrice: string | null;
  published: boolean;
  linesChanged: boolean;
  /** Day on which it was taken from the register; null: in the change that is under way. */
  takenOn: IsoDate | null;
  typeName: string | null;
  tableName: string;
  source: string;
  items: readonly Item[];
}

/** Rows and resources of one estimate. */
export interface Contents {
  rows: Map<number, Row>;
  resources: Map<number, Resource>;
}

/** What belongs to one of several estimates. */
type Owned<T> = T & { estimateId: number };

const readRows = async (trx: Trx, accountId: number, ids: readonly number[]): Promise<Owned<Row>[]> => {
  const { rows } = await sql<Owned<Row>>`
    select g.cost_estimate_id as "estimateId", g.id, true as group, g.parent_id as "parentId", g.position, g.name as description, null as unit,
           null::numeric as "unitPrice", null::numeric as quantity, null as formula, null as memo, null::bigint as "bdiId",
           null::bigint as "resourceId", g.code, null::numeric as amendment, null::bigint as "amendmentId"
    from cost_estimate_groups g where g.account_id = ${accountId} and g.cost_estimate_id = any(${ids}::bigint[])
    union all
    select l.cost_estimate_id, l.id, false, l.parent_id, l.position, l.description, l.unit, l.unit_price, l.quantity, l.formula, l.memo,
           l.bdi_id, l.resource_id, null, l.amendment_quantity, l.amendment_id
    from cost_estimate_lines l where l.account_id = ${accountId} and l.cost_estimate_id = any(${ids}::bigint[])`.execute(
    trx,
  );
  return rows;
};

interface ResourceRow extends Omit<Resource, 'items'> {
  /** "id:resource:quantity;…" in the order of the lines: one text takes a fraction of the time of its rows. */
  lines: string | null;
}

const itemsOf = (lines: string | null): Item[] =>
  (lines ?? '')
    .split(';')
    .filter((line) => line !== '')
    .map((line) => {
      const [id = '', resourceId = '', quantity = ''] = line.split(':');
      return { id: Number(id), resourceId: Number(resourceId), quantity };
    });

const readResources = async (trx: Trx, accountId: number, ids: readonly number[]): Promise<Owned<Resource>[]> => {
  const { rows } = await sql<Owned<ResourceRow>>`
    select r.cost_estimate_id as "estimateId", r.id, r.type, r.product_id as "productId", r.product_factor as "productFactor", r.task_id as "taskId",
           r.product_table_id as "tableId", r.product_type_id as "typeId", r.code, r.description, r.unit,
           r.source_price as "sourcePrice", r.unit_price as "unitPrice", r.published, r.lines_changed as "linesChanged",
           r.taken_on as "takenOn",
           y.name as "typeName", t.name as "tableName", t.source, i.lines
    from cost_estimate_resources r
    join product_tables t on t.account_id = r.account_id and t.id = r.product_table_id
    left join product_types y on y.account_id = r.account_id and y.id = r.product_type_id
    left join (
      select parent_id, string_agg(id || ':' || resource_id || ':' || trim_scale(quantity), ';' order by position, id) as lines
      from cost_estimate_resource_items
      where account_id = ${accountId} and cost_estimate_id = any(${ids}::bigint[]) group by parent_id
    ) i on i.parent_id = r.id
    where r.account_id = ${accountId} and r.cost_estimate_id = any(${ids}::bigint[])`.execute(trx);
  return rows.map(({ lines, ...row }) => ({ ...row, items: itemsOf(lines) }));
};

const NONE: Contents = { rows: new Map(), resources: new Map() };

/** Everything below the headers of estimates, in two statements, by estimate. */
export const readContentsOf = async (
  trx: Trx,
  accountId: number,
  ids: readonly number[],
): Promise<Map<number, Contents>> => {
  const rows = await readRows(trx, accountId, ids);
  const resources = await readResources(trx, accountId, ids);
  const contents = new Map(ids.map((id): [number, Contents] => [id, { rows: new Map(), resources: new Map() }]));
  for (const { estimateId, ...row } of rows) contents.get(estimateId)?.rows.set(row.id, row);
  for (const { estimateId, ...resource } of resources) contents.get(estimateId)?.resources.set(resource.id, resource);
  return contents;
};

/** Everything below the header of an estimate, in two statements. */
export const readContents = async (trx: Trx, accountId: number, id: number): Promise<Contents> =>
  (await readContentsOf(trx, accountId, [id])).get(id) ?? NONE;

/** What decides the place of a row in the tree. */
export interface Sibling {
  id: number;
  parentId: number | null;
  position: number;
}

const byPosition = (a: Sibling, b: Sibling): number => a.position - b.position || a.id - b.id;

/** Rows below each row, in their order; those at the top are below null. */
export const childrenOf = <T extends Sibling>(rows: Iterable<T>): Map<number | null, T[]> => {
  const children = new Map<number | null, T[]>();
  for (const row of rows) {
    const known = children.get(row.parentId);
    if (known) known.push(row);
    else children.set(row.parentId, [row]);
  }
  for (const siblings of children.values()) siblings.sort(byPosition);
  return children;
};

/** Rows in the order of the tree, with their levels. Rows that are not reached from the top are left out. */
export const leveled = <T extends Sibling>(rows: Iterable<T>): { row: T; level: number }[] => {
  const children = childrenOf(rows);
  const placed: { row: T; level: number }[] = [];
  const walk = (parentId: number | null, level: number): void => {
    for (const row of children.get(parentId) ?? []) {
      placed.push({ row, level });
      walk(row.id, level + 1);
    }
  };
  walk(null, 0);
  return placed;
};

/** A row in the order of the tree. */
export interface Placed extends AmendedRow {
  row: Row;
}

/** The price of a row: that of its resource, or its own. */
export const priceOf = (row: Row, resources: Contents['resources']): string | null =>
  row.resourceId === null ? row.unitPrice : (resources.get(row.resourceId)?.unitPrice ?? null);

/** Rows in the order of the tree, with what decides their figures. */
export const inTreeOrder = ({ rows, resources }: Contents): Placed[] =>
  leveled(rows.values()).map(({ row, level }) => ({
    row,
    level,
    group: row.group,
    quantity: row.quantity,
    amendment: row.amendment,
    unitPrice: row.group ? null : priceOf(row, resources),
    bdiId: row.bdiId === null ? null : String(row.bdiId),
  }));

/** What of a header decides the figures of the rows. */
export type Pricing = Pick<CostEstimate, 'bdis' | 'defaultBdiId' | 'discount'>;

export const figuresOf = (placed: readonly Placed[], { bdis, defaultBdiId, discount }: Pricing): EstimateFigures =>
  estimateFigures(placed, {
    bdis: bdis.map(({ id, percentage }) => ({ id: String(id), percentage })),
    defaultBdiId: defaultBdiId === null ? null : String(defaultBdiId),
    discount,
  });

const typeOf = (row: Row, resource: Resource | undefined): ItemType => {
  if (row.group) return 'GROUP';
  return resource?.type ?? 'TASK';
};

/** Rows as the contract says them, with their figures. */
export const detailsOf = (estimate: CostEstimate, contents: Contents): CostEstimateDetail[] => {
  const placed = inTreeOrder(contents);
  const figures = figuresOf(placed, estimate);
  const amendments = amendmentSums(placed, figures);
  const codes = codesOf(placed);
  const positions = new Map<number | null, number>();
  return placed.map(({ row, level, unitPrice }, index) => {
    const position = (positions.get(row.parentId) ?? 0) + 1;
    positions.set(row.parentId, position);
    const resource = row.resourceId === null ? undefined : contents.resources.get(row.resourceId);
    const amended = amendments.rowAt(index);
    return {
      id: row.id,
      costEstimateId: estimate.id,
      type: typeOf(row, resource),
      parentId: row.parentId,
      position,
      code: codes[index] ?? '',
      level,
      description: row.description ?? resource?.description ?? '',
      unit: row.unit ?? resource?.unit ?? null,
      quantity: row.quantity,
      formula: row.formula,
      memo: row.memo,
      resourceId: row.resourceId,
      bdiId: row.bdiId,
      unitPrice,
      ...figures.rowAt(index),
      amendmentId: row.amendmentId,
      amendmentQuantity: row.amendment,
      amendmentDirectTotal: amended?.directTotal ?? null,
      amendmentTotal: amended?.total ?? null,
    };
  });
};

/** Another price than was taken, or other lines. The price of a composition follows from its lines. */
export const isChanged = ({ linesChanged, items, unitPrice, sourcePrice }: Resource): boolean =>
  linesChanged || (items.length === 0 && unitPrice !== sourcePrice);

/** A resource as the contract says it. */
export const resourceAnswer = (resource: Resource): CostEstimateResource => ({
  id: resource.id,
  type: resource.type,
  productId: resource.productId,
  taskId: resource.taskId,
  code: resource.code,
  description: resource.description,
  unit: resource.unit,
  productType: resource.typeId === null ? null : { id: resource.typeId, name: resource.typeName ?? '' },
  costDatabase: { id: resource.tableId, name: resource.tableName, source: resource.source },
  unitPrice: resource.unitPrice,
  sourcePrice: resource.sourcePrice,
  changed: isChanged(resource),
  published: resource.published && !resource.linesChanged,
  itemCount: resource.items.length,
});

/** What is needed to tell a change: a copy whose rows may be changed without changing these. */
export const copyOf = ({ rows, resources }: Contents): Contents => ({
  rows: new Map([...rows].map(([id, row]) => [id, { ...row }])),
  resources: new Map([...resources].map(([id, resource]) => [id, { ...resource }])),
});
