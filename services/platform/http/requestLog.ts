import type { FastifyRequest } from 'fastify';

/** Log fields of a request: number of SQL statements, account and user. */
export const describeRequest = ({ session, costs }: FastifyRequest) => ({
  title: 'request',
  fields: {
    statements: costs?.statements,
    ...(session && { account: session.accountId, user: session.userId }),
  },
});
