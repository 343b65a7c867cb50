import {
  defaultFieldResolver,
  type GraphQLField,
  type GraphQLFieldResolver,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  Kind,
} from 'graphql';
import type { GatewayContext } from '../context.ts';
import { forbidden } from '../rest/errors.ts';
import { type AccessRule, accessRuleOf, allows } from './rules.ts';

type Resolver = GraphQLFieldResolver<unknown, GatewayContext, Record<string, unknown>>;

const companyOf = ({ companyId }: Record<string, unknown>): string | null =>
  typeof companyId === 'string' ? companyId : null;

/** The operation answers the session itself: it is read once then, whole, for its fields and for their guards. */
const asksForSession = ({ operation }: GraphQLResolveInfo): boolean =>
  operation.selectionSet.selections.some((one) => one.kind === Kind.FIELD && one.name.value === 'session');

/** Runs the resolver only for who the rule lets in; costs the one session call of the operation. */
const guarded = (rule: AccessRule, resolve: Resolver): Resolver => {
  if (rule.kind === 'public') return resolve;
  return async (source, args, context, info) => {
    const session = await (asksForSession(info) ? context.sessionWithPlaces() : context.session());
    if (!allows(rule, session, companyOf(args))) throw forbidden();
    return resolve(source, args, context, info);
  };
};

const guard = (field: GraphQLField<unknown, GatewayContext>, address: string, live: boolean): void => {
  const rule = accessRuleOf(field.astNode, address);
  if (live) {
    if (!field.subscribe) throw new Error(`${address} has no resolver`);
    field.subscribe = guarded(rule, field.subscribe);
  } else {
    if (!field.resolve || field.resolve === defaultFieldResolver) throw new Error(`${address} has no resolver`);
    field.resolve = guarded(rule, field.resolve);
  }
};

/**
 * Puts the rule of each root field's directive in front of its resolver, in place. A root field without a directive or
 * without a resolver stops the gateway from starting.
 */
export const enforceAccess = (schema: GraphQLSchema): GraphQLSchema => {
  const subscriptions = schema.getSubscriptionType();
  for (const type of [schema.getQueryType(), schema.getMutationType(), subscriptions]) {
    for (const field of Object.values(type?.getFields() ?? {})) {
      guard(field, `${type?.name}.${field.name}`, type === subscriptions);
    }
  }
  return schema;
};
