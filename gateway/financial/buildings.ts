import { type Building as RestBuilding, buildingEndpoints } from '#schema/financial/buildings.rest.ts';
import type { Resolvers } from '../generated/resolvers.ts';
import { embedded } from '../platform/embedded.ts';
import { NO_BUILDING } from '../platform/ids.ts';
import { registerResolvers } from '../platform/register.ts';
import { type CompanyParent, embeddedCompany } from './companies.ts';
import { buildingLoader, stagesLoader } from './buildings.loaders.ts';

export interface BuildingParent extends Partial<Omit<RestBuilding, 'company'>> {
  id: number;
  name: string;
  company: CompanyParent;
}
/** Fields of a building that rows of other types embed; `stages` needs only its id. */
export const KNOWN_BUILDING: ReadonlySet<string> = new Set(['id', 'name', 'stages']);

/** Returns the building that a row names, or null for −1 (no building). */
export const toBuilding = (building: { id: number; name: string }, company: CompanyParent): BuildingParent | null =>
  building.id === NO_BUILDING ? null : { id: building.id, name: building.name, company };

export const embeddedBuilding = embedded('building', KNOWN_BUILDING, ({ id, company }: BuildingParent, context) =>
  context.loader(buildingLoader, { companyId: company.id }).load(id),
);

export const buildings: Resolvers = {
  ...registerResolvers('Building', buildingEndpoints),
  Building: {
    company: embeddedCompany,
    stages: async ({ id, company }, _, context) =>
      (await context.loader(stagesLoader, { companyId: company.id }).load(id))?.content ?? null,
  },
};
