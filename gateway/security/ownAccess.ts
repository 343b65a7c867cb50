import {
  ownAccessEndpoints,
  type OwnAccess,
  type OwnProfile,
  type OwnSession,
} from '#schema/security/ownAccess.rest.ts';
import type { Resolvers } from '../generated/resolvers.ts';
import { toId } from '../platform/ids.ts';

export type OwnSessionParent = OwnSession;
export type OwnAccessParent = OwnAccess;
export type OwnProfileParent = OwnProfile;

/** The access of the session's user; no loaders: each list is one call. */
export const ownAccess: Resolvers = {
  Query: {
    ownProfile: (_, _args, { rest }) => rest.call(ownAccessEndpoints.profile),
    ownSessions: (_, _args, { rest }) => rest.call(ownAccessEndpoints.sessions),
    ownAccesses: (_, { page, size }, { rest }) =>
      rest.call(ownAccessEndpoints.accesses, { query: { page: page ?? undefined, size: size ?? undefined } }),
  },
  Mutation: {
    updateOwnProfile: (_, { name, timeZone }, { rest }) =>
      rest.call(ownAccessEndpoints.updateProfile, { body: { name, timeZone } }),
    endOwnSession: (_, { id }, { rest }) => rest.call(ownAccessEndpoints.endSession, { params: { id: toId(id) } }),
    endOtherSessions: (_, _args, { rest }) => rest.call(ownAccessEndpoints.endOtherSessions),
    changePassword: (_, { current, password }, { rest }) =>
      rest.call(ownAccessEndpoints.changePassword, { body: { current, password } }),
    startTotp: (_, _args, { rest }) => rest.call(ownAccessEndpoints.startTotp),
    confirmTotp: (_, { otp }, { rest }) => rest.call(ownAccessEndpoints.confirmTotp, { body: { otp } }),
    removeTotp: async (_, { password }, { rest }) => {
      await rest.call(ownAccessEndpoints.removeTotp, { body: { password } });
      return { ok: true };
    },
    renewRecoveryCodes: (_, _args, { rest }) => rest.call(ownAccessEndpoints.renewRecoveryCodes),
  },
};
