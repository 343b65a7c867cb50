import { Agent, request } from 'undici';
import { PRODUCT_NAME } from '#domain/product.ts';
import { ANSWER_BYTES, ANSWER_SECONDS, type DeliveryError } from '#domain/webhooks.ts';
import { pinnedLookup, PrivateHost, UnknownHost, type Reach } from '../../platform/egress/resolve.ts';
import { mayCall } from './address.ts';

/** What came of an attempt. */
export interface Outcome {
  /** HTTP status; null without an answer. */
  status: number | null;
  error: DeliveryError | null;
  /** Beginning of the answer; null without one. */
  answer: string | null;
  milliseconds: number;
  /** Seconds of Retry-After. */
  retryAfter: number | null;
}

const CERTIFICATE = /^(CERT_|ERR_TLS|ERR_SSL|EPROTO|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|ERR_OSSL)/;

const errorOf = (error: unknown): DeliveryError => {
  for (let cause = error; typeof cause === 'object' && cause !== null; cause = Reflect.get(cause, 'cause')) {
    if (cause instanceof PrivateHost) return 'PRIVATE';
    if (cause instanceof UnknownHost) return 'NOT_FOUND';
    if (/Timeout|Abort/.test(String(Reflect.get(cause, 'name')))) return 'TIMEOUT';
    if (CERTIFICATE.test(String(Reflect.get(cause, 'code')))) return 'CERTIFICATE';
  }
  return 'CONNECTION';
};

/** PostgreSQL's texts have no NUL. */
const asText = (bytes: Buffer): string => bytes.toString('utf8').replaceAll('\0', '�');

/** The beginning of a body; the rest is left unread, also what comes too late. */
const beginningOf = async (body: AsyncIterable<Buffer> & { destroy(): unknown }): Promise<string> => {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of body) {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= ANSWER_BYTES) break;
    }
  } catch {
    // The status was answered: what it is worth does not depend on the rest.
  }
  body.destroy();
  return asText(Buffer.concat(chunks).subarray(0, ANSWER_BYTES));
};

const secondsOf = (header: string | string[] | undefined): number | null =>
  typeof header === 'string' && /^\d{1,6}$/.test(header) ? Number(header) : null;

/** Posts events to receivers: to public addresses only, on a connection of its own, without redirects, for a limited time. */
export class Sender {
  readonly #reach: Reach;
  readonly #timeout: number;
  readonly #agent: Agent;

  constructor(reach: Reach, timeout = ANSWER_SECONDS * 1000) {
    this.#reach = reach;
    this.#timeout = timeout;
    // Without kept connections each attempt resolves, checks and connects anew.
    this.#agent = new Agent({
      connect: { timeout, lookup: pinnedLookup(reach) },
      pipelining: 0,
      headersTimeout: timeout,
      bodyTimeout: timeout,
    });
  }

  close(): Promise<void> {
    return this.#agent.destroy();
  }

  async post(url: string, headers: Record<string, string>, body: string): Promise<Outcome> {
    const started = performance.now();
    const took = (): number => Math.round(performance.now() - started);
    const failed = (error: DeliveryError): Outcome => ({
      ...{ status: null, error, answer: null, retryAfter: null },
      milliseconds: took(),
    });
    if (!mayCall(url, this.#reach)) return failed('PRIVATE');
    try {
      const answer = await request(url, {
        method: 'POST',
        dispatcher: this.#agent,
        signal: AbortSignal.timeout(this.#timeout),
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'user-agent': `${PRODUCT_NAME}-Webhooks/1`,
          'accept-encoding': 'identity',
          ...headers,
        },
        body,
      });
      const text = await beginningOf(answer.body);
      const retryAfter = secondsOf(answer.headers['retry-after']);
      return { status: answer.statusCode, error: null, answer: text, milliseconds: took(), retryAfter };
    } catch (error) {
      return failed(errorOf(error));
    }
  }
}
