import { once } from 'node:events';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type RawData, WebSocket } from 'ws';
import { getOperationAST, parse, specifiedRules, validate } from 'graphql';
import { coerce } from '#gateway/graphql/variables.ts';
import { costOf } from '#gateway/limits/cost.ts';
import { limitRules } from '#gateway/limits/rules.ts';
import { LIMITS } from '#gateway/limits/settings.ts';
import { buildSchema } from '#gateway/platform/schema.ts';
import { resolvers } from '#gateway/resolvers.ts';
import { slowness } from '#tests/support/pace.ts';
import { startGateway, type TestGateway } from '../../support/gateway.ts';
import { refusal, type ScriptedServices, startScriptedServices } from '../../support/scriptedServices.ts';
import { ALLOWED_QUERIES, COSTLY_QUERIES, COSTLY_SUBSCRIPTIONS, ownDocuments } from './documents.ts';
import { samplesFor } from './samples.ts';

const MILLISECONDS = 100;
/** The answer is the schema itself, so this time grows with the contract: 73 ms for 201 types, 219 ms for 488. */
const MILLISECONDS_OF_A_TYPE = 0.6;
const wholeSchemaLimit = (): number => MILLISECONDS_OF_A_TYPE * Object.keys(buildSchema().getTypeMap()).length;

type Resolve = (...args: unknown[]) => unknown;
let ran = 0;
const counted =
  (resolve: Resolve): Resolve =>
  (...args) => {
    ran += 1;
    return resolve(...args);
  };

/** Wraps a root resolver to count its calls; a subscription's resolver is a property of an object. */
const countedField = (resolver: unknown): unknown => {
  if (typeof resolver === 'function') return counted(resolver as Resolve);
  const own = Object(resolver) as { subscribe: Resolve };
  return { ...own, subscribe: counted(own.subscribe) };
};

/** Counts calls of all root resolvers: none may run for a rejected operation. */
const countResolvers = (): (() => void) => {
  const undo: (() => void)[] = [];
  for (const feature of resolvers) {
    for (const root of [feature.Query, feature.Mutation, feature.Subscription]) {
      for (const [name, resolver] of Object.entries<unknown>(root ?? {})) {
        Reflect.set(Object(root), name, countedField(resolver));
        undo.push(() => void Reflect.set(Object(root), name, resolver));
      }
    }
  }
  return () => undo.forEach((one) => one());
};

const medianOf = (times: readonly number[]): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;

/** CPU time of this process in milliseconds. */
const processorTime = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/**
 * Sends each document `repeat` times over HTTP and over a socket, and expects a median below 100 ms of CPU time. Wall
 * time depends on other load on the machine; a minimum would hide slow runs.
 */
export const describeCostlyQueries = (repeat: number): void => {
  let services: ScriptedServices;
  let gateway: TestGateway;
  let closed: TestGateway;
  let restore = (): void => undefined;
  const taken: number[] = [];
  let worstMedian = 0;

  beforeAll(async () => {
    restore = countResolvers();
    services = await startScriptedServices();
    gateway = await startGateway({ services: services.url, invalidDocumentsPerMinute: 1_000_000 });
    closed = await startGateway({ services: services.url, introspection: false, invalidDocumentsPerMinute: 1_000_000 });
  });
  beforeEach(() => {
    services.forget();
    ran = 0;
  });
  afterAll(async () => {
    const worst = Math.round(Math.max(...taken));
    process.stdout.write(
      `costly queries: ${taken.length} sent, median of all ${Math.round(medianOf(taken) * 10) / 10} ms, worst median of one ${Math.round(worstMedian)} ms, worst ${worst} ms\n`,
    );
    await gateway.stop();
    await closed.stop();
    await services.stop();
    restore();
  });

  /** Awaits `ready` before each measurement. */
  const soon = async (
    send: () => Promise<void>,
    ready = async (): Promise<void> => undefined,
    limit = MILLISECONDS,
  ): Promise<void> => {
    const times: number[] = [];
    for (let time = 0; time < repeat; time += 1) {
      await ready();
      const started = processorTime();
      await send();
      times.push(processorTime() - started);
    }
    taken.push(...times);
    const median = medianOf(times);
    worstMedian = Math.max(worstMedian, median);
    expect(median).toBeLessThan(limit * slowness());
  };

  const expectRefused = (on: TestGateway, query: string, variables: Record<string, unknown> = {}) =>
    soon(async () => {
      const { status, errors } = await on.ask(query, { variables });
      expect([status, (errors ?? []).length > 0]).toEqual([400, true]);
    });

  test('An affordable query runs, and is counted', async () => {
    expect((await gateway.ask('{ session { id } }')).status).toBe(200);
    expect([ran, services.calls]).toEqual([1, ['GET /api/v1/security/session']]);
  });

  describe('over HTTP', () => {
    test.each(COSTLY_QUERIES)('%s: 4xx immediately, and no resolver runs', async (_what, query, variables) => {
      await expectRefused(gateway, query, variables);
      expect([ran, services.calls]).toEqual([0, []]);
    });

    test.each(ALLOWED_QUERIES)('%s: answered as fast', async (what, query) => {
      let serial = 0;
      const limit = what === 'the whole schema' ? wholeSchemaLimit() : MILLISECONDS;
      const send = async () => {
        serial += 1;
        const { status, errors } = await gateway.ask(query(`Allowed${serial}`));
        expect([status, errors]).toEqual([200, undefined]);
      };
      await soon(send, undefined, limit);
    });

    test('a subscription: 4xx immediately, and no resolver runs', async () => {
      await expectRefused(gateway, 'subscription { assistantMessageAdded { id } }');
      expect([ran, services.calls]).toEqual([0, []]);
    });

    test.each([2, 10, 200])('a batch of %d: 4xx immediately, and no resolver runs', async (count) => {
      await soon(async () => {
        const response = await gateway.app.inject({
          method: 'POST',
          url: '/graphql',
          headers: { 'content-type': 'application/json', authorization: 'Bearer token' },
          payload: JSON.stringify(Array.from({ length: count }, () => ({ query: '{ session { id } }' }))),
        });
        expect(response.statusCode).toBe(400);
      });
      expect([ran, services.calls]).toEqual([0, []]);
    });

    test.each(['{ __schema { types { name } } }', '{ __type(name: "Session") { name } }'])(
      'introspection, where it is disabled: %s',
      async (query) => {
        expect((await gateway.ask(query)).status).toBe(200);
        await expectRefused(closed, query);
        expect([ran, services.calls]).toEqual([0, []]);
      },
    );
  });

  describe('over a socket', () => {
    let socket: WebSocket;
    const open = async (): Promise<void> => {
      socket = new WebSocket(`${gateway.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
      await once(socket, 'open');
      socket.send(JSON.stringify({ type: 'connection_init', payload: { authorization: 'Bearer token' } }));
      await once(socket, 'message');
      services.forget();
    };
    beforeEach(open);
    afterEach(() => socket.terminate());

    /** Returns the response to a message, or "closed 1009" when the socket closes. */
    const answerTo = (text: string): Promise<string> =>
      new Promise((resolve) => {
        // Fails with a clear answer after 2 s without a message, instead of at the test's timeout.
        const silent = setTimeout(() => answer('{ "type": "nothing" }'), 2_000);
        const answer = (message: string) => {
          clearTimeout(silent);
          socket.removeAllListeners('message').removeAllListeners('close');
          resolve(message);
        };
        socket.once('message', (data: RawData) => answer(String(data)));
        socket.once('close', (code: number) => answer(`closed ${code}`));
        socket.send(text);
      });
    const reopen = async (): Promise<void> => {
      if (socket.readyState !== socket.OPEN) await open();
    };

    /** Expects an error response, or a closed socket for a message above 64 KiB. */
    const expectError = async (query: string): Promise<void> => {
      let serial = 0;
      await soon(async () => {
        serial += 1;
        const message = await answerTo(JSON.stringify({ type: 'subscribe', id: String(serial), payload: { query } }));
        if (message === 'closed 1009') return;
        const { type, id }: { type: string; id: string } = JSON.parse(message);
        expect([type, id]).toEqual(['error', String(serial)]);
      }, reopen);
    };

    test('An affordable query runs, and is counted', async () => {
      const query = 'subscription { assistantMessageAdded { id } }';
      const received = new Promise<void>((resolve) =>
        services.on('GET /api/v1/assistant/stream', () => {
          resolve();
          return refusal(503, 'Fora do ar');
        }),
      );
      socket.send(JSON.stringify({ type: 'subscribe', id: '1', payload: { query } }));
      await received;
      expect(ran).toBe(1);
    });

    test('A batch closes the socket immediately, and no resolver runs', async () => {
      const query = 'subscription { assistantMessageAdded { id } }';
      const one = { type: 'subscribe', id: '1', payload: { query } };
      const batch = JSON.stringify(Array.from({ length: 200 }, (_, index) => ({ ...one, id: String(index) })));
      await soon(async () => expect(await answerTo(batch)).toBe('closed 4400'), reopen);
      expect([ran, services.calls]).toEqual([0, []]);
    });

    test.each([...COSTLY_SUBSCRIPTIONS, ...COSTLY_QUERIES].map(([what, query]) => [what, query] as const))(
      '%s: an error immediately, and no resolver runs',
      async (_what, query) => {
        await expectError(query);
        expect([ran, services.calls]).toEqual([0, []]);
      },
    );

    test.each([
      '{ session { id } }',
      'mutation { logout { ok } }',
      'mutation { login(login: "a", password: "b") { accessToken } }',
      '{ __schema { types { name } } }',
      'query Q { session { id } } subscription S { assistantMessageAdded { id } }',
    ])('only subscriptions are accepted: %s', async (query) => {
      await expectError(query);
      expect([ran, services.calls]).toEqual([0, []]);
    });
  });

  describe('The GraphQL documents of the screens', () => {
    const schema = buildSchema();
    test.each(ownDocuments().map(({ name, text }) => [name, text]))('are within the limits: %s', (_name, text) => {
      const document = parse(text, { maxLexicalTokens: LIMITS.tokens });
      expect(validate(schema, document, [...specifiedRules, ...limitRules])).toEqual([]);
      const operation = getOperationAST(document);
      if (!operation) throw new Error('No operation');
      const variables = coerce(schema, operation, samplesFor(schema, operation));
      if (!variables) throw new Error('The samples do not fit');
      expect(costOf(schema, document, operation, variables)).toBeLessThanOrEqual(LIMITS.cost);
    });
  });
};
