import { bundled } from '../support/bundle.ts';
import { startGateway, YOUNG } from '../support/product.ts';
import { startNode, type Running } from '../support/processes.ts';
import { Caller, type Shot } from '../support/load.ts';
import type { Operation } from './operations.ts';

export type ContenderName = 'join' | 'prumo' | 'yoga' | 'mercurius' | 'tuned';

export interface Contender {
  name: ContenderName;
  caller: Caller;
  running: Running;
  shot(operation: Operation, token: string): Shot;
  stop(): Promise<void>;
}

const graphql = ({ document, operationName, variables }: Operation, token: string): Shot => ({
  path: '/graphql',
  token,
  body: { operationName, query: document, variables },
});

const byHand = ({ name, variables }: Operation, token: string): Shot => ({
  path: `/${name}`,
  token,
  body: { variables },
});

const startScript = async (name: string, environment: Record<string, string>, flags: readonly string[] = []) => {
  const file = await bundled(`bench/gateway/${name}.ts`);
  const running = await startNode([...flags, file], environment, /port (\d+)/);
  return { ...running, url: `http://127.0.0.1:${running.ready}` };
};

/** Starts the recorded services. */
export const startRecorded = (services: string) => startScript('recorded', { UPSTREAM: services }, [YOUNG]);

/**
 * Starts all contenders over the same services, bundled as in production. Prumo, the hand-written join and the tuned mercurius
 * (compiled execution) run with the flags of `npm start`, the others without flags, as their documentation starts them.
 */
export const startContenders = async (services: string, connections: number): Promise<Contender[]> => {
  const start = (name: ContenderName): Promise<Running & { url: string }> => {
    if (name === 'prumo') return startGateway(services);
    if (name === 'tuned') return startScript('mercurius', { SERVICES: services, JIT: '1' }, [YOUNG]);
    return startScript(name, { SERVICES: services }, name === 'join' ? [YOUNG] : []);
  };
  const contenders: Contender[] = [];
  for (const name of ['join', 'prumo', 'yoga', 'mercurius', 'tuned'] as const) {
    const running = await start(name);
    const caller = new Caller(running.url, connections);
    contenders.push({
      name,
      caller,
      running,
      shot: name === 'join' ? byHand : graphql,
      stop: async () => {
        await caller.close();
        await running.stop();
      },
    });
  }
  return contenders;
};
