import { isEmail, normalizeEmail } from '#domain/email.ts';
import { formatDate } from '#domain/dates.ts';
import { counted } from '#domain/numberFormat.ts';
import { PERMISSION_LABELS, PERMISSIONS, type Permission } from '#domain/permissions.ts';
import { isRecord, isText } from '#web/client/storage.ts';
import type { Problems } from '#web/form/useForm.ts';
import type { UserInput, UserRowFragment } from '#web/generated/security.ts';
import { today } from '#web/ui/index.ts';

/**
 * "company/building/permission"; no building is "-". Lists of keys are sorted, so that equal matrices give equal texts.
 */
export type GrantKey = string;

export interface UserForm {
  name: string;
  /** Of a person. */
  login: string;
  admin: boolean;
  service: boolean;
  /** Of a service account; '' until somebody is chosen. */
  responsibleId: string;
  permissions: GrantKey[];
}

const NONE = '-';

export const NO_EMAIL = 'Informe um e-mail válido.';

export const grantKey = (companyId: string, buildingId: string | null, permission: Permission): GrantKey =>
  `${companyId}/${buildingId ?? NONE}/${permission}`;

type PermissionRows = UserRowFragment['permissions'];

/** Returns the sorted keys of a matrix. */
export const keysOfRows = (rows: PermissionRows): GrantKey[] =>
  rows
    .flatMap(({ companyId, buildingId, permissions }) =>
      permissions.map((permission) => grantKey(companyId, buildingId ?? null, permission)),
    )
    .sort();

export const formOf = (row: UserRowFragment | null): UserForm => ({
  name: row?.name ?? '',
  login: row?.login ?? '',
  admin: row?.admin ?? false,
  service: row?.service ?? false,
  responsibleId: row?.responsible?.id ?? '',
  permissions: keysOfRows(row?.permissions ?? []),
});

export const isUserForm = (value: unknown): value is UserForm =>
  isRecord(value) &&
  isText(value.name) &&
  isText(value.login) &&
  typeof value.admin === 'boolean' &&
  typeof value.service === 'boolean' &&
  isText(value.responsibleId) &&
  Array.isArray(value.permissions) &&
  value.permissions.every(isText);

/** Returns the grants with the given keys set or removed. */
export const withGrants = (grants: readonly GrantKey[], keys: readonly GrantKey[], on: boolean): GrantKey[] => {
  const changed = new Set(keys);
  return [...new Set(on ? [...grants, ...keys] : grants.filter((key) => !changed.has(key)))].sort();
};

/** Returns the companies ("7") and places ("7/12", "7/-") with a grant. */
export const grantedPlaces = (grants: readonly GrantKey[]): ReadonlySet<string> =>
  new Set(
    grants.flatMap((key) => {
      const [company = '', building = NONE] = key.split('/');
      return [company, `${company}/${building}`];
    }),
  );

const isPermission = (text: string | undefined): text is Permission => PERMISSIONS.some((name) => name === text);

/** Returns the matrix of keys, one row per place. */
export const rowsOfKeys = (permissions: readonly GrantKey[]) => {
  const rows = new Map<string, { companyId: string; buildingId: string | null; permissions: Permission[] }>();
  for (const key of permissions) {
    const [companyId = '', building = NONE, permission] = key.split('/');
    const place = `${companyId}/${building}`;
    const row = rows.get(place) ?? { companyId, buildingId: building === NONE ? null : building, permissions: [] };
    if (isPermission(permission)) row.permissions.push(permission);
    rows.set(place, row);
  }
  return [...rows.values()];
};

export const inputOf = ({ name, login, admin, service, responsibleId, permissions }: UserForm): UserInput => ({
  name,
  ...(service ? { service, responsibleId } : { login, admin }),
  permissions: rowsOfKeys(permissions),
});

/** Returns the problems that block saving; the service checks again, and knows which addresses are taken. */
export const problemsOf = ({ name, login, service, responsibleId }: UserForm): Problems => ({
  ...(name.trim() === '' ? { name: 'Informe o nome.' } : {}),
  ...(service || isEmail(normalizeEmail(login)) ? {} : { login: NO_EMAIL }),
  ...(service && responsibleId === '' ? { responsibleId: 'Escolha quem responde por esta conta.' } : {}),
});

/** Returns "Despesas, Receitas · 2 obras", "Sem permissões". */
export const permissionsText = (permissions: PermissionRows): string => {
  const held = PERMISSIONS.filter((name) => permissions.some((row) => row.permissions.includes(name)));
  if (held.length === 0) return 'Sem permissões';
  const buildings = new Set(permissions.flatMap(({ buildingId }) => buildingId ?? [])).size;
  const where = buildings === 0 ? 'sem obra' : counted(buildings, 'obra');
  return `${held.map((name) => PERMISSION_LABELS[name]).join(', ')} · ${where}`;
};

/** Returns what a user may do, whoever granted it. */
export const rightsText = ({
  admin,
  permissions,
  groupPermissions,
}: Pick<UserRowFragment, 'admin' | 'permissions' | 'groupPermissions'>): string =>
  admin ? 'Administrador' : permissionsText([...permissions, ...groupPermissions]);

/** Returns who answers for a service account, or how long its tokens go on without; null for a person. */
export const responsibleText = ({ service, responsible, tokensUntil }: UserRowFragment): string | null => {
  if (!service) return null;
  if (responsible) return `responsável: ${responsible.name}`;
  return tokensUntil && tokensUntil >= today() ? `tokens valem até ${formatDate(tokensUntil)}` : 'tokens parados';
};

/** Returns what a user may do, which organization manages them, and who answers for a service account. */
export const accessText = (row: UserRowFragment): string =>
  [rightsText(row), row.managedBy ? `gerenciado por ${row.managedBy}` : null, responsibleText(row)]
    .filter((part) => part !== null)
    .join(' · ');

/** Returns a user's e-mail, or what stands in its place. */
export const loginText = ({ service, login }: Pick<UserRowFragment, 'service' | 'login'>): string =>
  service ? 'Conta de serviço' : login;
