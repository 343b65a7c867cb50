export const PERMISSIONS = ['DEBIT', 'CREDIT', 'PURCHASE', 'ENGINEERING'] as const;
export type Permission = (typeof PERMISSIONS)[number];

/** Company id → building id → grants; building "-1" is for rows that belong to no building (§6, domain.md §2). */
export type PermissionMap = Record<string, Record<string, Permission[]>>;

export interface Grantee {
  admin: boolean;
  permissions: PermissionMap;
}

/** Key of a company or building: number in REST, text in GraphQL and in the map. */
export type Key = string | number;

/** Company and building that are chosen in the shell; null (or −1) is "no building chosen". */
export interface Scope {
  companyId: Key | null;
  buildingId: Key | null;
}

/** The sentinel of §9 for "no building". */
export const NO_BUILDING = '-1';

/**
 * What the person may do where they are: the grants of the chosen building, or all of the company's when none is
 * chosen (§6). An admin may do everything. Decides what menus show; data is filtered by `mayTouch`.
 */
export function currentPermissions(grantee: Grantee, companyId: Key | null, buildingId: Key | null): Permission[] {
  if (grantee.admin) return [...PERMISSIONS];
  const buildings = buildingsOf(grantee, companyId);
  const chosen = buildingId === null || String(buildingId) === NO_BUILDING ? null : String(buildingId);
  const granted = new Set(chosen === null ? Object.values(buildings).flat() : grantsOf(buildings, chosen));
  return PERMISSIONS.filter((permission) => granted.has(permission));
}

/** §6: allowed for an admin, for any of the required permissions, or when the function check passes. */
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

/** For what needs every one of them: wallets, OFX import and models need DEBIT and CREDIT (§6). */
export function hasAllOf(grantee: Grantee, required: readonly Permission[], scope: Scope): boolean {
  const current = currentPermissions(grantee, scope.companyId, scope.buildingId);
  return required.every((permission) => current.includes(permission));
}

/** Ids of the companies where the person has any permission; "all" for an admin. */
export function allowedCompanies(grantee: Grantee): string[] | 'all' {
  if (grantee.admin) return 'all';
  return Object.keys(grantee.permissions).filter((id) => Object.values(buildingsOf(grantee, id)).flat().length > 0);
}

/**
 * Buildings of a company where the person has one of the permissions: their ids, null for rows that belong to no
 * building, "all" for an admin.
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
 * True when the person holds the permission on every building of the row (null for none): what changing or paying it
 * needs (domain.md §2). A row that names no building at all belongs to no building.
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

// Object.hasOwn: ids come from requests, and "constructor" is a key that every object answers to.
function buildingsOf(grantee: Grantee, companyId: Key | null): Record<string, Permission[]> {
  const id = String(companyId);
  return (Object.hasOwn(grantee.permissions, id) ? grantee.permissions[id] : undefined) ?? {};
}

function grantsOf(buildings: Record<string, Permission[]>, id: string): readonly Permission[] {
  return (Object.hasOwn(buildings, id) ? buildings[id] : undefined) ?? [];
}
