import { sql } from 'kysely';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import { readGraph, type Graph, type Line } from '../tasks/graph.ts';
import { reserveIds } from './ids.ts';
import type { Item, Resource } from './rows.ts';

/** What of a resource comes from the register. */
export type Taken = Omit<Resource, 'id' | 'items' | 'productFactor' | 'linesChanged'>;

/** What the register says of inputs and compositions, and of everything within them. */
export interface Register {
  products: ReadonlyMap<number, Taken>;
  tasks: ReadonlyMap<number, Taken>;
  graph: Graph | null;
}

const readProducts = async (trx: Trx, accountId: number, ids: readonly number[]): Promise<Map<number, Taken>> => {
  const { rows } = await sql<Taken & { productId: number }>`
    select 'PRODUCT' as type, p.id as "productId", null::bigint as "taskId", t.id as "tableId", y.id as "typeId", d.code,
           d.name as description, u.acronyms as unit, p.price as "sourcePrice", p.price as "unitPrice",
           false as published, null as "takenOn", y.name as "typeName", t.name as "tableName", t.source
    from products p
    join product_definitions d on d.account_id = p.account_id and d.id = p.definition_id
    join product_types y on y.account_id = p.account_id and y.id = d.product_type_id
    join product_tables t on t.account_id = p.account_id and t.id = p.product_table_id
    join units u on u.account_id = p.account_id and u.id = d.unit_id
    where p.account_id = ${accountId} and p.id = any(${[...ids]}::bigint[])`.execute(trx);
  return new Map(rows.map((row) => [row.productId, row]));
};

const readTasks = async (trx: Trx, accountId: number, ids: readonly number[]): Promise<Map<number, Taken>> => {
  const { rows } = await sql<Taken & { taskId: number }>`
    select 'TASK' as type, null::bigint as "productId", k.id as "taskId", t.id as "tableId", null::bigint as "typeId",
           d.code, d.description, u.acronyms as unit, k.unit_price as "sourcePrice", k.unit_price as "unitPrice",
           t.source <> 'GO' as published, null as "takenOn", null as "typeName", t.name as "tableName", t.source
    from tasks k
    join task_definitions d on d.account_id = k.account_id and d.id = k.definition_id
    join product_tables t on t.account_id = k.account_id and t.id = k.product_table_id
    join units u on u.account_id = k.account_id and u.id = d.unit_id
    where k.account_id = ${accountId} and k.id = any(${[...ids]}::bigint[])`.execute(trx);
  return new Map(rows.map((row) => [row.taskId, row]));
};

/** Reads inputs and compositions of the register; what does not exist is left out. Four statements at most. */
export const readRegister = async (
  trx: Trx,
  accountId: number,
  wanted: { products: readonly number[]; tasks: readonly number[] },
): Promise<Register> => ({
  products: wanted.products.length === 0 ? new Map() : await readProducts(trx, accountId, wanted.products),
  tasks: wanted.tasks.length === 0 ? new Map() : await readTasks(trx, accountId, wanted.tasks),
  graph: wanted.tasks.length === 0 ? null : await readGraph(trx, accountId, wanted.tasks),
});

/** What a line of a published composition names; where its cost database lacks it, it belongs to that of the composition. */
const takenByLine = (line: Line, parent: Resource): Taken => ({
  type: line.taskId === null ? 'PRODUCT' : 'TASK',
  productId: line.resourceId,
  taskId: line.taskId,
  tableId: line.costDatabase?.id ?? parent.tableId,
  tableName: line.costDatabase?.name ?? parent.tableName,
  source: line.costDatabase?.source ?? parent.source,
  typeId: line.productType?.id ?? null,
  typeName: line.productType?.name ?? null,
  code: line.code,
  description: line.name,
  unit: line.unit,
  sourcePrice: line.unitPrice,
  unitPrice: line.unitPrice,
  takenOn: null,
  published: line.taskId !== null && (line.costDatabase?.source ?? parent.source) !== 'GO',
});

/** What a resource is one of in an estimate. */
export const keyOf = ({
  productId,
  taskId,
  code,
  tableId,
}: Pick<Taken, 'productId' | 'taskId' | 'code' | 'tableId'>) => {
  if (productId !== null) return `P${productId}`;
  return taskId === null ? `M${tableId}:${code}` : `T${taskId}`;
};

/**
 * Takes inputs and compositions into the resources of an estimate, each once, with everything within them. New ones have
 * keys below zero until `number` gives them theirs.
 */
export class Taking {
  readonly #resources: Map<number, Resource>;
  readonly #register: Register;
  readonly #known: Map<string, number>;
  #next = -1;

  /** `aliases`: other names under which resources are found, which their own come before. */
  constructor(resources: Map<number, Resource>, register: Register, aliases: Iterable<readonly [string, number]> = []) {
    this.#resources = resources;
    this.#register = register;
    // What was merged into another product is no longer that product's own resource.
    const own = [...resources.values()].filter(({ productFactor }) => productFactor === null);
    this.#known = new Map([...aliases, ...own.map((resource) => [keyOf(resource), resource.id] as const)]);
  }

  /** Key of the resource of an input; undefined where neither the estimate nor the register has it. */
  product(id: number): number | undefined {
    const known = this.#known.get(`P${id}`);
    if (known !== undefined) return known;
    const taken = this.#register.products.get(id);
    return taken && this.#add(taken);
  }

  /** The same of a composition. */
  task(id: number): number | undefined {
    const known = this.#known.get(`T${id}`);
    if (known !== undefined) return known;
    const taken = this.#register.tasks.get(id);
    return taken && this.#add(taken);
  }

  /** Gives a composition the lines that the register has now. */
  retakeLines(resource: Resource, taskId: number): void {
    const lines = this.#register.graph?.linesOf(taskId) ?? [];
    resource.type = lines.length === 0 ? 'TASK' : 'COMPOSED_TASK';
    const items = lines.map((line) => this.item(this.#ofLine(line, resource), line.quantity));
    resource.items = items;
  }

  /** A new line of a composition; `number` gives it its key. */
  item(resourceId: number, quantity: string): Item {
    return { id: 0, resourceId, quantity };
  }

  #add(taken: Taken): number {
    const id = this.#next;
    this.#next -= 1;
    const resource: Resource = { ...taken, id, productFactor: null, linesChanged: false, items: [] };
    // Set before its lines are taken: rows that were damaged into a circle end here.
    this.#known.set(keyOf(taken), id);
    this.#resources.set(id, resource);
    if (taken.taskId !== null) this.retakeLines(resource, taken.taskId);
    return id;
  }

  #ofLine(line: Line, parent: Resource): number {
    const taken = takenByLine(line, parent);
    return this.#known.get(keyOf(taken)) ?? this.#add(taken);
  }

  /** Gives new resources and lines their keys, and answers what keys below zero have become. */
  async number(trx: Trx): Promise<(id: number) => number> {
    const made = [...this.#resources.values()].filter(({ id }) => id < 0);
    const ids = await reserveIds(trx, 'cost_estimate_resources', made.length);
    const keys = new Map(made.map(({ id }, index) => [id, ids[index] ?? 0]));
    const keyed = (id: number): number => keys.get(id) ?? id;
    for (const resource of made) {
      this.#resources.delete(resource.id);
      resource.id = keyed(resource.id);
      this.#resources.set(resource.id, resource);
    }
    const items = [...this.#resources.values()].flatMap((resource) => resource.items);
    const unnumbered = items.filter(({ id }) => id === 0);
    const itemIds = await reserveIds(trx, 'cost_estimate_resource_items', unnumbered.length);
    unnumbered.forEach((item, index) => (item.id = itemIds[index] ?? 0));
    for (const item of items) item.resourceId = keyed(item.resourceId);
    return keyed;
  }
}
