import type { GraphQLFieldExtensions, GraphQLResolveInfo } from 'graphql';
import type { GatewayContext } from '../context.ts';
import type { LoaderFactory, Row as Keyed } from '../rest/loaders.ts';
import { needsMore } from './selection.ts';

/** A row of which some fields came along inside another one; the rest is there only when the whole row was loaded. */
export type Embedded<Whole, Known extends keyof Whole> = Pick<Whole, Known> & Partial<Whole>;

declare module 'graphql' {
  interface GraphQLFieldExtensions<_TSource, _TContext, _TArgs> {
    /** Fields that come along of the row behind this one. */
    embedded?: ReadonlySet<string>;
  }
}

type Load<Row> = (row: Row, context: GatewayContext) => Row | null | Promise<Row | null>;
type Resolve<Field extends string, Row> = (
  parent: Readonly<Partial<Record<Field, Row | null>>>,
  args: unknown,
  context: GatewayContext,
  info: GraphQLResolveInfo,
) => Row | null | Promise<Row | null>;

/**
 * Resolver of a field whose row came along inside its parent's, under the name of the field: what came along where it
 * answers all that is asked for, else the whole row. A document that never asks for more runs without it.
 */
export const embedded = <Field extends string, Row>(
  field: Field,
  embedded: ReadonlySet<string>,
  load: Load<Row>,
): { resolve: Resolve<Field, Row>; extensions: GraphQLFieldExtensions<unknown, unknown> } => ({
  resolve: (parent, _, context, info) => {
    const row = parent[field] ?? null;
    return row && needsMore(info, embedded) ? load(row, context) : row;
  },
  extensions: { embedded },
});

/** Loads the whole of a row that stands in the account rather than in a company. */
export const wholeOf =
  <Row extends Keyed>(loader: LoaderFactory<Row, { accountId: number }>) =>
  async ({ id }: { id: number }, context: GatewayContext): Promise<Row | null> =>
    context.loader(loader, await context.account()).load(id);
