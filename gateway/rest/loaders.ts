import DataLoader from 'dataloader';
import type { AnswerOf, Endpoint, ParamsOf } from '#schema/platform/endpoint.ts';
import type { RestClient } from './client.ts';
import { hasCode, toGraphQLError } from './errors.ts';

/** Maximum ids per call: the contract limits `ids` to 12,000 characters. */
const BATCH = 500;
/** Milliseconds until `ids=` is tried again on a service that did not support it. */
const FORGET_AFTER = 10 * 60_000;

export interface Row {
  id: number;
}

/** Loads rows by id for one request. Returns null for an id that does not exist or is not visible to the user. */
export class RowLoader<T extends Row> {
  readonly #rows = new Map<number, T | null>();
  readonly #loader: DataLoader<number, T | null>;

  constructor(fetch: (ids: readonly number[]) => Promise<(T | null | Error)[]>) {
    this.#loader = new DataLoader(fetch, { maxBatchSize: BATCH });
  }

  /** Returns a prefetched row at once, else loads it in a batch with the other ids of the same tick. */
  load(id: number): T | null | Promise<T | null> {
    const row = this.#rows.get(id);
    return row === undefined ? this.#loader.load(id) : row;
  }

  /**
   * Loads the children of a whole list in one call, so that their resolvers need no promise each. Ignores failures:
   * `load` returns them to the fields that need the row.
   */
  async prefetch(ids: Iterable<number>): Promise<void> {
    const keys = [...new Set(ids)];
    const rows = await this.#loader.loadMany(keys);
    keys.forEach((key, index) => {
      const row = rows[index];
      if (row !== undefined && !(row instanceof Error)) this.#rows.set(key, row);
    });
  }
}

/** Creates the loader of one request for one owner (company or account). */
export interface LoaderFactory<T extends Row, Params> {
  (client: RestClient, params: Params): RowLoader<T>;
}

type ListAnswer<T> = { content: T[] };
type RowOf<L extends Endpoint> = (AnswerOf<L> extends ListAnswer<infer T> ? T : never) & Row;
type OwnerOf<L extends Endpoint> = ParamsOf<L>;

/** Lists that do not support `ids=`, as learned from their responses; shared by all requests. */
const withoutIds = new WeakMap<object, Map<Endpoint, number>>();

const isWithoutIds = (client: RestClient, list: Endpoint): boolean =>
  (withoutIds.get(client.transport)?.get(list) ?? 0) > Date.now();

const rememberWithoutIds = (client: RestClient, list: Endpoint): void => {
  const known = withoutIds.get(client.transport) ?? new Map<Endpoint, number>();
  withoutIds.set(client.transport, known.set(list, Date.now() + FORGET_AFTER));
};

/** Calls an endpoint of generic type, whose input TypeScript cannot check. */
const callLoosely = (client: RestClient, endpoint: Endpoint, input: object): Promise<unknown> =>
  client.call(endpoint, input as Parameters<RestClient['call']>[1]);

/**
 * Returns a loader over a list with `ids=`. A third-party service may have no such list, reject `ids=`, or ignore it;
 * the loader then calls `get` once per id and remembers this for FORGET_AFTER. `key` is the path parameter of the row
 * in `get`.
 */
export const byIds = <L extends Endpoint>(list: L, get: Endpoint, key = 'id'): LoaderFactory<RowOf<L>, OwnerOf<L>> => {
  type T = RowOf<L>;

  const one = async (client: RestClient, owner: object, id: number): Promise<T | null | Error> => {
    try {
      return (await callLoosely(client, get, { params: { ...owner, [key]: id } })) as T;
    } catch (error) {
      if (hasCode(error, 'NOT_FOUND')) return null;
      return error instanceof Error ? error : new Error(String(error));
    }
  };

  /** Returns null when the rows must be loaded one by one. */
  const batch = async (
    client: RestClient,
    owner: object,
    ids: readonly number[],
  ): Promise<Map<number, T> | Error | null> => {
    const size = 'size' in list.query.properties ? { size: ids.length } : {};
    const query = { ids: ids.join(','), ...size };
    try {
      const { content } = (await callLoosely(client, list, { params: owner, query })) as ListAnswer<T>;
      const rows = new Map(content.map((row) => [Number(row.id), row]));
      const requested = new Set(ids);
      const ignored = content.some((row) => !requested.has(Number(row.id))) && ids.some((id) => !rows.has(id));
      if (!ignored) return rows;
      rememberWithoutIds(client, list);
      return null;
    } catch (error) {
      // The list or its owner does not exist; `get` tells which. Not remembered: the owner differs between requests.
      if (hasCode(error, 'NOT_FOUND')) return null;
      if (!hasCode(error, 'INVALID')) return toGraphQLError(error);
      rememberWithoutIds(client, list);
      return null;
    }
  };

  return (client, owner) =>
    new RowLoader<T>(async (ids) => {
      const rows = isWithoutIds(client, list) ? null : await batch(client, owner, ids);
      // Returned per id: DataLoader would retry a batch that rejects for each waiting field.
      if (rows instanceof Error) return ids.map(() => rows);
      if (rows) return ids.map((id) => rows.get(id) ?? null);
      return Promise.all(ids.map((id) => one(client, owner, id)));
    });
};
