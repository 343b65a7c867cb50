import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Books } from '../support/books.ts';
import { Caller } from '../support/load.ts';
import { startGateway } from '../support/product.ts';
import type { Settings } from '../support/settings.ts';
import { round, table } from '../support/table.ts';
import { operationsFor } from './operations.ts';

interface CallFrame {
  functionName: string;
  url: string;
}

interface Profile {
  nodes: { id: number; callFrame: CallFrame }[];
  samples: number[];
  timeDeltas: number[];
}

/** Whose code a frame is: a package, a part of Node, or the product. */
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

/** Shares of the time that was not idle, by owner and by function. */
export const summarise = ({ nodes, samples, timeDeltas }: Profile) => {
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  const owners = new Map<string, number>();
  const functions = new Map<string, number>();
  let total = 0;
  samples.forEach((id, index) => {
    const frame = frames.get(id);
    const time = timeDeltas[index] ?? 0;
    if (!frame || frame.functionName === '(idle)') return;
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

/** Where the time of the gateway goes while it answers the list of expenses. */
export const profileGateway = async (
  books: Books,
  services: string,
  settings: Settings['gateway'],
): Promise<string> => {
  const folder = mkdtempSync(join(tmpdir(), 'prumo-profile-'));
  const gateway = await startGateway(services, ['--cpu-prof', `--cpu-prof-dir=${folder}`]);
  const caller = new Caller(gateway.url, settings.connections);
  const [list] = operationsFor(books);
  if (!list) throw new Error('no operation');
  const { document: query, operationName, variables } = list;
  await caller.press(
    { path: '/graphql', token: books.token, body: { query, operationName, variables } },
    4 * settings.milliseconds,
  );
  await caller.close();
  await gateway.stop();
  const [file = ''] = readdirSync(folder);
  const { owners, functions } = summarise(JSON.parse(readFileSync(join(folder, file), 'utf8')) as Profile);
  rmSync(folder, { recursive: true, force: true });
  const cells = ([name, part]: [string, number]): (string | number)[] => [name, `${round(100 * part, 1)} %`];
  return [
    'Profile of the gateway over the list of expenses (start included):',
    table(['whose code', 'time'], owners.map(cells)),
    table(['function', 'time'], functions.map(cells)),
  ].join('\n\n');
};
