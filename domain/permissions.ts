export const PERMISSIONS = ['DEBIT', 'CREDIT', 'PURCHASE', 'ENGINEERING'] as const;
export type Permission = (typeof PERMISSIONS)[number];

/** Names of permissions on screen. */
export const PERMISSION_LABELS: Record<Permission, string> = {
  DEBIT: 'Despesas',
  CREDIT: 'Receitas',
  PURCHASE: 'Compras',
  ENGINEERING: 'Engenharia',
};

/** Company id → building id → grants; building "-1" covers rows without a building (§6, domain.md §2). */
export type PermissionMap = Record<string, Record<string, Permission[]>>;

export interface Grantee {
  admin: boolean;
  permissions: PermissionMap;
}

/** Id of a company or building: number in REST, text in GraphQL and in the map. */
export type Key = string | number;

/** The place selected in the menu; `buildingId` null or −1 means no building. */
export interface Scope {
  companyId: Key | null;
  buildingId: Key | null;
}

/** Id of "no building" (§9). */
export const NO_BUILDING = '-1';

/**
 * Returns the user's permissions in a place: those on the building, or on any building of the company without one (§6).
 * An admin has all. For menus only; `mayTouch` checks data.
 */
export function currentPermissions(grantee: Grantee, companyId: Key | null, buildingId: Key | null): Permission[] {
  if (grantee.admin) return [...PERMISSIONS];
  const buildings = buildingsOf(grantee, companyId);
  const chosen = buildingId === null || String(buildingId) === NO_BUILDING ? null : String(buildingId);
  const granted = new Set(chosen === null ? Object.values(buildings).flat() : grantsOf(buildings, chosen));
  return PERMISSIONS.filter((permission) => granted.has(permission));
}

/** Returns true for an admin, for any of the required permissions, or when `check` returns true (§6). */
export function isFeatureAllowed(
  grantee: Grantee,
  required: readonly Permission[],
  scope: Scope,
  check?: (grantee: Grantee, scope: Scope) => boolean,
): boolean {
  if (grantee.admin) return true;
  const current = currentPermissions(grantee, scope.companyId, scope.buildingId);
  return required.some((permission) => current.includes(permission)) || (check?.(grantee, scope) ?? false);
}

/**
 * Returns true when the user has every required permission: wallets, OFX import and models need DEBIT and CREDIT (§6).
 */
export function hasAllOf(grantee: Grantee, required: readonly Permission[], scope: Scope): boolean {
  const current = currentPermissions(grantee, scope.companyId, scope.buildingId);
  return required.every((permission) => current.includes(permission));
}

/** Returns the ids of companies where the user has any permission; "all" for an admin. */
export function allowedCompanies(grantee: Grantee): string[] | 'all' {
  if (grantee.admin) return 'all';
  return Object.keys(grantee.permissions).filter((id) => Object.values(buildingsOf(grantee, id)).flat().length > 0);
}

/**
 * Returns the buildings of a company where the user has one of the permissions: ids, null for rows without a building,
 * "all" for an admin.
 */
export function allowedBuildings(
  grantee: Grantee,
  companyId: Key,
  anyOf: readonly Permission[],
): (string | null)[] | 'all' {
  if (grantee.admin) return 'all';
  return Object.entries(buildingsOf(grantee, companyId))
    .filter(([, grants]) => anyOf.some((permission) => grants.includes(permission)))
    .map(([id]) => (id === NO_BUILDING ? null : id));
}

/**
 * Returns true when the user has the permission on every building of the row (null for none), as required to change or
 * pay it (domain.md §2). A row without buildings counts as null.
 */
export function mayTouch(
  grantee: Grantee,
  companyId: Key,
  buildingIds: readonly (Key | null)[],
  permission: Permission,
): boolean {
  if (grantee.admin) return true;
  const buildings = buildingsOf(grantee, companyId);
  const touched = buildingIds.length === 0 ? [null] : buildingIds;
  return touched.every((id) => grantsOf(buildings, id === null ? NO_BUILDING : String(id)).includes(permission));
}

// Object.hasOwn: ids come from requests, and every object inherits keys such as "constructor".
function buildingsOf(grantee: Grantee, companyId: Key | null): Record<string, Permission[]> {
  const id = String(companyId);
  return (Object.hasOwn(grantee.permissions, id) ? grantee.permissions[id] : undefined) ?? {};
}

function grantsOf(buildings: Record<string, Permission[]>, id: string): readonly Permission[] {
  return (Object.hasOwn(buildings, id) ? buildings[id] : undefined) ?? [];
}
