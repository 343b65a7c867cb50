import { OAUTH_CLIENT_HEADER, sessionEndpoints, type SessionUser } from '#schema/security/session.rest.ts';
import type { Resolvers } from '../generated/resolvers.ts';
import { NO_BUILDING } from '../platform/ids.ts';

export type SessionParent = SessionUser;

/** Companies, buildings and grants are maps by id in REST (§3, §6), and lists in GraphQL. */
export const session: Resolvers = {
  Query: {
    session: (_, _args, context) => context.sessionWithPlaces(),
  },
  Session: {
    id: ({ user }) => user.id,
    buildingId: ({ buildingId }) => (buildingId === NO_BUILDING ? null : buildingId),
    companies: ({ companies }) =>
      Object.entries(companies).map(([id, { name, buildings }]) => ({
        id,
        name,
        buildings: Object.entries(buildings).map(([key, building]) => ({
          id: key,
          companyId: building.company_id,
          name: building.name,
        })),
      })),
    permissions: ({ permissions }) =>
      Object.entries(permissions).flatMap(([companyId, grants]) =>
        Object.entries(grants).map(([buildingId, granted]) => ({
          companyId,
          buildingId: buildingId === String(NO_BUILDING) ? null : buildingId,
          permissions: granted,
        })),
      ),
  },
  Mutation: {
    login: async (_, { login, password }, { rest }) => {
      const answer = await rest.call(sessionEndpoints.token, {
        body: { grant_type: 'password', username: login, password },
        headers: { authorization: OAUTH_CLIENT_HEADER },
        fieldNames: (path) => (path === 'username' ? 'login' : path),
      });
      return { accessToken: answer.access_token, tokenType: answer.token_type, expiresIn: answer.expires_in };
    },
    reauthenticate: (_, { password }, { rest }) => rest.call(sessionEndpoints.reauthenticate, { body: { password } }),
    logout: async (_, _args, { rest }) => {
      await rest.call(sessionEndpoints.logout);
      return { ok: true };
    },
  },
};
