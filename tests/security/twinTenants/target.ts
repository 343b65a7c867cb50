import type { Kind, Purpose, Rows } from './rows.ts';

export type Step = string | number;

/** A place of a request where an id stands: ['params', 'companyId'], ['body', 'transactionRecordBuildings', 0, 'building', 'id']. */
export interface Position {
  path: Step[];
  kind: Kind;
  /** `ids=1,2,3` */
  list: boolean;
}

/** A request. Arguments of a GraphQL field stand in `body`. */
export interface Draft {
  params: Record<string, unknown>;
  query: Record<string, unknown>;
  body: unknown;
}

/** An answer, as far as answers are compared. */
export interface Said {
  status: number;
  headers: Record<string, unknown>;
  text: string;
}

/** Something that can be asked with ids in it: a REST route, or a root field of GraphQL. */
export interface Target {
  key: string;
  positions: Position[];
  /** Which of the party's rows belongs at a place. */
  purposeOf(path: Step[]): Purpose;
  /** A request in which every id is a row of `rows`. */
  draft(rows: Rows, versionOf: (id: number) => number): Draft;
  send(draft: Draft, token: string | undefined): Promise<Said>;
}

/** The draft with another value at one place. */
export const replaced = (draft: Draft, { path, list }: Position, id: number | string): Draft => {
  const copy = structuredClone(draft);
  let node: unknown = copy;
  for (const [index, step] of path.slice(0, -1).entries()) {
    const next: unknown = Reflect.get(Object(node), step);
    const fresh = typeof path[index + 1] === 'number' ? [] : {};
    if (next === undefined || next === null) Reflect.set(Object(node), step, fresh);
    node = Reflect.get(Object(node), step);
  }
  Reflect.set(Object(node), path.at(-1) as Step, list ? String(id) : id);
  return copy;
};

/** What a draft has at a place; undefined where the place is left out. */
export const valueAt = (draft: Draft, { path }: Position): unknown =>
  path.reduce<unknown>((node, step) => (node == null ? undefined : Reflect.get(Object(node), step)), draft);
