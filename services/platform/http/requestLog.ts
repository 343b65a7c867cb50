import type { FastifyRequest } from 'fastify';

/** What the line of a request tells here besides how it ended: how many SQL statements, whose request it was. */
export const describeRequest = ({ session, costs }: FastifyRequest) => ({
  title: 'request',
  fields: {
    statements: costs?.statements,
    ...(session && { account: session.accountId, user: session.userId }),
  },
});
