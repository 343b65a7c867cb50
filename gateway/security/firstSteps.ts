import { firstStepsEndpoints } from '#schema/security/firstSteps.rest.ts';
import type { Resolvers } from '../generated/resolvers.ts';
import { toId } from '../platform/ids.ts';

export const firstSteps: Resolvers = {
  Query: {
    firstSteps: (_, { companyId }, { rest }) =>
      rest.call(firstStepsEndpoints.get, { query: { companyId: toId(companyId) } }),
  },
};
