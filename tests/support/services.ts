import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { fixedClock, type FixedClock } from '#services/platform/clock.ts';
import type { Policy } from '#services/platform/access.ts';
import { buildServer, type Feature } from '#services/platform/build.ts';
import { policy } from '#services/policy.ts';
import { buildServices, type ServicesOptions } from '#services/server.ts';
import { alternating, inTwo } from './alternating.ts';
import { createTestDatabase, type TestDatabase } from './postgres.ts';
import { SeedKit } from './seedKit.ts';

/** Default "now" of a test: a Friday at noon in São Paulo. */
export const TEST_NOW = '2026-11-20T15:00:00.000Z';

export interface Call {
  token?: string;
  body?: unknown;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  /** Client address of the call. */
  from?: string;
}

/** A response; `body` is untyped JSON, on which tests assert. */
export interface Reply {
  status: number;
  headers: Record<string, unknown>;
  text: string;
  // The test itself asserts on the shape.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  body: any;
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

const isText = (body: unknown): body is string | Buffer => typeof body === 'string' || Buffer.isBuffer(body);

/** Calls the services through their whole stack, without a socket. */
export const apiOf = (app: FastifyInstance) => {
  const call = async (method: Method, url: string, options: Call = {}): Promise<Reply> => {
    const { token, body, query, headers = {}, from } = options;
    const request: InjectOptions = {
      method,
      url,
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(body !== undefined && !isText(body) ? { 'content-type': 'application/json' } : {}),
        ...headers,
      },
      // Passes the query as text, because an object would lose a key named __proto__.
      ...(query ? { query: new URLSearchParams(Object.entries(query)).toString() } : {}),
      ...(from ? { remoteAddress: from } : {}),
      ...(body === undefined ? {} : { payload: isText(body) ? body : JSON.stringify(body) }),
    };
    const { statusCode, headers: answered, payload } = await app.inject(request);
    const isJson = /^application\/(scim\+)?json/.test(String(answered['content-type']));
    return { status: statusCode, headers: answered, text: payload, body: isJson ? JSON.parse(payload) : undefined };
  };
  return {
    call,
    get: (url: string, options?: Call) => call('GET', url, options),
    post: (url: string, options?: Call) => call('POST', url, options),
    put: (url: string, options?: Call) => call('PUT', url, options),
    patch: (url: string, options?: Call) => call('PATCH', url, options),
    delete: (url: string, options?: Call) => call('DELETE', url, options),
  };
};
export type Api = ReturnType<typeof apiOf>;

export interface TestServices {
  app: FastifyInstance;
  api: Api;
  seed: SeedKit;
  clock: FixedClock;
  database: TestDatabase;
  /** Listens on a free local port and returns the base address. */
  listen(): Promise<string>;
  /** Says where the product is reached, once the gateway has a port. */
  publicAt(url: string): void;
  /** Call in `afterAll`: closes the services and drops their database. */
  stop(): Promise<void>;
}

export type TestServicesOptions = Partial<Omit<ServicesOptions, 'clock'>> & {
  clock?: FixedClock;
  /** Creates the database; by default one without rows. */
  createDatabase?: () => Promise<TestDatabase>;
};

const start = async (
  build: (options: ServicesOptions) => Promise<FastifyInstance>,
  { clock = fixedClock(TEST_NOW), createDatabase = createTestDatabase, ...options }: TestServicesOptions,
): Promise<TestServices> => {
  const database = await createDatabase();
  const dataDir = mkdtempSync(join(tmpdir(), 'prumo-services-'));
  const defaults: ServicesOptions = {
    databaseUrl: database.url,
    dataDir,
    exposeCosts: true,
    checkAnswers: true,
    // Logs unexpected errors only, which give the cause of a 500.
    logger: { level: 'error' },
  };
  const all = { ...defaults, ...options, clock };
  const first = await build(all);
  // A registry has each metric once.
  const second = inTwo ? await build({ ...all, metrics: undefined }) : undefined;
  const app = second ? alternating(first, second) : first;
  const seed = new SeedKit(database.ownerUrl, () => clock.now());
  return {
    app,
    api: apiOf(app),
    seed,
    clock,
    database,
    listen: () => app.listen({ port: 0, host: '127.0.0.1' }),
    publicAt: (url) => {
      for (const one of [first, second]) if (one) one.platform.publicUrl = url;
    },
    stop: async () => {
      await app.close();
      await seed.close();
      await database.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
};

/**
 * Starts the REST services on a database of their own with a fixed clock. Validates every response against its contract
 * and adds `x-sql-queries` to it. TEST_PROCESSES=2 starts two of them.
 */
export const startServices = (options: TestServicesOptions = {}): Promise<TestServices> =>
  start(buildServices, options);

/** Starts the platform alone, with routes for its own tests. */
export const startPlatform = (
  features: Feature[],
  rules: Policy,
  options: TestServicesOptions = {},
): Promise<TestServices> => start((given) => buildServer(given, features, { ...policy.platform, ...rules }), options);
