import { once } from 'node:events';
import { WebSocket } from 'ws';
import { CHANNEL, type ChannelRequest, type ChannelTold } from '#schema/assistant/channel.ts';

/** A channel as a gateway opens it. */
export interface TestChannel {
  say(request: ChannelRequest | string): void;
  /** Returns what is told next; rejects on timeout. */
  next(milliseconds?: number): Promise<ChannelTold>;
  /** Returns the code that closed it; rejects on timeout. */
  closed(milliseconds?: number): Promise<number>;
  close(): void;
}

const inTime = <T>(promise: Promise<T>, milliseconds: number, what: string): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`${what}: nothing in ${milliseconds} ms`)), milliseconds);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
};

/** Opens a channel to the services at this address. */
export const openChannel = async (address: string): Promise<TestChannel> => {
  const socket = new WebSocket(address.replace('http', 'ws') + CHANNEL);
  const told: ChannelTold[] = [];
  let arrived: () => void = () => undefined;
  socket.on('message', (data) => {
    told.push(JSON.parse(String(data)) as ChannelTold);
    arrived();
  });
  const first = async (): Promise<ChannelTold> => {
    if (told.length === 0) await new Promise<void>((resolve) => (arrived = resolve));
    return told[0] as ChannelTold;
  };
  const closing = new Promise<number>((resolve) => socket.once('close', resolve));
  await once(socket, 'open');
  return {
    say: (request) => socket.send(typeof request === 'string' ? request : JSON.stringify(request)),
    next: async (milliseconds = 3_000) => {
      const next = await inTime(first(), milliseconds, 'an event');
      told.shift();
      return next;
    },
    closed: (milliseconds = 3_000) => inTime(closing, milliseconds, 'the end of the channel'),
    close: () => socket.terminate(),
  };
};
