import type { FastifyInstance } from 'fastify';
import { request } from 'undici';
import type { ServiceUrls } from '../rest/services.ts';
import { failureBody } from './failures.ts';

export const OPENAPI = '/api/v1/openapi.json';
const PATIENCE = 3_000;

/** The part of a description that is put together here; what else a service says of itself goes along. */
interface Description {
  info: Record<string, unknown>;
  tags?: unknown[];
  paths: Record<string, unknown>;
}

const isDescription = (body: unknown): body is Description =>
  typeof body === 'object' && body !== null && 'paths' in body && 'info' in body;

const describe = async (address: string): Promise<Description | null> => {
  try {
    const { statusCode, body } = await request(address.replace(/\/+$/, '') + OPENAPI, {
      headersTimeout: PATIENCE,
      bodyTimeout: PATIENCE,
    });
    const told: unknown = await body.json();
    return statusCode === 200 && isDescription(told) ? told : null;
  } catch {
    return null;
  }
};

/**
 * The REST contract on the public port: of every service that is configured, in one description. `info.x-unanswered`
 * names those that did not say theirs, so that nobody takes a part for the whole.
 */
export const registerOpenApi = (app: FastifyInstance, urls: ServiceUrls): void => {
  app.get(OPENAPI, async (_request, reply) => {
    const addresses = [...new Set(Object.values(urls))];
    const told = await Promise.all(addresses.map(describe));
    const known = told.filter((one) => one !== null);
    const unanswered = Object.entries(urls).flatMap(([service, url]) =>
      told[addresses.indexOf(url)] ? [] : [service],
    );
    const [first] = known;
    if (!first) return reply.code(503).send(failureBody(503, reply.request));
    return {
      ...first,
      info: { ...first.info, ...(unanswered.length > 0 && { 'x-unanswered': unanswered }) },
      paths: Object.assign({}, ...known.map(({ paths }) => paths)) as Description['paths'],
    };
  });
};
