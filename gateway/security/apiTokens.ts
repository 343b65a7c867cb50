import { apiTokenEndpoints, type ApiToken, type ApiUsage } from '#schema/security/apiTokens.rest.ts';
import type { ApiTokenInput, Resolvers } from '../generated/resolvers.ts';
import { toId } from '../platform/ids.ts';

export type ApiTokenParent = ApiToken;
export type ApiUsageParent = ApiUsage;

const { list, create, revoke, usage } = apiTokenEndpoints;

const toBody = ({ name, serviceAccountId, access, areas, places, expiresOn, networks }: ApiTokenInput) => ({
  name,
  serviceAccountId: serviceAccountId == null ? null : toId(serviceAccountId),
  access,
  areas: [...areas],
  places:
    places?.map(({ companyId, buildingId }) => ({
      companyId: toId(companyId),
      buildingId: buildingId == null ? null : toId(buildingId),
    })) ?? null,
  expiresOn,
  networks: [...(networks ?? [])],
});

/** Tokens of programs, for administrators. */
export const apiTokens: Resolvers = {
  Query: {
    apiTokens: (_, _args, { rest }) => rest.call(list, {}),
    apiUsage: (_, _args, { rest }) => rest.call(usage, {}),
  },
  ApiToken: {
    madeBy: ({ madeBy }) => madeBy.name,
    makerActive: ({ madeBy }) => madeBy.active,
    places: ({ places }) =>
      places?.map(({ company, building }) => ({
        companyId: String(company.id),
        companyName: company.name,
        buildingId: building && String(building.id),
        buildingName: building && building.name,
      })) ?? null,
  },
  Mutation: {
    createApiToken: (_, { input }, { rest }) => rest.call(create, { body: toBody(input) }),
    revokeApiToken: (_, { id }, { rest }) => rest.call(revoke, { params: { id: toId(id) } }),
  },
};
