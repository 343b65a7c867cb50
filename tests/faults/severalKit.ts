import { randomUUID } from 'node:crypto';
import { Agent } from 'node:http';
import { createClient, type Client } from 'graphql-ws';
import { WebSocket } from 'ws';
import { askOn, type Asked } from './load.ts';
import { YESTERDAY, type Office } from './write.ts';

const headersOf = (token: string) => ({ authorization: `Bearer ${token}`, 'content-type': 'application/json' });

export const get = (path: string, token?: string): Asked => ({
  method: 'GET',
  path,
  headers: token === undefined ? {} : headersOf(token),
});

export const graphql = (token: string, query: string, variables: object = {}, key: string = randomUUID()): Asked => ({
  method: 'POST',
  path: '/graphql',
  headers: { ...headersOf(token), 'idempotency-key': key },
  body: JSON.stringify({ query, variables }),
});

const TRANSFER = `mutation ($c: ID!, $input: TransferInput!) {
  createTransfer(companyId: $c, input: $input) { transfer { id } } }`;

export const transfer = ({ token, companyId, wallets }: Office, description: string, key?: string): Asked => {
  const [sourceWalletId, targetWalletId] = wallets;
  const input = { amount: '1.00', date: YESTERDAY, sourceWalletId, targetWalletId, description };
  return graphql(token, TRANSFER, { c: companyId, input }, key);
};

/** Sends a request on a connection of its own: two processes answer such requests in turn. */
export const askAnew = async (address: string, asked: Asked): Promise<{ status: number; text: string }> => {
  const agent = new Agent();
  try {
    return await askOn(agent, address, asked);
  } finally {
    agent.destroy();
  }
};

/** Sends many, `width` at a time, and returns their statuses. */
export const statusesOf = async (
  address: string,
  count: number,
  width: number,
  asked: () => Asked,
): Promise<number[]> => {
  const statuses: number[] = [];
  let left = count;
  const one = async (): Promise<void> => {
    while ((left -= 1) >= 0) statuses.push((await askAnew(address, asked())).status);
  };
  await Promise.all(Array.from({ length: width }, one));
  return statuses;
};

const QUERY = 'subscription ($after: ID!) { assistantMessageAdded(after: $after) { id text } }';

export interface Window {
  /** Ids of messages in the order in which they came. */
  ids: readonly string[];
  /** Codes by which sockets were closed. */
  closed: readonly number[];
  dispose(): void;
}

/** A window of the browser: it follows messages, and after the end of a socket it goes on behind the last message. */
export const openWindow = (address: string, token: string, newest: string): Window => {
  const ids: string[] = [];
  const closed: number[] = [];
  let client: Client | undefined;
  let disposed = false;
  const open = (): void => {
    if (disposed) return;
    client = createClient({
      url: `${address.replace('http', 'ws')}/graphql`,
      retryAttempts: 0,
      webSocketImpl: WebSocket,
      connectionParams: { authorization: `Bearer ${token}` },
    });
    client.on('closed', (event) => {
      closed.push((event as { code: number }).code);
      setTimeout(open, 50);
    });
    client.subscribe<{ assistantMessageAdded: { id: string } }>(
      { query: QUERY, variables: { after: ids.at(-1) ?? newest } },
      {
        next: ({ data }) => void (data && ids.push(data.assistantMessageAdded.id)),
        error: () => undefined,
        complete: () => undefined,
      },
    );
  };
  open();
  return {
    ids,
    closed,
    dispose: () => {
      disposed = true;
      void client?.dispose();
    },
  };
};
