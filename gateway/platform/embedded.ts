import type { GraphQLFieldExtensions, GraphQLResolveInfo } from 'graphql';
import type { GatewayContext } from '../context.ts';
import type { LoaderFactory, Row as Keyed } from '../rest/loaders.ts';
import { needsMore } from './selection.ts';

/**
 * A row embedded in another one: the fields in `Known` are always present, the rest only when the whole row was loaded.
 */
export type Embedded<Whole, Known extends keyof Whole> = Pick<Whole, Known> & Partial<Whole>;

declare module 'graphql' {
  interface GraphQLFieldExtensions<_TSource, _TContext, _TArgs> {
    /** Fields of this field's row that its parent embeds. */
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

/** The fields that every row embeds, and those of `sometimes` that this one has. */
const embeddedIn = <Row extends object>(
  row: Row,
  always: ReadonlySet<string>,
  sometimes: readonly (keyof Row & string)[],
) => new Set([...always, ...sometimes.filter((key) => row[key] !== undefined)]);

/**
 * Resolver of a field whose row the parent embeds under the field's name. Returns the embedded row when its fields
 * suffice for the selection, else loads the whole row. A document that always selects embedded fields only is compiled
 * without this resolver. `sometimes` are fields that some rows embed, too.
 */
export const embedded = <Field extends string, Row extends object>(
  field: Field,
  embedded: ReadonlySet<string>,
  load: Load<Row>,
  sometimes: readonly (keyof Row & string)[] = [],
): { resolve: Resolve<Field, Row>; extensions: GraphQLFieldExtensions<unknown, unknown> } => ({
  resolve: (parent, _, context, info) => {
    const row = parent[field] ?? null;
    if (!row || !needsMore(info, embedded)) return row;
    return needsMore(info, embeddedIn(row, embedded, sometimes)) ? load(row, context) : row;
  },
  extensions: { embedded },
});

/** The same of a field with several rows; a row that no longer exists is left out. */
export const embeddedList = <Field extends string, Row>(
  field: Field,
  embedded: ReadonlySet<string>,
  load: Load<Row>,
): {
  resolve: (
    parent: Readonly<Record<Field, readonly Row[]>>,
    args: unknown,
    context: GatewayContext,
    info: GraphQLResolveInfo,
  ) => Promise<Row[]>;
  extensions: GraphQLFieldExtensions<unknown, unknown>;
} => ({
  resolve: async (parent, _, context, info) => {
    const rows = parent[field];
    if (!needsMore(info, embedded)) return [...rows];
    const whole = await Promise.all(rows.map(async (row) => load(row, context)));
    return whole.filter((row) => row !== null);
  },
  extensions: { embedded },
});

/** Returns a function that loads the whole row of an entity that belongs to the account instead of a company. */
export const wholeOf =
  <Row extends Keyed>(loader: LoaderFactory<Row, { accountId: number }>) =>
  async ({ id }: { id: number }, context: GatewayContext): Promise<Row | null> =>
    context.loader(loader, await context.account()).load(id);
