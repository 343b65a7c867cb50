import {
  defaultFieldResolver,
  type GraphQLField,
  type GraphQLFieldResolver,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  Kind,
  OperationTypeNode,
} from 'graphql';
import type { SessionUser } from '#schema/security/session.rest.ts';
import type { GatewayContext } from '../context.ts';
import { forbidden, secondFactorDue } from '../rest/errors.ts';
import { type AccessRule, accessRuleOf, allows } from './rules.ts';

type Resolver = GraphQLFieldResolver<unknown, GatewayContext, Record<string, unknown>>;

const companyOf = ({ companyId }: Record<string, unknown>): string | null =>
  typeof companyId === 'string' ? companyId : null;

/** True when the operation selects `session`: the guards then use the same full read of the session (with places). */
const asksForSession = ({ operation }: GraphQLResolveInfo): boolean =>
  operation.selectionSet.selections.some((one) => one.kind === Kind.FIELD && one.name.value === 'session');

/** True for a query of one field: its own first call may bring the session. Of several, each would wait for the first. */
const isOneRead = ({ operation }: GraphQLResolveInfo): boolean =>
  operation.operation === OperationTypeNode.QUERY &&
  operation.selectionSet.selections.length === 1 &&
  operation.selectionSet.selections[0]?.kind === Kind.FIELD;

/**
 * Wraps `resolve` so that it throws FORBIDDEN unless the session satisfies the rule; costs one session call per
 * operation, or none where the field's own call brings the session.
 */
const guarded = (rule: AccessRule, resolve: Resolver): Resolver => {
  if (rule.kind === 'public') return resolve;
  const requireAccess = (session: SessionUser, args: Record<string, unknown>): void => {
    // What such a session may do is open to all users: the services tell which.
    if (session.secondFactorDue && rule.kind !== 'authenticated') throw secondFactorDue();
    if (!allows(rule, session, companyOf(args))) throw forbidden();
  };
  return async (source, args, context, info) => {
    const asks = asksForSession(info);
    if (asks || !isOneRead(info) || !context.mayBringSession()) {
      requireAccess(await (asks ? context.sessionWithPlaces() : context.session()), args);
      return resolve(source, args, context, info);
    }
    const permitted = async () => requireAccess(await context.session(), args);
    // The services decide by themselves whether the user may read.
    const answer = context.startWithSession(async () => resolve(source, args, context, info), permitted);
    answer.catch(() => undefined);
    await permitted();
    return answer;
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
 * Wraps the resolver of every root field, in place, with the access rule of its directive. Throws at start-up when a
 * root field has no directive or no resolver.
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
