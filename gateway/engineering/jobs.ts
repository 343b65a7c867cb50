import { jobEndpoints, type Job as RestJob } from '#schema/engineering/jobs.rest.ts';
import type { Resolvers } from '../generated/resolvers.ts';
import { toId } from '../platform/ids.ts';
import { pick, toPageQuery } from '../platform/lists.ts';
import { followJob } from './jobs.stream.ts';

export type JobParent = RestJob;

export const jobs: Resolvers = {
  Query: {
    jobs: (_, { filter, ...page }, { rest }) =>
      rest.call(jobEndpoints.list, { query: { ...toPageQuery(page), ...pick(filter, ['kind', 'state']) } }),
    job: (_, { id }, { rest }) => rest.call(jobEndpoints.get, { params: { id: toId(id) } }),
  },
  Mutation: {
    cancelJob: async (_, { id }, { rest }) => ({
      job: await rest.call(jobEndpoints.cancel, { params: { id: toId(id) } }),
    }),
  },
  Subscription: {
    jobChanged: {
      subscribe: (_, { id }, context) => followJob(context, toId(id)),
      resolve: (job: RestJob) => job,
    },
  },
};
