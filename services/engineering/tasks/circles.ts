import { sql } from 'kysely';
import type { Trx } from '../../platform/db/unitOfWork.ts';

/** A use of one task in another. */
export interface Edge {
  parentId: number;
  childId: number;
}

export interface TaskNode {
  id: number;
  code: string;
  name: string;
}

interface EdgeRow extends Edge {
  code: string;
  name: string;
}

/** Uses of tasks by tasks, walked in one direction from where they were read. */
export class Uses {
  readonly #next = new Map<number, number[]>();
  readonly #nodes = new Map<number, TaskNode>();
  readonly #heights = new Map<number, number>();

  /** `from` and `to` say which end of a use is nearer to where the walk began. */
  constructor(rows: readonly EdgeRow[], from: keyof Edge, to: keyof Edge) {
    for (const row of rows) {
      const known = this.#next.get(row[from]);
      if (known) known.push(row[to]);
      else this.#next.set(row[from], [row[to]]);
      this.#nodes.set(row[to], { id: row[to], code: row.code, name: row.name });
    }
  }

  node(id: number): TaskNode | undefined {
    return this.#nodes.get(id);
  }

  /** Levels from a task to the end of the longest way, itself included. */
  height(id: number): number {
    const known = this.#heights.get(id);
    if (known !== undefined) return known;
    // Set first: a circle ends here, and is refused as such.
    this.#heights.set(id, 1);
    const height = 1 + Math.max(0, ...(this.#next.get(id) ?? []).map((next) => this.height(next)));
    this.#heights.set(id, height);
    return height;
  }

  /** The shortest way from one task to another, both included; null when there is none. */
  way(from: number, to: number): number[] | null {
    const cameFrom = new Map<number, number | null>([[from, null]]);
    const queue = [from];
    for (let id = queue.shift(); id !== undefined; id = queue.shift()) {
      if (id === to) return this.#back(cameFrom, to);
      for (const next of this.#next.get(id) ?? []) {
        if (cameFrom.has(next)) continue;
        cameFrom.set(next, id);
        queue.push(next);
      }
    }
    return null;
  }

  #back(cameFrom: ReadonlyMap<number, number | null>, end: number): number[] {
    const way: number[] = [];
    for (let id: number | null | undefined = end; id != null; id = cameFrom.get(id)) way.unshift(id);
    return way;
  }
}

/** Everything within tasks, published ones too. */
export const readUsesBelow = async (trx: Trx, accountId: number, roots: readonly number[]): Promise<Uses> => {
  const { rows } = await sql<EdgeRow>`
    with recursive below(parent_id, child_id) as (
      select null::bigint, id from unnest(${roots}::bigint[]) as id
      union
      select l.task_id, l.child_task_id
      from below b join task_lines l on l.account_id = ${accountId} and l.task_id = b.child_id
      where l.child_task_id is not null
    )
    select b.parent_id as "parentId", b.child_id as "childId", d.code, d.description as name
    from below b
    join tasks t on t.account_id = ${accountId} and t.id = b.child_id
    join task_definitions d on d.account_id = ${accountId} and d.id = t.definition_id`.execute(trx);
  return new Uses(rows, 'parentId', 'childId');
};

/** Everything that uses a task, at any depth; only own tasks use others of whatever cost database. */
export const readUsesAbove = async (trx: Trx, accountId: number, id: number): Promise<Uses> => {
  const { rows } = await sql<EdgeRow>`
    with recursive above(parent_id, child_id) as (
      select ${id}::bigint, null::bigint
      union
      select i.task_id, i.child_task_id
      from above a join task_items i on i.account_id = ${accountId} and i.child_task_id = a.parent_id
    )
    select a.parent_id as "parentId", a.child_id as "childId", d.code, d.description as name
    from above a
    join tasks t on t.account_id = ${accountId} and t.id = a.parent_id
    join task_definitions d on d.account_id = ${accountId} and d.id = t.definition_id`.execute(trx);
  return new Uses(rows, 'childId', 'parentId');
};
