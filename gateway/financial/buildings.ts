import { type Building as RestBuilding, buildingEndpoints } from '#schema/financial/buildings.rest.ts';
import type { BuildingInput, Resolvers } from '../generated/resolvers.ts';
import { embedded } from '../platform/embedded.ts';
import { NO_BUILDING, toId } from '../platform/ids.ts';
import { pick, toPageQuery } from '../platform/lists.ts';
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

const toBody = ({ name, active }: BuildingInput) => ({ name, active: active ?? undefined });

export const buildings: Resolvers = {
  Query: {
    buildings: (_, { companyId, filter, ...page }, { rest }) =>
      rest.call(buildingEndpoints.list, {
        params: { companyId: toId(companyId) },
        query: { ...toPageQuery(page), ...pick(filter, ['active', 'name', 'search']) },
      }),
    buildingTotals: (_, { companyId, filter }, { rest }) =>
      rest.call(buildingEndpoints.totals, {
        params: { companyId: toId(companyId) },
        query: pick(filter, ['name', 'search']),
      }),
    building: (_, { companyId, id }, { rest }) =>
      rest.call(buildingEndpoints.get, { params: { companyId: toId(companyId), id: toId(id) } }),
  },
  Building: {
    company: embeddedCompany,
    stages: async ({ id, company }, _, context) =>
      (await context.loader(stagesLoader, { companyId: company.id }).load(id))?.content ?? null,
  },
  Mutation: {
    createBuilding: async (_, { companyId, input }, { rest }) => ({
      building: await rest.call(buildingEndpoints.create, {
        params: { companyId: toId(companyId) },
        body: toBody(input),
      }),
    }),
    updateBuilding: async (_, { companyId, id, version, input }, { rest }) => ({
      building: await rest.call(buildingEndpoints.update, {
        params: { companyId: toId(companyId) },
        body: { ...toBody(input), id: toId(id), version },
      }),
    }),
    deleteBuilding: async (_, { companyId, id }, { rest }) => {
      await rest.call(buildingEndpoints.remove, { params: { companyId: toId(companyId), id: toId(id) } });
      return { id };
    },
  },
};
