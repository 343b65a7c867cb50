import {
  OAUTH_CLIENT_HEADER,
  sessionEndpoints,
  type SessionUser,
  type TokenAnswer,
} from '#schema/security/session.rest.ts';
import type { Resolvers, SecondFactorInput } from '../generated/resolvers.ts';
import { NO_BUILDING } from '../platform/ids.ts';
import { invalid } from '../rest/errors.ts';

export type SessionParent = SessionUser;

const payloadOf = ({ access_token, token_type, expires_in }: TokenAnswer) => ({
  accessToken: access_token,
  tokenType: token_type,
  expiresIn: expires_in,
});

const ONE_CODE = 'Informe o código do aplicativo ou um código de reserva.';

/** Exactly one of the codes. */
const proofOf = ({ challenge, otp, recoveryCode }: SecondFactorInput) => {
  if (otp != null && recoveryCode == null) return { grant_type: 'mfa_otp', mfa_token: challenge, otp };
  if (recoveryCode == null || otp != null) throw invalid(ONE_CODE, [{ path: 'otp', message: ONE_CODE }]);
  return { grant_type: 'mfa_recovery_code', mfa_token: challenge, recovery_code: recoveryCode };
};

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
    login: async (_, { login, password }, { rest }) =>
      payloadOf(
        await rest.call(sessionEndpoints.token, {
          body: { grant_type: 'password', username: login, password },
          headers: { authorization: OAUTH_CLIENT_HEADER },
          fieldNames: (path) => (path === 'username' ? 'login' : path),
        }),
      ),
    confirmSecondFactor: async (_, { input }, { rest }) =>
      payloadOf(
        await rest.call(sessionEndpoints.token, {
          body: proofOf(input),
          headers: { authorization: OAUTH_CLIENT_HEADER },
        }),
      ),
    reauthenticate: (_, { password, otp }, { rest }) =>
      rest.call(sessionEndpoints.reauthenticate, { body: { password: password ?? undefined, otp: otp ?? undefined } }),
    logout: async (_, _args, { rest }) => {
      await rest.call(sessionEndpoints.logout);
      return { ok: true };
    },
  },
};
