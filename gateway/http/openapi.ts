import type { FastifyInstance } from 'fastify';
import { request } from 'undici';
import type { ServiceUrls } from '../rest/services.ts';
import { printedSdl } from '../platform/printedSdl.ts';
import { failureBody } from './failures.ts';

export const OPENAPI = '/api/v1/openapi.json';
export const SCHEMA = '/api/v1/schema.graphql';
const TIMEOUT = 3_000;

/** The parts of an OpenAPI description that the gateway merges; the rest comes from the first service. */
export interface Description {
  info: Record<string, unknown>;
  tags?: unknown[];
  paths: Record<string, unknown>;
}

const isDescription = (body: unknown): body is Description =>
  typeof body === 'object' && body !== null && 'paths' in body && 'info' in body;

const describe = async (address: string): Promise<Description | null> => {
  try {
    const { statusCode, body } = await request(address.replace(/\/+$/, '') + OPENAPI, {
      headersTimeout: TIMEOUT,
      bodyTimeout: TIMEOUT,
    });
    const description: unknown = await body.json();
    return statusCode === 200 && isDescription(description) ? description : null;
  } catch {
    return null;
  }
};

/** The merged descriptions of all services; null when none answers. */
export const describeServices = async (urls: ServiceUrls): Promise<Description | null> => {
  const addresses = [...new Set(Object.values(urls))];
  const descriptions = await Promise.all(addresses.map(describe));
  const known = descriptions.filter((one) => one !== null);
  const unanswered = Object.entries(urls).flatMap(([service, url]) =>
    descriptions[addresses.indexOf(url)] ? [] : [service],
  );
  const [first] = known;
  if (!first) return null;
  return {
    ...first,
    info: { ...first.info, ...(unanswered.length > 0 && { 'x-unanswered': unanswered }) },
    paths: Object.assign({}, ...known.map(({ paths }) => paths)) as Description['paths'],
  };
};

/**
 * Serves the contracts on the public port: the merged OpenAPI descriptions of all services, whose `info.x-unanswered`
 * names the services whose description is missing, so that a reader knows that it is incomplete; and the SDL.
 */
export const registerContracts = (app: FastifyInstance, urls: ServiceUrls): void => {
  const sdl = printedSdl();
  app.get(OPENAPI, async (_request, reply) => {
    const description = await describeServices(urls);
    return description ?? reply.code(503).send(failureBody(503, reply.request));
  });
  app.get(SCHEMA, (_request, reply) =>
    reply.type('text/plain; charset=utf-8').header('cache-control', 'public, max-age=300').send(sdl),
  );
};
