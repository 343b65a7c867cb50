import { setTimeout as pause } from 'node:timers/promises';
import { monthOf, REAL_SIZE, REGIMES, STATES } from '#tests/support/sinapi/model.ts';
import { workbookOf } from '#tests/support/sinapi/workbook.ts';
import { operationsFor } from '../gateway/operations.ts';
import { type Books, seedBooks } from '../support/books.ts';
import { Caller, type Shot } from '../support/load.ts';
import { type Services, startDatabase, startGateway, startServices } from '../support/product.ts';
import type { Settings } from '../support/settings.ts';
import { median, quantile, round, table } from '../support/table.ts';

const IMPORTS = '/api/v1/engineering/cost-databases/imports';
const MEBIBYTE = 1024 * 1024;
/** Between two requests of a person. */
const THINKS_MS = 100;
const FINAL = ['DONE', 'FAILED', 'CANCELLED'];

interface Imported {
  seconds: number;
  /** Milliseconds of each list of expenses meanwhile. */
  times: number[];
  /** Largest memory of the services above that at rest, in bytes. */
  memory: number;
}

const listOf = (books: Books): Shot => {
  const [list] = operationsFor(books);
  if (!list) throw new Error('no list');
  const { document: query, operationName, variables } = list;
  return { path: '/graphql', token: books.token, body: { query, operationName, variables } };
};

/** Asks for the list again and again, as a person does, while `goesOn`. */
const askWhile = async (caller: Caller, shot: Shot, goesOn: () => boolean): Promise<number[]> => {
  const times: number[] = [];
  while (goesOn()) {
    const started = performance.now();
    const { errors } = JSON.parse(await caller.ask(shot));
    if (errors) throw new Error(JSON.stringify(errors));
    times.push(performance.now() - started);
    await pause(THINKS_MS);
  }
  return times;
};

/** Calls of the import's user to the services. */
const jobCalls = ({ url }: Services, token: string) => {
  const headers = { authorization: `Bearer ${token}` };
  const call = async (path: string, init: RequestInit = {}) => {
    const answer = await fetch(url + path, { ...init, headers: { ...headers, ...init.headers } });
    if (!answer.ok) throw new Error(`${answer.status} ${path} ${await answer.text()}`);
    const { data } = (await answer.json()) as { data: { id: number; state: string; message: string | null } };
    return data;
  };
  const until = async (id: number, states: readonly string[]) => {
    for (;;) {
      const job = await call(`/api/v1/engineering/jobs/${id}`);
      if (states.includes(job.state)) return job;
      await pause(250);
    }
  };
  const send = (workbook: Buffer) => {
    const body = new FormData();
    body.append('workbook', new Blob([new Uint8Array(workbook)]), 'SINAPI_Referência_2026_10.xlsx');
    return call(IMPORTS, { method: 'POST', body });
  };
  const answer = (id: number) =>
    call(`${IMPORTS}/${id}/answer`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ states: STATES, regimes: REGIMES }),
    });
  return { send, answer, until };
};

/** Imports every state and regime of the workbook. */
const importAll = async (services: Services, token: string, workbook: Buffer): Promise<void> => {
  const { send, answer, until } = jobCalls(services, token);
  const { id } = await send(workbook);
  const asked = await until(id, ['WAITING', ...FINAL]);
  if (asked.state === 'WAITING') await answer(id);
  const { state, message } = await until(id, FINAL);
  if (state !== 'DONE') throw new Error(`${state}: ${message}`);
};

const importBeside = async (services: Services, caller: Caller, books: Books, workbook: Buffer): Promise<Imported> => {
  const rest = services.memory();
  let peak = rest;
  let importing = true;
  const watch = setInterval(() => (peak = Math.max(peak, services.memory())), 100);
  const started = performance.now();
  const importer = importAll(services, books.token, workbook).finally(() => (importing = false));
  const [times] = await Promise.all([askWhile(caller, listOf(books), () => importing), importer]).finally(() =>
    clearInterval(watch),
  );
  return { seconds: (performance.now() - started) / 1000, times, memory: peak - rest };
};

const report = (before: readonly number[], { seconds, times, memory }: Imported, prices: number): string =>
  [
    table(
      ['the list of expenses, ms', 'asked', 'p50', 'p95', 'longest'],
      (
        [
          ['alone', before],
          ['beside the import', times],
        ] as const
      ).map(([name, values]) => [
        name,
        values.length,
        round(median(values), 1),
        round(quantile(values, 0.95), 1),
        round(Math.max(...values), 1),
      ]),
    ),
    `p95 beside ÷ alone: ${round(quantile(times, 0.95) / quantile(before, 0.95))} (goal ≤ 2).`,
    `A month in ${STATES.length} states and ${REGIMES.length} regimes: ${round(seconds, 1)} s (goal ≤ 90 s), ${Math.round(prices / seconds)} prices a second, ${Math.round(memory / MEBIBYTE)} MiB above rest (goal ≤ 300).`,
  ].join('\n\n');

/** The list of expenses while the workbook of a month is imported whole. */
export const importingPart = async ({ importing: { installments, seconds }, seed }: Settings): Promise<string> => {
  const month = monthOf(REAL_SIZE, seed);
  const prices = (month.inputs.length + month.compositions.length) * STATES.length * REGIMES.length;
  const workbook = workbookOf(month);
  const database = await startDatabase();
  try {
    const [books] = await seedBooks(database.url, [{ installments, seed }]);
    if (!books) throw new Error('no books');
    const services = await startServices(database.url);
    const gateway = await startGateway(services.url);
    const caller = new Caller(gateway.url, 1);
    const end = (milliseconds: number) => {
      const limit = performance.now() + milliseconds;
      return () => performance.now() < limit;
    };
    try {
      // The first seconds warm up.
      await askWhile(caller, listOf(books), end(5_000));
      const before = await askWhile(caller, listOf(books), end(seconds * 1000));
      return report(before, await importBeside(services, caller, books, workbook), prices);
    } finally {
      await caller.close();
      await gateway.stop();
      await services.stop();
    }
  } finally {
    await database.stop();
  }
};
