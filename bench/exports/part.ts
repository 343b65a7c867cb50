import { readFileSync, writeFileSync } from 'node:fs';
import { print } from 'graphql';
import { EXPORT_PATH, type ExportLine } from '#schema/lists/export.ts';
import { TransactionsDocument } from '#web/generated/financial.ts';
import { type Books, seedBooks } from '../support/books.ts';
import { Caller } from '../support/load.ts';
import type { Running } from '../support/processes.ts';
import { type Services, startDatabase, startGateway, startServices } from '../support/product.ts';
import type { Settings } from '../support/settings.ts';
import { round, table } from '../support/table.ts';

const MEBIBYTE = 1024 * 1024;
/** Issue 18 §1: of each process, above its rest. */
const MOST_MEMORY = 50;
const PAGE = 500;
/**
 * Pages of the list that services and gateway have answered before, as many as the file has: rest is that of processes at
 * work, whose young generation has grown to what such pages need.
 */
const WARM_UP = 200;

interface Made {
  seconds: number;
  rows: number;
  size: number;
  /** MiB above rest. */
  gateway: number;
  services: number;
}

const variablesOf = ({ companyId }: Books) => ({
  ...{ companyId: String(companyId), type: 'DEBIT', filter: {} },
  sort: [{ id: 'settled' }, { id: 'dueDate' }],
});

const pageOf = (books: Books, page: number, size: number) => ({
  path: '/graphql',
  token: books.token,
  body: { query: print(TransactionsDocument), variables: { ...variablesOf(books), page, size } },
});

const warmUp = async (caller: Caller, books: Books): Promise<void> => {
  for (let page = 0; page < WARM_UP; page += 1) await caller.ask(pageOf(books, page, PAGE));
};

/** Most resident memory of a process since `forget`, in MiB. */
const highWater = ({ pid }: Running): number =>
  Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
const forget = ({ pid }: Running): void => writeFileSync(`/proc/${pid}/clear_refs`, '5');

/** Reads an answer without keeping it. */
const read = async (gateway: Services, { token }: Books, body: object): Promise<{ size: number; rows: number }> => {
  const answer = await fetch(gateway.url + EXPORT_PATH, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok || !answer.body) throw new Error(`${answer.status} ${await answer.text()}`);
  let head = '';
  let told: { size: number; rows: number } | undefined;
  let size = 0;
  for await (const chunk of answer.body as ReadableStream<Uint8Array>) {
    size += chunk.length;
    if (told) continue;
    head += Buffer.from(chunk).toString('latin1');
    const [lines, last] = /^(?:.*\n)*?(\{"file":.*)\n/.exec(head) ?? [];
    if (lines === undefined || last === undefined) continue;
    told = (JSON.parse(last) as Extract<ExportLine, { file: object }>).file;
    size -= lines.length;
  }
  if (size !== told?.size) throw new Error(`${size} bytes of ${told?.size}: ${head.slice(-500)}`);
  return { size: size / MEBIBYTE, rows: told.rows };
};

/** Times work of services and gateway of their own, which have answered pages of the list before, and their memory. */
const measured = async (
  databaseUrl: string,
  books: Books,
  work: (gateway: Services, caller: Caller) => Promise<{ size: number; rows: number }>,
): Promise<Made> => {
  const services = await startServices(databaseUrl);
  const gateway = await startGateway(services.url);
  const caller = new Caller(gateway.url, 1);
  try {
    await warmUp(caller, books);
    const rest = [gateway, services].map((process) => process.memory() / MEBIBYTE);
    [gateway, services].forEach(forget);
    const started = performance.now();
    const made = await work(gateway, caller);
    const seconds = (performance.now() - started) / 1000;
    const [ofGateway = 0, ofServices = 0] = [gateway, services].map(
      (process, index) => highWater(process) - (rest[index] ?? 0),
    );
    return { ...made, seconds, gateway: ofGateway, services: ofServices };
  } finally {
    await caller.close();
    await gateway.stop();
    await services.stop();
  }
};

/** All pages of the list, as a browser asked for them before it wrote the file itself. */
const pages = async (caller: Caller, books: Books): Promise<{ size: number; rows: number }> => {
  const all = { size: 0, rows: 0 };
  for (let page = 0; ; page += 1) {
    const text = await caller.ask(pageOf(books, page, PAGE));
    const { data } = JSON.parse(text) as { data: { transactions: { last: boolean; content: unknown[] } } };
    all.size += text.length / MEBIBYTE;
    all.rows += data.transactions.content.length;
    if (data.transactions.last) return all;
  }
};

/** (p) Long lists as files of the server: seconds, and memory above that of processes which answer the list's pages. */
export const exportsPart = async ({ exports: { installments }, seed }: Settings): Promise<string> => {
  const database = await startDatabase();
  try {
    const [books] = await seedBooks(database.url, [{ installments, seed }]);
    if (!books) throw new Error('no books');
    const rows: (string | number)[][] = [];
    const add = (name: string, { rows: count, ...made }: Made): void => {
      const figures = [made.seconds, made.size, made.gateway, made.services];
      rows.push([name, count, ...figures.map((figure) => round(figure, 1))]);
    };
    for (const format of ['csv', 'xlsx'] as const) {
      const body = { list: 'Transactions', format, variables: variablesOf(books) };
      const made = await measured(database.url, books, (gateway) => read(gateway, books, body));
      if (made.gateway > MOST_MEMORY || made.services > MOST_MEMORY) process.exitCode = 1;
      add(format, made);
    }
    add('pages to a browser', await measured(database.url, books, (_gateway, caller) => pages(caller, books)));
    return table(
      ['file', 'rows', 'seconds', 'MiB', `gateway, MiB (≤ ${MOST_MEMORY})`, `services, MiB (≤ ${MOST_MEMORY})`],
      rows,
    );
  } finally {
    await database.stop();
  }
};
