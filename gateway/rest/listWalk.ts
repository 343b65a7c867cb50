import type { Endpoint } from '#schema/platform/endpoint.ts';

type Query = Readonly<Record<string, unknown>>;

/**
 * What an export asks of a list besides its page, which no operation of GraphQL says: the ids of all its rows, or the rows
 * of some of these. The list's own call takes it along, whatever the operation.
 */
export class ListWalk {
  /** Of all rows, once they were asked for; undefined for a list that cannot say them. */
  ids: readonly number[] | undefined;

  constructor(private readonly chosen: readonly number[] | 'all') {}

  /** Whether a call is the list's own: it can say ids, and is asked for a page. */
  isList({ query: { properties } }: Endpoint, query: Query | undefined): boolean {
    return 'allIds' in properties && query?.['page'] !== undefined;
  }

  queryOf(query: Query | undefined): Query {
    return { ...query, ...(this.chosen === 'all' ? { allIds: true } : { ids: this.chosen.join(',') }) };
  }

  /** Reads an answer of the list. */
  take(answer: unknown): void {
    // Safe cast: the contract of a list that can say ids defines it.
    this.ids = (answer as { ids?: number[] }).ids;
  }
}
