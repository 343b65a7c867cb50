import { type DirectiveNode, type FieldDefinitionNode, valueFromASTUntyped } from 'graphql';
import { currentPermissions, type Permission, PERMISSIONS } from '#domain/permissions.ts';
import type { SessionUser } from '#schema/security/session.rest.ts';

/** Access rule of a root field (§6). */
export type AccessRule =
  | { kind: 'public' }
  | { kind: 'authenticated' }
  | { kind: 'admin' }
  | { kind: 'requires'; anyOf: Permission[]; allOf: Permission[] };

const isPermission = (value: unknown): value is Permission => PERMISSIONS.some((name) => name === value);

const listArgument = ({ arguments: args = [] }: DirectiveNode, name: string): Permission[] => {
  const argument = args.find((candidate) => candidate.name.value === name);
  if (!argument) return [];
  const value: unknown = valueFromASTUntyped(argument.value);
  return (Array.isArray(value) ? value : [value]).filter(isPermission);
};

const ruleOf = (directive: DirectiveNode): AccessRule | null => {
  switch (directive.name.value) {
    case 'public':
      return { kind: 'public' };
    case 'authenticated':
      return { kind: 'authenticated' };
    case 'admin':
      return { kind: 'admin' };
    case 'requires':
      return { kind: 'requires', anyOf: listArgument(directive, 'anyOf'), allOf: listArgument(directive, 'allOf') };
    default:
      return null;
  }
};

/**
 * Returns the access rule of a field. Throws when the field has no access directive, more than one, or a `@requires`
 * without permissions.
 */
export const accessRuleOf = (field: FieldDefinitionNode | null | undefined, address: string): AccessRule => {
  const rules = (field?.directives ?? []).flatMap((directive) => ruleOf(directive) ?? []);
  const [rule, second] = rules;
  if (!rule) throw new Error(`${address} has no access directive: say @public, @authenticated, @admin or @requires`);
  if (second) throw new Error(`${address} has more than one access directive`);
  if (rule.kind === 'requires' && rule.anyOf.length + rule.allOf.length === 0) {
    throw new Error(`${address}: @requires names no permission`);
  }
  return rule;
};

/**
 * Returns true when the session satisfies the rule. Counts the permissions on any building of `companyId`, or of all
 * companies when it is null. The services decide which rows the user may read.
 */
export const allows = (rule: AccessRule, session: SessionUser, companyId: string | null): boolean => {
  if (rule.kind === 'public' || rule.kind === 'authenticated' || session.admin) return true;
  if (rule.kind === 'admin') return false;
  const companies = companyId === null ? Object.keys(session.permissions) : [companyId];
  const granted = new Set(companies.flatMap((id) => currentPermissions(session, id, null)));
  const any = rule.anyOf.length === 0 || rule.anyOf.some((permission) => granted.has(permission));
  return any && rule.allOf.every((permission) => granted.has(permission));
};
