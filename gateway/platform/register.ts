import type { BodyOf, Endpoint, QueryOf } from '#schema/platform/endpoint.ts';
import type { GatewayContext } from '../context.ts';
import type { Resolvers, ResolversParentTypes } from '../generated/resolvers.ts';
import { toId } from './ids.ts';
import { importing, undoing } from './imports.ts';
import { pick, toPageQuery } from './lists.ts';

/** Names of schema types that have an input and a filter: `Brand` with `BrandInput` and `BrandFilter`. */
type RegisterName = {
  [T in keyof ResolversParentTypes]: `${T}Input` extends keyof ResolversParentTypes
    ? `${T}Filter` extends keyof ResolversParentTypes
      ? T
      : never
    : never;
}[keyof ResolversParentTypes];

type InputOf<Name extends RegisterName> = ResolversParentTypes[`${Name}Input` & keyof ResolversParentTypes];
type FilterOf<Name extends RegisterName> = ResolversParentTypes[`${Name}Filter` & keyof ResolversParentTypes];

type Calls = Record<'list' | 'get' | 'create' | 'update' | 'remove', Endpoint> & {
  totals?: Endpoint;
  import?: Endpoint;
  undoImport?: Endpoint;
};

/** Query keys of lists that are not filters: paging, and the place where that is an argument of its own. */
type Beside = 'page' | 'size' | 'sort' | 'ids' | 'allIds' | 'companyId' | 'building';

/** Compile-time check: resolves to a type error that names the keys of A that B lacks. */
type Differs<A, B, Message extends string> = Exclude<A, B> extends never ? unknown : Record<Message, Exclude<A, B>>;
type SameFields<Name extends RegisterName, E extends Calls> = Differs<
  keyof InputOf<Name>,
  keyof BodyOf<E['create']>,
  'the body of REST lacks'
> &
  Differs<keyof BodyOf<E['create']>, keyof InputOf<Name>, 'the input of GraphQL lacks'> &
  Differs<keyof FilterOf<Name>, keyof QueryOf<E['list']>, 'the list of REST lacks'> &
  Differs<Exclude<keyof QueryOf<E['list']>, Beside>, keyof FilterOf<Name>, 'the filter of GraphQL lacks'>;

type Fields = Record<string, unknown>;

/** Arguments of a register's root fields, validated by GraphQL. */
interface Arguments {
  id: string;
  companyId: string;
  version: number;
  input: Fields;
  filter?: Fields | null;
  page?: number;
  size?: number;
}

type Root = (parent: unknown, args: Arguments, context: GatewayContext) => Promise<unknown>;

const pluralOf = (name: string): string => (name.endsWith('y') ? `${name.slice(0, -1)}ies` : `${name}s`);

const keysOf = ({ query }: Endpoint): string[] => Object.keys(query.properties);

/** Returns the path parameters of a call: the account from the session, the rest from the arguments. */
const paramsOf = async (endpoint: Endpoint, args: Arguments, context: GatewayContext): Promise<Fields> => {
  const names = Object.keys(endpoint.params.properties);
  const params: Fields = {};
  if (names.includes('accountId')) Object.assign(params, await context.account());
  if (names.includes('companyId')) params['companyId'] = toId(args.companyId);
  if (names.includes('id')) params['id'] = toId(args.id);
  return params;
};

const takesNull = (schema: unknown): boolean =>
  typeof schema === 'object' &&
  schema !== null &&
  'anyOf' in schema &&
  Array.isArray(schema.anyOf) &&
  schema.anyOf.some((branch: { type?: unknown }) => branch.type === 'null');

/** Returns the body of a call. Omits fields that are null in GraphQL but not nullable in REST. */
const bodyOf = ({ body }: Endpoint, { input, id, version }: Partial<Arguments>): Fields => {
  const known = 'properties' in body ? (body.properties as Fields) : {};
  const given = Object.entries(input ?? {}).filter(([key, value]) => value !== null || takesNull(known[key]));
  return {
    ...Object.fromEntries(given),
    ...(version === undefined ? {} : { version }),
    ...(id !== undefined && 'id' in known ? { id: toId(id) } : {}),
  };
};

/** Calls an endpoint whose types `registerResolvers` has checked. */
const call = async (
  endpoint: Endpoint,
  args: Arguments,
  context: GatewayContext,
  rest: { query?: Fields; body?: Fields } = {},
): Promise<unknown> =>
  context.rest.call(endpoint, { params: await paramsOf(endpoint, args, context), ...rest } as Parameters<
    typeof context.rest.call<Endpoint>
  >[1]);

/**
 * Returns the resolvers of a register by its schema type: `brands`, `brand`, `brandTotals`, `createBrand`,
 * `updateBrand`, `deleteBrand`, and `importBrands` with `undoImportBrands` where the register has the calls. Filters and bodies are those of the
 * REST contract; a difference from the SDL does not compile.
 */
export const registerResolvers = <Name extends RegisterName, E extends Calls>(
  type: Name,
  endpoints: E & SameFields<Name, E>,
): Resolvers => {
  const calls: Calls = endpoints;
  const { totals, import: imported, undoImport } = calls;
  const row = type.charAt(0).toLowerCase() + type.slice(1);
  const listed: Root = (_, { filter, ...args }, context) => {
    const query = { ...toPageQuery(args), ...pick(filter, keysOf(calls.list)) };
    return call(calls.list, { ...args, filter }, context, { query });
  };
  const query: Record<string, Root> = {
    [pluralOf(row)]: listed,
    [row]: (_, args, context) => call(calls.get, args, context),
    ...(totals && {
      [`${row}Totals`]: (_: unknown, args: Arguments, context: GatewayContext) =>
        call(totals, args, context, { query: pick(args.filter, keysOf(totals)) }),
    }),
  };
  const mutation: Record<string, Root> = {
    [`create${type}`]: async (_, args, context) => ({
      [row]: await call(calls.create, args, context, { body: bodyOf(calls.create, { input: args.input }) }),
    }),
    [`update${type}`]: async (_, args, context) => ({
      [row]: await call(calls.update, args, context, { body: bodyOf(calls.update, args) }),
    }),
    [`delete${type}`]: async (_, args, context) => {
      await call(calls.remove, args, context);
      return { id: args.id };
    },
  };
  const imports = {
    ...(imported && { [`import${pluralOf(type)}`]: importing(imported) }),
    ...(undoImport && { [`undoImport${pluralOf(type)}`]: undoing(undoImport) }),
  };
  return { Query: query, Mutation: { ...mutation, ...imports } };
};
