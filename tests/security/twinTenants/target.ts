import type { Kind, Purpose, Rows } from './rows.ts';

export type Step = string | number;

/** Path of an id in a request: ['params', 'companyId'], ['body', 'transactionRecordBuildings', 0, 'building', 'id']. */
export interface Position {
  path: Step[];
  kind: Kind;
  /** True for `ids=1,2,3`. */
  list: boolean;
}

/** A request. `body` holds the arguments of a GraphQL field. */
export interface Draft {
  params: Record<string, unknown>;
  query: Record<string, unknown>;
  body: unknown;
  /** Sends a file that the call does not read, so that nothing is stored. */
  unreadable?: true;
}

/** The compared parts of a response. */
export interface RouteResponse {
  status: number;
  headers: Record<string, unknown>;
  text: string;
}

/** A REST route or a root field of GraphQL that takes ids. */
export interface Target {
  key: string;
  positions: Position[];
  /** Which row belongs at a path. */
  purposeOf(path: Step[]): Purpose;
  /** A request with ids from `rows`. */
  draft(rows: Rows, versionOf: (id: number) => number): Draft;
  send(draft: Draft, token: string | undefined): Promise<RouteResponse>;
}

/** A copy of the draft with another value at one place. */
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

/** The draft's value at a place; undefined if omitted. */
export const valueAt = (draft: Draft, { path }: Position): unknown =>
  path.reduce<unknown>((node, step) => (node == null ? undefined : Reflect.get(Object(node), step)), draft);
