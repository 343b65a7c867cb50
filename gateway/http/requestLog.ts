import type { FastifyRequest } from 'fastify';
import type { Operation } from '../platform/operation.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** What a request to /graphql asked for, once that is known. */
    operation: Operation | null;
  }
}

const LONGEST_NAME = 60;

/** Files of the build are many and say little. */
export const isFile = ({ routeOptions, method }: FastifyRequest): boolean =>
  method === 'GET' && /\.\w+$/.test(routeOptions.url ?? '');

/** The name as its author wrote it: GraphQL allows letters, digits and underscores in it. */
const told = ({ name, kind, codes, restCalls }: Operation) => ({
  operation: name?.slice(0, LONGEST_NAME) ?? null,
  kind,
  restCalls,
  ...(codes.length > 0 && { codes }),
});

/** What the line of a request tells here: who asked, and of GraphQL the operation, its REST calls and the codes of its errors. */
export const describeRequest = ({ operation, ip }: FastifyRequest) => ({
  title: operation ? 'operation' : 'request',
  fields: { address: ip, ...(operation && told(operation)) },
});
