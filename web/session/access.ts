import { hasAllOf, isFeatureAllowed, type Grantee, type Permission, type Scope } from '#domain/permissions.ts';

/** Which users may enter a route (§6). */
export type AccessRule =
  'public' | 'authenticated' | 'admin' | { anyOf: readonly Permission[] } | { allOf: readonly Permission[] };

/** Returns whether menu, guard and palette offer a route. The services check again on every call. */
export const mayEnter = (rule: AccessRule, grantee: Grantee, scope: Scope): boolean => {
  if (rule === 'public' || rule === 'authenticated') return true;
  if (grantee.admin) return true;
  if (rule === 'admin') return false;
  return 'anyOf' in rule ? isFeatureAllowed(grantee, rule.anyOf, scope) : hasAllOf(grantee, rule.allOf, scope);
};
