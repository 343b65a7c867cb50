import type { FastifyRequest } from 'fastify';
import type { Operation } from '../platform/operation.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Operation of a request to /graphql once it is known. */
    operation: Operation | null;
  }
}

const LONGEST_NAME = 60;

/** True for files of the web build, which are logged at debug level only: they are many and say little. */
export const isFile = ({ routeOptions, method }: FastifyRequest): boolean =>
  method === 'GET' && /\.\w+$/.test(routeOptions.url ?? '');

/**
 * Returns the log fields of an operation. The client's name is safe in a log: GraphQL allows only letters, digits and
 * underscores.
 */
const operationFields = ({ name, kind, codes, restCalls }: Operation) => ({
  operation: name?.slice(0, LONGEST_NAME) ?? null,
  kind,
  restCalls,
  ...(codes.length > 0 && { codes }),
});

/**
 * Returns the log line's title and fields: the address, and for GraphQL the operation, its REST calls and error codes.
 */
export const describeRequest = ({ operation, ip }: FastifyRequest) => ({
  title: operation ? 'operation' : 'request',
  fields: { address: ip, ...(operation && operationFields(operation)) },
});
