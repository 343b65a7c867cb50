import { sql } from 'kysely';
import {
  lineTotal,
  pricesByType,
  publishedLineTotal,
  type Amount,
  type PriceByType,
} from '#domain/engineering/composition.ts';
import type { TaskItem } from '#schema/engineering/tasks/tasks.rest.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';

/** A line as it is stored, with what it names. A line whose cost database lacks its child has neither key. */
export interface Line {
  id: number;
  parentId: number;
  kind: 'PRODUCT' | 'TASK';
  resourceId: number | null;
  taskId: number | null;
  quantity: string;
  published: boolean;
  code: string;
  name: string;
  unit: string;
  unitPrice: Amount | null;
  productType: { id: number; name: string } | null;
  costDatabase: { id: number; name: string; source: string } | null;
}

/** Levels that one read goes down: more than compositions and published tables have, and an end to bad rows. */
const READ_DEPTH = 20;

interface LineRow extends Omit<Line, 'productType' | 'costDatabase'> {
  typeId: number | null;
  typeName: string | null;
  databaseId: number | null;
  databaseName: string | null;
  databaseSource: string | null;
}

/** Lines of tasks and of all tasks within them, by task. */
export class Graph {
  readonly #lines: ReadonlyMap<number, readonly Line[]>;
  readonly #splits = new Map<number, PriceByType[]>();

  constructor(lines: ReadonlyMap<number, readonly Line[]>) {
    this.#lines = lines;
  }

  linesOf(taskId: number): readonly Line[] {
    return this.#lines.get(taskId) ?? [];
  }

  /** Split of the price of one unit of a task by product type. */
  split(taskId: number, price: Amount | null): PriceByType[] {
    const known = this.#splits.get(taskId);
    if (known) return known;
    // Set first: rows that were damaged into a circle end the recursion here.
    this.#splits.set(taskId, []);
    const lines = this.linesOf(taskId).map((line) => ({
      quantity: line.quantity,
      unitPrice: line.unitPrice,
      totalPrice: totalOf(line),
      pricesByType: this.splitOfLine(line),
    }));
    const split = pricesByType(lines, price);
    this.#splits.set(taskId, split);
    return split;
  }

  /** Split of the unit price of what a line names. */
  splitOfLine({ taskId, unitPrice, productType }: Line): PriceByType[] {
    if (unitPrice === null) return [];
    if (taskId !== null) return this.split(taskId, unitPrice);
    return productType ? [{ productType, price: unitPrice }] : [];
  }

  /** The lines of a task as the contract says them. */
  items(taskId: number): TaskItem[] {
    return this.linesOf(taskId).map((line) => ({
      id: line.id,
      kind: line.kind,
      resourceId: line.resourceId,
      taskId: line.taskId,
      code: line.code,
      name: line.name,
      unit: line.unit,
      costDatabase: line.costDatabase,
      quantity: line.quantity,
      unitPrice: line.unitPrice,
      totalPrice: totalOf(line),
      pricesByType: this.splitOfLine(line),
    }));
  }
}

/** Total of a line: own ones at four places, published ones as their source computes them. */
export const totalOf = ({ published, quantity, unitPrice }: Line): Amount | null =>
  published ? publishedLineTotal(quantity, unitPrice) : lineTotal(quantity, unitPrice);

const lineOf = ({ typeId, typeName, databaseId, databaseName, databaseSource, ...row }: LineRow): Line => ({
  ...row,
  productType: typeId === null ? null : { id: typeId, name: typeName ?? '' },
  costDatabase: databaseId === null ? null : { id: databaseId, name: databaseName ?? '', source: databaseSource ?? '' },
});

/** Tasks and everything within them. */
const readNodes = async (trx: Trx, accountId: number, roots: readonly number[]): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    with recursive below(id, depth) as (
      select id, 0 from unnest(${roots}::bigint[]) as id
      union
      select l.child_task_id, b.depth + 1
      from below b join task_lines l on l.account_id = ${accountId} and l.task_id = b.id
      where l.child_task_id is not null and b.depth < ${READ_DEPTH}
    )
    select distinct id from below`.execute(trx);
  return rows.map(({ id }) => id);
};

/**
 * Reads the lines of tasks and of everything within them, in two statements: the planner would take a recursion for
 * thousands of rows, and read all products for a few lines.
 */
export const readGraph = async (trx: Trx, accountId: number, roots: readonly number[]): Promise<Graph> => {
  const nodes = await readNodes(trx, accountId, roots);
  const { rows } = await sql<LineRow>`
    select l.id, l.task_id as "parentId", l.product_id as "resourceId", l.child_task_id as "taskId",
           case when coalesce(c.id, cd.id) is null then 'PRODUCT' else 'TASK' end as kind,
           trim_scale(l.quantity)::text as quantity, l.published,
           coalesce(pd.code, cd.code) as code, coalesce(pd.name, cd.description) as name, u.acronyms as unit,
           coalesce(p.price, c.unit_price) as "unitPrice", ty.id as "typeId", ty.name as "typeName",
           pt.id as "databaseId", pt.name as "databaseName", pt.source as "databaseSource"
    from task_lines l
    left join products p on p.account_id = ${accountId} and p.id = l.product_id
    left join product_definitions pd
      on pd.account_id = ${accountId} and pd.id = coalesce(p.definition_id, l.product_definition_id)
    left join product_types ty on ty.account_id = ${accountId} and ty.id = pd.product_type_id
    left join tasks c on c.account_id = ${accountId} and c.id = l.child_task_id
    left join task_definitions cd
      on cd.account_id = ${accountId} and cd.id = coalesce(c.definition_id, l.child_definition_id)
    left join units u on u.account_id = ${accountId} and u.id = coalesce(pd.unit_id, cd.unit_id)
    left join product_tables pt
      on pt.account_id = ${accountId} and pt.id = coalesce(p.product_table_id, c.product_table_id)
    where l.account_id = ${accountId} and l.task_id = any(${nodes}::bigint[])
    order by l.task_id, l.position, l.id`.execute(trx);
  const byTask = new Map<number, Line[]>();
  for (const row of rows) {
    const known = byTask.get(row.parentId);
    if (known) known.push(lineOf(row));
    else byTask.set(row.parentId, [lineOf(row)]);
  }
  return new Graph(byTask);
};
