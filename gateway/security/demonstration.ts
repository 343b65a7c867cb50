import { demonstrationEndpoints } from '#schema/security/demonstration.rest.ts';
import type { Resolvers } from '../generated/resolvers.ts';

export const demonstration: Resolvers = {
  Query: { demonstration: (_, _args, { rest }) => rest.call(demonstrationEndpoints.get) },
  Mutation: { removeDemonstration: (_, _args, { rest }) => rest.call(demonstrationEndpoints.remove) },
};
