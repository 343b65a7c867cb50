import type { GraphQLResolveInfo } from 'graphql';
import { needsMore } from './selection.ts';

/** A row of which some fields came along inside another one; the rest is there only when the whole row was loaded. */
export type Embedded<Whole, Known extends keyof Whole> = Pick<Whole, Known> & Partial<Whole>;

/** What came along, where it answers all that is asked for; else the whole row. No row answers null. */
export const embeddedOr = <T>(
  info: Pick<GraphQLResolveInfo, 'fieldNodes' | 'fragments'>,
  known: ReadonlySet<string>,
  embedded: T,
  load: () => T | null | Promise<T | null>,
): T | null | Promise<T | null> => (needsMore(info, known) ? load() : embedded);
