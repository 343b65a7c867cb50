import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Books } from '../support/books.ts';
import { Caller } from '../support/load.ts';
import { startGateway } from '../support/product.ts';
import type { Settings } from '../support/settings.ts';
import { round, table } from '../support/table.ts';
import { type Operation, operationsFor } from './operations.ts';

interface CallFrame {
  functionName: string;
  url: string;
}

interface Profile {
  /** In microseconds. */
  startTime: number;
  endTime: number;
  nodes: { id: number; callFrame: CallFrame }[];
  samples: number[];
  timeDeltas: number[];
}

/** Owner of a frame's code: a package, a part of Node, or the product. */
export const ownerOf = ({ url, functionName }: CallFrame): string => {
  if (functionName === '(garbage collector)' || functionName === '(idle)' || functionName === '(program)')
    return functionName;
  const inPackage = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1];
  if (inPackage) return inPackage;
  if (url.startsWith('node:')) return `node:${url.slice(5).split('/').slice(0, 2).join('/')}`;
  if (url === '')
    return functionName === 'query' || /^(GraphQLJIT|__)/.test(functionName) ? 'graphql-jit (compiled)' : 'V8';
  return 'Prumo';
};

/** Shares of CPU time by owner and by function, within the last `milliseconds`, idle time excluded. */
export const summarise = ({ nodes, samples, timeDeltas, startTime, endTime }: Profile, milliseconds: number) => {
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  const owners = new Map<string, number>();
  const functions = new Map<string, number>();
  let total = 0;
  let now = startTime;
  samples.forEach((id, index) => {
    const frame = frames.get(id);
    const time = timeDeltas[index] ?? 0;
    now += time;
    if (!frame || frame.functionName === '(idle)' || now < endTime - milliseconds * 1000) return;
    const owner = ownerOf(frame);
    total += time;
    owners.set(owner, (owners.get(owner) ?? 0) + time);
    const name = `${owner} ${frame.functionName || '(anonymous)'}`;
    functions.set(name, (functions.get(name) ?? 0) + time);
  });
  const top = (shares: Map<string, number>, count: number) =>
    [...shares]
      .sort(([, a], [, b]) => b - a)
      .slice(0, count)
      .map(([name, time]): [string, number] => [name, time / total]);
  return { owners: top(owners, 12), functions: top(functions, 15) };
};

const profileOf = async (operation: Operation, books: Books, services: string, settings: Settings['gateway']) => {
  const folder = mkdtempSync(join(tmpdir(), 'prumo-profile-'));
  const gateway = await startGateway(services, ['--cpu-prof', `--cpu-prof-dir=${folder}`]);
  const caller = new Caller(gateway.url, settings.connections);
  const { document: query, operationName, variables } = operation;
  const shot = { path: '/graphql', token: books.token, body: { query, operationName, variables } };
  const pressed = 4 * settings.milliseconds;
  await caller.press(shot, settings.milliseconds, 400);
  await caller.press(shot, pressed);
  await caller.close();
  await gateway.stop();
  const [file = ''] = readdirSync(folder);
  const profile = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Profile;
  rmSync(folder, { recursive: true, force: true });
  return summarise(profile, pressed);
};

/** Profiles the gateway while it serves a list and a transaction. */
export const profileGateway = async (
  books: Books,
  services: string,
  settings: Settings['gateway'],
): Promise<string> => {
  const sections: string[] = [];
  for (const operation of operationsFor(books).filter(({ name }) => name !== 'flat')) {
    const { owners, functions } = await profileOf(operation, books, services, settings);
    const cells = ([name, part]: [string, number]): (string | number)[] => [name, `${round(100 * part, 1)} %`];
    sections.push(
      `Profile of the gateway over ${operation.title}:`,
      table(['whose code', 'time'], owners.map(cells)),
      table(['function', 'time'], functions.map(cells)),
    );
  }
  return sections.join('\n\n');
};
