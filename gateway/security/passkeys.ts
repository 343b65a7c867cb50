import {
  passkeyEndpoints as calls,
  passkeyLoginEndpoint,
  type Passkey,
  type PasskeyAssertion,
  type PasskeyRequest,
} from '#schema/security/passkeys.rest.ts';
import { OAUTH_CLIENT_HEADER, sessionEndpoints } from '#schema/security/session.rest.ts';
import type { PasskeyAssertionInput, Resolvers } from '../generated/resolvers.ts';
import { toId } from '../platform/ids.ts';
import { loginPayload } from './loginPayload.ts';

export type PasskeyParent = Passkey;
export type PasskeyRequestParent = PasskeyRequest;

export const assertionOf = ({ userHandle, ...signed }: PasskeyAssertionInput): PasskeyAssertion => ({
  ...signed,
  ...(userHandle != null && { userHandle }),
});

/** The passkeys of the session's user, and logins by them. */
export const passkeys: Resolvers = {
  Query: {
    ownPasskeys: (_, _args, { rest }) => rest.call(calls.list),
  },
  Mutation: {
    startOwnPasskey: (_, _args, { rest }) => rest.call(calls.start),
    createOwnPasskey: (_, { input: { transports, ...input } }, { rest }) =>
      rest.call(calls.create, { body: { ...input, ...(transports && { transports }) } }),
    renameOwnPasskey: async (_, { id, name }, { rest }) => ({
      passkey: await rest.call(calls.rename, { params: { id: toId(id) }, body: { name } }),
    }),
    deleteOwnPasskey: (_, { id }, { rest }) => rest.call(calls.remove, { params: { id: toId(id) } }),
    startOwnPasskeyConfirmation: (_, _args, { rest }) => rest.call(calls.confirm),
    startPasskeyLogin: (_, _args, { rest }) => rest.call(passkeyLoginEndpoint),
    loginWithPasskey: async (_, { assertion }, { rest }) => {
      const opened = await rest.call(sessionEndpoints.token, {
        body: { grant_type: 'passkey', assertion: JSON.stringify(assertionOf(assertion)) },
        headers: { authorization: OAUTH_CLIENT_HEADER },
      });
      return { ...loginPayload(opened), login: opened.login ?? '' };
    },
  },
};
