import cluster from 'node:cluster';
import type { Peers } from '#gateway/limits/shared.ts';
import { GIVEN, type FromWorker, type ToWorker } from './messages.ts';

/** Whether this process is one of several, started by another one. */
export const isOneOfSeveral = (): boolean => cluster.isWorker;

const tell = (message: FromWorker): void => {
  // The process that started this one may have been killed: then this one ends, too.
  if (process.connected) process.send?.(message);
};

/** Reads what the process that started this one has made ready for all. */
export const given = <Given>(): Given => JSON.parse(process.env[GIVEN] ?? 'null') as Given;

/** Tells that this process listens. */
export const tellReady = (port: number): void => tell({ ready: port });

/** The other processes of this part; undefined when this one is alone. */
export const peers = (): Peers | undefined => {
  if (!isOneOfSeveral()) return undefined;
  return {
    tell: (limits) => tell({ limits }),
    listen: (listener) =>
      process.on('message', (message: ToWorker) => {
        if ('limits' in message) listener.told(message.of, message.limits);
        else if ('joined' in message) listener.joined(message.joined);
        else if ('left' in message) listener.left(message.left);
      }),
  };
};
