import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a receiver got, with its raw body. */
export interface Received {
  id: string;
  seconds: number;
  signatures: string[];
  headers: IncomingMessage['headers'];
  text: string;
  // The test itself asserts on the shape.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  body: any;
}

export type Answer = (received: Received, response: ServerResponse, request: IncomingMessage) => void;

export const answering =
  (status: number, text = '', headers: Record<string, string> = {}): Answer =>
  (_received, response) =>
    void response.writeHead(status, headers).end(text);

/** A receiver of webhooks on this machine. */
export class Receiver {
  readonly got: Received[] = [];
  answer: Answer = answering(200, 'ok');
  readonly #server = createServer((request, response) => void this.#take(request, response));

  async start(): Promise<this> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return this;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}/hook`;
  }

  types(): string[] {
    return this.got.map(({ body }) => body.type);
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString('utf8');
    const { headers } = request;
    const received = {
      id: String(headers['webhook-id']),
      seconds: Number(headers['webhook-timestamp']),
      signatures: String(headers['webhook-signature']).split(' '),
      ...{ headers, text, body: JSON.parse(text) },
    };
    this.got.push(received);
    this.answer(received, response, request);
  }
}

/** "Verifying signatures" of Standard Webhooks 1.0.0, written from its text: whether one of the signatures is of this secret. */
export const isSignedBy = ({ id, seconds, signatures, text }: Received, secret: string): boolean => {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const wanted = createHmac('sha256', key).update(`${id}.${seconds}.${text}`, 'utf8').digest('base64');
  return signatures.includes(`v1,${wanted}`);
};
