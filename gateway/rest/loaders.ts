import DataLoader from 'dataloader';
import type { AnswerOf, Endpoint, ParamsOf } from '#schema/platform/endpoint.ts';
import type { RestClient } from './client.ts';
import { hasCode, toGraphQLError } from './errors.ts';

/** Keys in one call: the contract's `ids` holds 12,000 characters. */
const BATCH = 500;
/** How long a service that does not know `ids=` is asked one by one before `ids=` is tried again. */
const FORGET_AFTER = 10 * 60_000;

export interface Row {
  id: number;
}

/** Rows by key for one request. A key that the service does not know (or does not show) gives null. */
export class RowLoader<T extends Row> {
  readonly #rows = new Map<number, T | null>();
  readonly #loader: DataLoader<number, T | null>;

  constructor(fetch: (ids: readonly number[]) => Promise<(T | null | Error)[]>) {
    this.#loader = new DataLoader(fetch, { maxBatchSize: BATCH });
  }

  /** At once when it was prefetched, else with the other keys asked in the same tick. */
  load(id: number): T | null | Promise<T | null> {
    const row = this.#rows.get(id);
    return row === undefined ? this.#loader.load(id) : row;
  }

  /**
   * Loads the children of a whole list in one call, so that their resolvers answer without a promise each. A failure
   * is not told here: it belongs to the fields that asked, which ask the same loader.
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

/** Makes the loader of one request for one owner (company or account). */
export interface LoaderFactory<T extends Row, Params> {
  (client: RestClient, params: Params): RowLoader<T>;
}

type ListAnswer<T> = { content: T[] };
type RowOf<L extends Endpoint> = (AnswerOf<L> extends ListAnswer<infer T> ? T : never) & Row;
type OwnerOf<L extends Endpoint> = ParamsOf<L>;

/** Which lists do not know `ids=`; told from what they answered, for all requests. */
const withoutIds = new WeakMap<object, Map<Endpoint, number>>();

const isWithoutIds = (client: RestClient, list: Endpoint): boolean =>
  (withoutIds.get(client.transport)?.get(list) ?? 0) > Date.now();

const rememberWithoutIds = (client: RestClient, list: Endpoint): void => {
  const known = withoutIds.get(client.transport) ?? new Map<Endpoint, number>();
  withoutIds.set(client.transport, known.set(list, Date.now() + FORGET_AFTER));
};

/** Calls with what the type of the endpoint in hand would forbid to write generically. */
const callLoosely = (client: RestClient, endpoint: Endpoint, input: object): Promise<unknown> =>
  client.call(endpoint, input as Parameters<RestClient['call']>[1]);

/**
 * A loader over a list that takes `ids=`. A wrapped service may have no such list, or answer `ids=` with a refusal or
 * with rows that nobody asked for; it is then asked row by row, each key once, and this is remembered for a while.
 * `key` is the name of the row's own parameter in the path of `get`.
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

  /** null: ask row by row. */
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
      const asked = new Set(ids);
      const ignored = content.some((row) => !asked.has(Number(row.id))) && ids.some((id) => !rows.has(id));
      if (!ignored) return rows;
      rememberWithoutIds(client, list);
      return null;
    } catch (error) {
      // No such list, or no such owner of it: the rows tell which. One person's owner says nothing about others', so
      // this is not remembered.
      if (hasCode(error, 'NOT_FOUND')) return null;
      if (!hasCode(error, 'INVALID')) return toGraphQLError(error);
      rememberWithoutIds(client, list);
      return null;
    }
  };

  return (client, owner) =>
    new RowLoader<T>(async (ids) => {
      const rows = isWithoutIds(client, list) ? null : await batch(client, owner, ids);
      // Told row by row, since a batch that throws as a whole is asked again by everybody who still waits for it.
      if (rows instanceof Error) return ids.map(() => rows);
      if (rows) return ids.map((id) => rows.get(id) ?? null);
      return Promise.all(ids.map((id) => one(client, owner, id)));
    });
};
