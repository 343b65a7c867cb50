import type { TestGateway } from './gateway.ts';

interface Message {
  id: string;
  text: string;
  acknowledged: boolean;
}

/** A window that subscribes to the assistant's messages over a socket of its own. */
export interface Follower {
  /** Returns the next message; rejects on timeout. */
  next(milliseconds?: number): Promise<Message>;
  /** Returns the code that closed the socket; rejects on timeout. */
  closed(milliseconds?: number): Promise<number>;
  /** Errors that ended the subscription. */
  errors: readonly unknown[];
  close(): void;
}

const QUERY = 'subscription ($after: ID!) { assistantMessageAdded(after: $after) { id text acknowledged } }';

const inTime = async <T>(promise: Promise<T>, milliseconds: number, what: string): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`${what}: nothing in ${milliseconds} ms`)), milliseconds);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
};

/** Subscribes a token's user to messages with ids after `after`. */
export const follower = async (
  gateway: Pick<TestGateway, 'socket'>,
  token: string,
  after: string,
): Promise<Follower> => {
  const client = gateway.socket({ token });
  const messages: Message[] = [];
  const waiting: ((message: Message) => void)[] = [];
  const errors: unknown[] = [];
  const closing = new Promise<number>((resolve) => {
    client.on('closed', (event) => resolve((event as { code: number }).code));
  });
  const opened = new Promise<void>((resolve) => client.on('connected', () => resolve()));
  client.subscribe<{ assistantMessageAdded: Message }>(
    { query: QUERY, variables: { after } },
    {
      next: ({ data }) => {
        if (!data) return;
        const taker = waiting.shift();
        if (taker) taker(data.assistantMessageAdded);
        else messages.push(data.assistantMessageAdded);
      },
      error: (problem) => errors.push(...(Array.isArray(problem) ? (problem as unknown[]) : [problem])),
      complete: () => undefined,
    },
  );
  await inTime(opened, 5_000, 'connecting');
  return {
    next: (milliseconds = 5_000) => {
      const known = messages.shift();
      if (known) return Promise.resolve(known);
      const coming = new Promise<Message>((resolve) => waiting.push(resolve));
      return inTime(coming, milliseconds, 'a message');
    },
    closed: (milliseconds = 5_000) => inTime(closing, milliseconds, 'the end of the socket'),
    errors,
    close: () => void client.dispose(),
  };
};
