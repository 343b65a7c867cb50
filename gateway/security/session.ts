import { OAUTH_CLIENT_HEADER, sessionEndpoints, type SessionUser } from '#schema/security/session.rest.ts';
import type { Resolvers, SecondFactorInput } from '../generated/resolvers.ts';
import { NO_BUILDING } from '../platform/ids.ts';
import { invalid } from '../rest/errors.ts';
import { loginPayload } from './loginPayload.ts';
import { assertionOf } from './passkeys.ts';

export type SessionParent = SessionUser;

const ONE_PROOF = 'Informe o código do aplicativo, um código de reserva ou a chave de acesso.';

/** Exactly one of the three. */
const proofOf = ({ challenge, otp, recoveryCode, assertion }: SecondFactorInput) => {
  const given = [otp, recoveryCode, assertion].filter((proof) => proof != null);
  if (given.length !== 1) throw invalid(ONE_PROOF, [{ path: 'otp', message: ONE_PROOF }]);
  if (otp != null) return { grant_type: 'mfa_otp', mfa_token: challenge, otp };
  if (recoveryCode != null)
    return { grant_type: 'mfa_recovery_code', mfa_token: challenge, recovery_code: recoveryCode };
  const signed = assertion ? JSON.stringify(assertionOf(assertion)) : '';
  return { grant_type: 'mfa_passkey', mfa_token: challenge, assertion: signed };
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
      loginPayload(
        await rest.call(sessionEndpoints.token, {
          body: { grant_type: 'password', username: login, password },
          headers: { authorization: OAUTH_CLIENT_HEADER },
          fieldNames: (path) => (path === 'username' ? 'login' : path),
        }),
      ),
    confirmSecondFactor: async (_, { input }, { rest }) =>
      loginPayload(
        await rest.call(sessionEndpoints.token, {
          body: proofOf(input),
          headers: { authorization: OAUTH_CLIENT_HEADER },
        }),
      ),
    reauthenticate: (_, { password, otp, assertion }, { rest }) =>
      rest.call(sessionEndpoints.reauthenticate, {
        body: {
          password: password ?? undefined,
          otp: otp ?? undefined,
          ...(assertion && { assertion: assertionOf(assertion) }),
        },
      }),
    logout: async (_, _args, { rest }) => {
      await rest.call(sessionEndpoints.logout);
      return { ok: true };
    },
  },
};
