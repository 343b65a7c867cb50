import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { ServerResponse } from 'node:http';
import { makeExecutableSchema } from '@graphql-tools/schema';
import { parse } from 'graphql';
import type { Client } from 'graphql-ws';
import { subscribe } from '#gateway/graphql/sharedEvents.ts';
import { eventually } from '../support/eventually.ts';
import { startGateway, type TestGateway } from '../support/gateway.ts';
import { HANDLED, type ScriptedServices, startScriptedServices } from '../support/scriptedServices.ts';

let services: ScriptedServices;
let gateway: TestGateway;
let open: ServerResponse[];
let clients: Client[];

beforeEach(async () => {
  open = [];
  clients = [];
  services = await startScriptedServices();
  services.on('GET /api/v1/assistant/stream', (_call, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write(': open\n\n');
    open.push(response);
    return HANDLED as never;
  });
  gateway = await startGateway({ services: services.url });
});
afterEach(async () => {
  for (const client of clients) await client.dispose();
  await gateway.stop();
  await services.stop();
});

interface Subscription {
  query: string;
  operationName?: string;
  variables?: Record<string, unknown>;
}

interface Told {
  data?: unknown;
  errors?: readonly { extensions?: { [name: string]: unknown } | undefined }[] | undefined;
}

/** Opens a socket for each subscription; returns what each is told. */
const windowsOf = async (...subscriptions: Subscription[]): Promise<Told[][]> => {
  const told = subscriptions.map((subscription) => {
    const results: Told[] = [];
    const client = gateway.socket();
    clients.push(client);
    client.subscribe(subscription, {
      next: (result) => void results.push(result),
      error: () => undefined,
      complete: () => undefined,
    });
    return results;
  });
  await eventually(() => open.length).toBe(subscriptions.length);
  return told;
};

/** Tells every open stream the same message, and waits until each window has an answer. */
const tell = async (told: Told[][], message: object): Promise<unknown[]> => {
  const before = told.map(({ length }) => length);
  for (const stream of open) stream.write(`id: 7\ndata: ${JSON.stringify(message)}\n\n`);
  await eventually(() => told.map(({ length }) => length)).toEqual(before.map((count) => count + 1));
  return told.map((results) => results.at(-1));
};

const MESSAGE = { id: 7, kind: 'INFO', text: 'Olá', acknowledged: false };
const one = (selection: string): Subscription => ({ query: `subscription { assistantMessageAdded ${selection} }` });

describe('A message for many windows', () => {
  test('is told to each with the fields that it selects', async () => {
    const told = await windowsOf(one('{ id text }'), one('{ text }'), one('{ words: text }'), one('{ __typename id }'));
    expect(await tell(told, MESSAGE)).toEqual([
      { data: { assistantMessageAdded: { id: '7', text: 'Olá' } } },
      { data: { assistantMessageAdded: { text: 'Olá' } } },
      { data: { assistantMessageAdded: { words: 'Olá' } } },
      { data: { assistantMessageAdded: { __typename: 'AssistantMessage', id: '7' } } },
    ]);
  });

  test('is told to each by the operation that it names in a document', async () => {
    const query =
      'subscription A { assistantMessageAdded { id } } subscription B { assistantMessageAdded { text kind } }';
    const told = await windowsOf({ query, operationName: 'A' }, { query, operationName: 'B' });
    expect(await tell(told, MESSAGE)).toEqual([
      { data: { assistantMessageAdded: { id: '7' } } },
      { data: { assistantMessageAdded: { text: 'Olá', kind: 'INFO' } } },
    ]);
  });

  test('is told to each by its own conditions', async () => {
    const query = `subscription ($all: Boolean!) { assistantMessageAdded { id ...Words } }
      fragment Words on AssistantMessage { text @include(if: $all) }`;
    const told = await windowsOf({ query, variables: { all: true } }, { query, variables: { all: false } });
    expect(await tell(told, MESSAGE)).toEqual([
      { data: { assistantMessageAdded: { id: '7', text: 'Olá' } } },
      { data: { assistantMessageAdded: { id: '7' } } },
    ]);
  });

  test('that cannot be told fails for each with the id of its own request', async () => {
    const told = await windowsOf(one('{ id text }'), one('{ id text }'));
    const answers = (await tell(told, { ...MESSAGE, text: null })) as Told[];
    const ids = answers.map(({ errors }) => errors?.[0]?.extensions?.requestId);
    expect(ids.map((id) => typeof id)).toEqual(['string', 'string']);
    expect(new Set(ids).size).toBe(2);
  });

  test('is followed by a different one, which is told as it is', async () => {
    const told = await windowsOf(one('{ id text }'), one('{ id text }'));
    await tell(told, MESSAGE);
    const next = { data: { assistantMessageAdded: { id: '8', text: 'Tchau' } } };
    expect(await tell(told, { ...MESSAGE, id: 8, text: 'Tchau' })).toEqual([next, next]);
  });
});

/** A schema whose only field counts how often an event is read. */
const counting = (lower?: () => string) => {
  const counts = { read: 0 };
  const source = async function* source(_: unknown, { of }: { of: string }) {
    yield { text: of };
  };
  const schema = makeExecutableSchema({
    typeDefs:
      'type Query { a: Int } type Event { text: String! lower: String } type Subscription { event(of: String!): Event }',
    resolvers: {
      Subscription: {
        event: {
          subscribe: source,
          resolve: (event: unknown) => {
            counts.read += 1;
            return event;
          },
          extensions: { textOf: ({ text }: { text: string }) => text },
        },
      },
      ...(lower && { Event: { lower } }),
    },
  });
  return { schema, counts };
};

const textsOf = async (result: Awaited<ReturnType<typeof subscribe>>): Promise<unknown[]> => {
  if (!(Symbol.asyncIterator in result)) throw new Error('not subscribed');
  const answers: unknown[] = [];
  for await (const answer of result) answers.push(answer);
  return answers;
};

test('An equal event is executed once for all sockets of an operation, and another one anew', async () => {
  const { schema, counts } = counting();
  const document = parse('subscription ($of: String!) { event(of: $of) { text } }');
  for (const text of ['a', 'a', 'a', 'b', 'b']) {
    const told = await textsOf(await subscribe({ schema, document, variableValues: { of: text } }));
    expect(told).toEqual([{ data: { event: { text } } }]);
  }
  expect(counts.read).toBe(2);
});

test('An event is executed for each socket when a field below it has a resolver', async () => {
  let asked = 0;
  const { schema } = counting(() => String((asked += 1)));
  const document = parse('subscription { event(of: "a") { lower } }');
  const first = await textsOf(await subscribe({ schema, document }));
  const second = await textsOf(await subscribe({ schema, document }));
  expect([first, second]).toEqual([[{ data: { event: { lower: '1' } } }], [{ data: { event: { lower: '2' } } }]]);
});
