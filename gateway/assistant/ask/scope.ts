import type { Request } from './asking.ts';
import type { Asking } from './asking.ts';
import type { Permission } from '#domain/permissions.ts';

/** True when the asker sees all obras of the company with one of the permissions, and what belongs to none. */
export const seesAll = ({ session, companyId }: Asking, permissions: readonly Permission[]): boolean => {
  if (session.admin) return true;
  const granted = session.permissions[companyId] ?? {};
  const holds = (building: string) => permissions.some((one) => granted[building]?.includes(one) === true);
  return holds('-1') && Object.keys(session.companies[companyId]?.buildings ?? {}).every(holds);
};

/** "todas as obras", "nas obras que você vê", or the obra of the question. */
export const placeWords = (request: Request, asking: Asking, permission: Permission): string => {
  const { building } = request.names;
  if (building) return building.name;
  return seesAll(asking, [permission]) ? 'todas as obras' : 'nas obras que você vê';
};

/** Value of the address's key `building`: without one, a list would show the obra that is chosen in the menu. */
export const buildingKey = ({ names }: Request): string => names.building?.id ?? 'all';
