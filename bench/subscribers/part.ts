import { execFileSync } from 'node:child_process';
import pg from 'pg';
import { type Books, seedBooks, tokenFor } from '../support/books.ts';
import { operationsFor } from '../gateway/operations.ts';
import { Caller } from '../support/load.ts';
import { startDatabase, startGateway, startServices } from '../support/product.ts';
import type { Settings } from '../support/settings.ts';
import { quantile, round, table } from '../support/table.ts';
import { Crowd } from './crowd.ts';

/** Most streams of one user (services/assistant/streamHub.ts). */
const PER_USER = 20;
const BROADCASTS = 10;

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

const measure = async (client: pg.Client, crowd: Crowd, books: Books, wanted: number): Promise<number[]> => {
  // The first message proves that every stream is subscribed.
  await crowd.receiveTimes(() => broadcast(client, books, 'estão todos aí?'));
  const times: number[] = [];
  for (let count = 0; count < BROADCASTS; count += 1) {
    times.push(...(await crowd.receiveTimes(() => broadcast(client, books, `mensagem ${count}`))));
  }
  if (times.length !== BROADCASTS * wanted) throw new Error(`${times.length} deliveries`);
  return times;
};

/** Each subscriber needs two file descriptors of the gateway: its socket and its stream from the services. */
const requireFiles = (subscribers: number): void => {
  const limit = execFileSync('sh', ['-c', 'ulimit -n'], { encoding: 'utf8' }).trim();
  const needed = 2 * subscribers + 500;
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

/** (c) Opens idle sockets and sends one message to all of them, ten times. */
export const subscribersPart = async ({ subscribers, seed }: Settings): Promise<string> => {
  requireFiles(subscribers);
  const database = await startDatabase();
  const users = Math.ceil(subscribers / PER_USER);
  const [books] = await seedBooks(database.url, [{ installments: 300, seed, users }]);
  if (!books) throw new Error('no books');
  const services = await startServices(database.url);
  const gateway = await startGateway(services.url);
  const crowd = new Crowd(gateway.url);
  const client = new pg.Client(database.url);
  await client.connect();
  try {
    await warm(gateway.url, books);
    const before = { gateway: gateway.memory(), services: services.memory() };
    const started = performance.now();
    const tokens = Array.from({ length: subscribers }, (_, index) =>
      tokenFor(books.accountId, `user-${Math.floor(index / PER_USER)}`),
    );
    await crowd.gather(tokens, await broadcast(client, books, 'início'));
    const seconds = (performance.now() - started) / 1000;
    const times = await measure(client, crowd, books, subscribers);
    const perSocket = (now: number, then: number): number => round((now - then) / subscribers / 1024, 1);
    return table(
      [
        'subscribers',
        'gathered in, s',
        'delivery p50, ms',
        'p99, ms',
        'last, ms',
        'kB a socket, gateway',
        'kB a socket, services',
      ],
      [
        [
          subscribers,
          round(seconds, 1),
          round(quantile(times, 0.5), 0),
          round(quantile(times, 0.99), 0),
          round(Math.max(...times), 0),
          perSocket(gateway.memory(), before.gateway),
          perSocket(services.memory(), before.services),
        ],
      ],
    );
  } finally {
    crowd.leave();
    await client.end();
    await gateway.stop();
    await services.stop();
    await database.stop();
  }
};
