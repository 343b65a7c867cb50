import { isEmail, normalizeEmail } from '#domain/email.ts';
import { buildingEndpoints } from '#schema/financial/buildings.rest.ts';
import { companyEndpoints } from '#schema/financial/companies.rest.ts';
import { passwordEndpoints } from '#schema/security/passwords.rest.ts';
import { type User as RestUser, userEndpoints } from '#schema/security/users.rest.ts';
import type { Resolvers, UserInput } from '../generated/resolvers.ts';
import { NO_BUILDING, toId } from '../platform/ids.ts';
import { allRows } from '../platform/lists.ts';
import { registerResolvers } from '../platform/register.ts';

export type UserParent = RestUser;

type RestPermissions = RestUser['permissions'];

/** Converts the permission rows to the map of §6; merges rows of the same building. */
export const toPermissionMap = (rows: NonNullable<UserInput['permissions']>): RestPermissions => {
  const map: RestPermissions = {};
  for (const { companyId, buildingId, permissions } of rows) {
    const buildings = (map[toId(companyId)] ??= {});
    const key = buildingId ? toId(buildingId) : NO_BUILDING;
    buildings[key] = [...new Set([...(buildings[key] ?? []), ...permissions])];
  }
  return map;
};

/** Converts the map of §6 to one row per place. */
export const toPermissionRows = (map: RestPermissions) =>
  Object.entries(map).flatMap(([companyId, buildings]) =>
    Object.entries(buildings).map(([buildingId, permissions]) => ({
      companyId,
      buildingId: buildingId === String(NO_BUILDING) ? null : buildingId,
      permissions,
    })),
  );

const toBody = ({ login, name, service, responsibleId, admin, active, permissions }: UserInput) => ({
  login: login ?? undefined,
  name,
  service: service ?? undefined,
  responsibleId: responsibleId == null ? undefined : toId(responsibleId),
  admin: admin ?? undefined,
  active: active ?? undefined,
  ...(permissions && { permissions: toPermissionMap(permissions) }),
});

const register = registerResolvers('User', userEndpoints);

/** No loaders: only administrators read users, one list at a time. */
export const users: Resolvers = {
  Query: {
    ...register.Query,
    grantableCompanies: async (_, _args, context) => {
      const params = await context.account();
      const [companies, buildings] = await Promise.all([
        allRows((query) => context.rest.call(companyEndpoints.list, { params, query })),
        allRows((query) => context.rest.call(buildingEndpoints.listOfAccount, { params, query })),
      ]);
      const byCompany = new Map<number, typeof buildings>(companies.map(({ id }) => [id, []]));
      buildings.forEach((building) => byCompany.get(building.company.id)?.push(building));
      return companies.map(({ id, name, active }) => ({ id, name, active, buildings: byCompany.get(id) ?? [] }));
    },
    // The call has the address in its path, where an empty text or two dots would name another resource.
    emailCheck: (_, { email }, { rest }) =>
      isEmail(normalizeEmail(email))
        ? rest.call(passwordEndpoints.checkEmail, { params: { email } })
        : { valid: false, available: false },
  },
  User: {
    permissions: ({ permissions }) => toPermissionRows(permissions),
    groupPermissions: ({ groupPermissions }) => toPermissionRows(groupPermissions),
  },
  Mutation: {
    ...register.Mutation,
    // The matrix of permissions is a list in GraphQL and a map in REST.
    createUser: async (_, { input }, context) => ({
      user: await context.rest.call(userEndpoints.create, { params: await context.account(), body: toBody(input) }),
    }),
    updateUser: async (_, { id, version, input }, context) => ({
      user: await context.rest.call(userEndpoints.update, {
        params: await context.account(),
        body: { ...toBody(input), id: toId(id), version },
      }),
    }),
    keepUserLogin: async (_, { id }, { rest }) => ({
      user: await rest.call(userEndpoints.keepLogin, { params: { id: toId(id) } }),
    }),
    removeUserSecondFactor: async (_, { id }, { rest }) => ({
      user: await rest.call(userEndpoints.removeSecondFactor, { params: { id: toId(id) } }),
    }),
    inviteUser: async (_, { id }, { rest }) => ({
      user: await rest.call(userEndpoints.invite, { params: { id: toId(id) } }),
    }),
  },
};
