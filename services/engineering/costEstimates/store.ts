import { sql } from 'kysely';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import type { Contents, Resource, Row } from './rows.ts';

/** Where rows are written. */
export interface Target {
  accountId: number;
  estimateId: number;
  buildingId: number;
}

const asJson = (rows: readonly object[]) => sql`${JSON.stringify(rows)}::jsonb`;

const differs = <T extends object>(before: T | undefined, after: T, keys: readonly (keyof T)[]): boolean =>
  before === undefined || keys.some((key) => before[key] !== after[key]);

const ROW_KEYS = [
  ...(['parentId', 'position', 'description', 'unit', 'unitPrice', 'quantity', 'formula', 'memo'] as const),
  ...(['bdiId', 'resourceId', 'code'] as const),
];
const RESOURCE_KEYS = [
  ...(['type', 'productId', 'productFactor', 'taskId', 'tableId', 'typeId', 'code', 'description', 'unit'] as const),
  ...(['sourcePrice', 'unitPrice', 'published', 'linesChanged', 'takenOn'] as const),
];

/** What is written, and what goes. */
export interface Difference {
  groups: Row[];
  lines: Row[];
  resources: Resource[];
  /** Compositions whose lines differ. */
  relined: Resource[];
  goneGroups: number[];
  goneLines: number[];
  goneResources: number[];
}

/** What a change has made of the rows and resources of an estimate. */
export const differenceOf = (before: Contents, after: Contents): Difference => {
  const rows = [...after.rows.values()].filter((row) => differs(before.rows.get(row.id), row, ROW_KEYS));
  const gone = [...before.rows.values()].filter(({ id }) => !after.rows.has(id));
  const resources = [...after.resources.values()];
  return {
    groups: rows.filter(({ group }) => group),
    lines: rows.filter(({ group }) => !group),
    resources: resources.filter((resource) => differs(before.resources.get(resource.id), resource, RESOURCE_KEYS)),
    relined: resources.filter(
      ({ id, items }) => (before.resources.get(id)?.items ?? []) !== items && hasLines(before, id, items),
    ),
    goneGroups: gone.filter(({ group }) => group).map(({ id }) => id),
    goneLines: gone.filter(({ group }) => !group).map(({ id }) => id),
    goneResources: [...before.resources.keys()].filter((id) => !after.resources.has(id)),
  };
};

const hasLines = (before: Contents, id: number, items: Resource['items']): boolean =>
  items.length > 0 || (before.resources.get(id)?.items.length ?? 0) > 0;

const writeResources = async (
  trx: Trx,
  { accountId, estimateId }: Target,
  rows: readonly Resource[],
): Promise<void> => {
  if (rows.length === 0) return;
  await sql`
    insert into cost_estimate_resources (account_id, cost_estimate_id, id, type, product_id, product_factor, task_id,
      product_table_id, product_type_id, code, description, unit, source_price, unit_price, published, lines_changed,
      taken_on)
    overriding system value
    select ${accountId}, ${estimateId}, r.id, r.type, r."productId", r."productFactor"::numeric, r."taskId", r."tableId",
           r."typeId", r.code, r.description, r.unit, r."sourcePrice"::numeric, r."unitPrice"::numeric, r.published,
           r."linesChanged", r."takenOn"
    from jsonb_to_recordset(${asJson(rows.map(({ items: _items, ...row }) => row))}) as r(
      id bigint, type text, "productId" bigint, "productFactor" text, "taskId" bigint, "tableId" bigint, "typeId" bigint,
      code text, description text, unit text, "sourcePrice" text, "unitPrice" text, published boolean,
      "linesChanged" boolean, "takenOn" date)
    on conflict (account_id, id) do update set
      type = excluded.type, product_id = excluded.product_id, product_factor = excluded.product_factor,
      product_table_id = excluded.product_table_id, product_type_id = excluded.product_type_id, code = excluded.code,
      description = excluded.description, unit = excluded.unit, source_price = excluded.source_price,
      unit_price = excluded.unit_price, published = excluded.published, lines_changed = excluded.lines_changed,
      taken_on = excluded.taken_on`.execute(trx);
};

const writeItems = async (trx: Trx, { accountId, estimateId }: Target, relined: readonly Resource[]): Promise<void> => {
  if (relined.length === 0) return;
  const kept = relined.flatMap(({ items }) => items.map(({ id }) => id));
  await sql`delete from cost_estimate_resource_items
    where account_id = ${accountId} and cost_estimate_id = ${estimateId}
      and parent_id = any(${relined.map(({ id }) => id)}::bigint[]) and not id = any(${kept}::bigint[])`.execute(trx);
  const lines = relined.flatMap(({ id: parentId, items }) =>
    items.map((item, index) => ({ ...item, parentId, position: index + 1 })),
  );
  await sql`
    insert into cost_estimate_resource_items (account_id, cost_estimate_id, id, parent_id, position, resource_id, quantity)
    overriding system value
    select ${accountId}, ${estimateId}, i.id, i."parentId", i.position, i."resourceId", i.quantity::numeric
    from jsonb_to_recordset(${asJson(lines)}) as i(
      id bigint, "parentId" bigint, position integer, "resourceId" bigint, quantity text)
    on conflict (account_id, id) do update set
      position = excluded.position, resource_id = excluded.resource_id, quantity = excluded.quantity`.execute(trx);
};

const writeGroups = async (
  trx: Trx,
  { accountId, estimateId, buildingId }: Target,
  rows: readonly Row[],
): Promise<void> => {
  if (rows.length === 0) return;
  await sql`
    insert into cost_estimate_groups (account_id, cost_estimate_id, building_id, id, parent_id, code, name, position)
    overriding system value
    select ${accountId}, ${estimateId}, ${buildingId}, g.id, g."parentId", g.code, g.description, g.position
    from jsonb_to_recordset(${asJson(rows)}) as g(
      id bigint, "parentId" bigint, code text, description text, position integer)
    on conflict (account_id, id) do update set
      parent_id = excluded.parent_id, code = excluded.code, name = excluded.name, position = excluded.position`.execute(
    trx,
  );
};

const writeLines = async (trx: Trx, { accountId, estimateId }: Target, rows: readonly Row[]): Promise<void> => {
  if (rows.length === 0) return;
  await sql`
    insert into cost_estimate_lines (account_id, cost_estimate_id, id, parent_id, position, resource_id, description, unit,
      unit_price, quantity, formula, memo, bdi_id)
    select ${accountId}, ${estimateId}, l.id, l."parentId", l.position, l."resourceId", l.description, l.unit,
           l."unitPrice"::numeric, l.quantity::numeric, l.formula, l.memo, l."bdiId"
    from jsonb_to_recordset(${asJson(rows)}) as l(
      id bigint, "parentId" bigint, position integer, "resourceId" bigint, description text, unit text,
      "unitPrice" text, quantity text, formula text, memo text, "bdiId" bigint)
    on conflict (account_id, id) do update set
      parent_id = excluded.parent_id, position = excluded.position, resource_id = excluded.resource_id,
      description = excluded.description, unit = excluded.unit, unit_price = excluded.unit_price,
      quantity = excluded.quantity, formula = excluded.formula, memo = excluded.memo, bdi_id = excluded.bdi_id`.execute(
    trx,
  );
};

const removeRows = async (
  trx: Trx,
  { accountId, estimateId }: Target,
  table: 'cost_estimate_lines' | 'cost_estimate_groups' | 'cost_estimate_resources',
  ids: readonly number[],
): Promise<void> => {
  if (ids.length === 0) return;
  await sql`delete from ${sql.table(table)} where account_id = ${accountId} and cost_estimate_id = ${estimateId}
    and id = any(${[...ids]}::bigint[])`.execute(trx);
};

/** Writes what differs, in an order in which nothing refers to what is not there: ten statements at most. */
export const storeDifference = async (trx: Trx, target: Target, difference: Difference): Promise<void> => {
  await removeRows(trx, target, 'cost_estimate_lines', difference.goneLines);
  await writeResources(trx, target, difference.resources);
  await writeItems(trx, target, difference.relined);
  await writeGroups(trx, target, difference.groups);
  await writeLines(trx, target, difference.lines);
  await removeRows(trx, target, 'cost_estimate_groups', difference.goneGroups);
  await removeRows(trx, target, 'cost_estimate_resources', difference.goneResources);
};
