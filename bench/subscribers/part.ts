import { execFileSync } from 'node:child_process';
import pg from 'pg';
import { type Books, seedBooks, tokenFor } from '../support/books.ts';
import { operationsFor } from '../gateway/operations.ts';
import type { Running } from '../support/processes.ts';
import { Caller } from '../support/load.ts';
import { startDatabase, startGateway, startServices } from '../support/product.ts';
import type { Settings } from '../support/settings.ts';
import { quantile, round, table } from '../support/table.ts';
import { Crowd, type Subscribed } from './crowd.ts';

/** Most streams of one user (services/assistant/streamHub.ts). */
const PER_USER = 20;
/** Up to so many subscribers, each is a user of its own. */
const USERS = 1_000;
const EVENTS = 10;
/** Milliseconds: p99 of the delivery to every subscriber. */
const GOAL = 250;

/** Posts a message by SQL, as the service does: its row and the notification. */
const broadcast = async (client: pg.Client, { accountId }: Books, text: string): Promise<string> => {
  const { rows } = await client.query<{ id: string }>(
    `with posted as (
       insert into assistant_messages (account_id, kind, text, at) values ($1, 'INFO', $2, now()) returning id)
     select pg_notify('assistant_message', json_build_object('accountId', $1::bigint, 'userId', null, 'messageId', id)::text), id from posted`,
    [accountId, text],
  );
  return rows[0]?.id ?? '';
};

/** Changes a row by SQL: its trigger notifies. */
const renameBrand = (client: pg.Client, { accountId }: Books, name: string): Promise<unknown> =>
  client.query(
    `insert into brands (account_id, name) values ($1, $2)
     on conflict (account_id, search_key(name)) do update set version = brands.version + 1`,
    [accountId, name],
  );

/** A kind of events: what is subscribed to, and what causes one. */
interface Kind {
  name: string;
  subscribed: Subscribed;
  cause: (client: pg.Client, books: Books, text: string) => Promise<unknown>;
}

const kinds = (after: string): Kind[] => [
  {
    name: 'messages',
    subscribed: {
      query:
        'subscription ($after: ID!) { assistantMessageAdded(after: $after) { id kind text at broadcast acknowledged link } }',
      variables: { after },
      event: 'assistantMessageAdded',
    },
    cause: broadcast,
  },
  {
    name: 'changed rows',
    subscribed: {
      query: 'subscription { liveEvents { __typename ... on RowsChange { type companyId ids by { id name } at } } }',
      variables: {},
      event: 'RowsChange',
      opened: 'LiveOpened',
    },
    cause: renameBrand,
  },
];

/** Milliseconds of processor time for an event: of both parts, and of this process, which reads what all sockets are told. */
interface Cost {
  gateway: number;
  services: number;
  readers: number;
}

const measure = async (
  crowd: Crowd,
  cause: (text: string) => Promise<unknown>,
  { gateway, services }: Record<'gateway' | 'services', Running>,
): Promise<{ times: number[]; cost: Cost }> => {
  // The first event proves that every stream is subscribed.
  await crowd.receiveTimes(() => cause('estão todos aí?'));
  const used = (): Cost => {
    const { user, system } = process.cpuUsage();
    return { gateway: gateway.cpu() * 1000, services: services.cpu() * 1000, readers: (user + system) / 1000 };
  };
  const before = used();
  const times: number[] = [];
  for (let count = 0; count < EVENTS; count += 1) {
    times.push(...(await crowd.receiveTimes(() => cause(`evento ${count}`))));
  }
  const after = used();
  const each = (part: keyof Cost): number => round((after[part] - before[part]) / EVENTS, 0);
  return { times, cost: { gateway: each('gateway'), services: each('services'), readers: each('readers') } };
};

/** Each subscriber needs a file descriptor of the gateway, and one here. */
const requireFiles = (subscribers: number): void => {
  const limit = execFileSync('sh', ['-c', 'ulimit -n'], { encoding: 'utf8' }).trim();
  const needed = subscribers + 500;
  if (limit !== 'unlimited' && Number(limit) < needed) {
    throw new Error(`${subscribers} subscribers take ${needed} files, and ulimit -n is ${limit}.`);
  }
};

/** Requests before the gateway's memory is read, so that short-lived objects do not count towards the sockets. */
const WARM = 400;

const warm = async (gateway: string, books: Books): Promise<void> => {
  const caller = new Caller(gateway, 16);
  const [list] = operationsFor(books);
  if (!list) throw new Error('no list to ask');
  const body = { operationName: list.operationName, query: list.document, variables: list.variables };
  await caller.press({ path: '/graphql', token: books.token, body }, 0, WARM);
  await caller.close();
};

/** (c) Opens idle sockets and causes events that all of them are told of, ten times: a message, then a changed row. */
export const subscribersPart = async ({ subscribers, seed }: Settings): Promise<string> => {
  requireFiles(subscribers);
  const database = await startDatabase();
  const perUser = subscribers <= USERS ? 1 : PER_USER;
  const users = Math.ceil(subscribers / perUser);
  const [books] = await seedBooks(database.url, [{ installments: 300, seed, users }]);
  if (!books) throw new Error('no books');
  const services = await startServices(database.url);
  const gateway = await startGateway(services.url);
  const client = new pg.Client(database.url);
  await client.connect();
  const perSocket = (now: number, then: number): number => round((now - then) / subscribers / 1024, 1);
  const tokens = Array.from({ length: subscribers }, (_, index) =>
    tokenFor(books.accountId, `user-${Math.floor(index / perUser)}`),
  );
  const rows: (string | number)[][] = [];
  try {
    await warm(gateway.url, books);
    for (const kind of kinds(await broadcast(client, books, 'início'))) {
      const crowd = new Crowd(gateway.url, kind.subscribed);
      try {
        const before = { gateway: gateway.memory(), services: services.memory() };
        const started = performance.now();
        await crowd.gather(tokens);
        const seconds = (performance.now() - started) / 1000;
        const cause = (text: string) => kind.cause(client, books, text);
        const { times, cost } = await measure(crowd, cause, { gateway, services });
        if (quantile(times, 0.99) > GOAL) process.exitCode = 1;
        rows.push([
          kind.name,
          subscribers,
          round(seconds, 1),
          round(quantile(times, 0.5), 0),
          round(quantile(times, 0.99), 0),
          round(quantile(times, 1), 0),
          ...[cost.gateway, cost.services, cost.readers],
          perSocket(gateway.memory(), before.gateway),
          perSocket(services.memory(), before.services),
        ]);
      } finally {
        crowd.leave();
      }
    }
    return table(
      [
        'events',
        'subscribers',
        'gathered in, s',
        'delivery p50, ms',
        `p99, ms (goal ≤ ${GOAL})`,
        'last, ms',
        'CPU of an event, ms: gateway',
        'services',
        'readers',
        'kB a socket, gateway',
        'kB a socket, services',
      ],
      rows,
    );
  } finally {
    await client.end();
    await gateway.stop();
    await services.stop();
    await database.stop();
  }
};
