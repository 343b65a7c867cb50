import { Pool } from 'undici';

export interface Shot {
  path: string;
  token: string;
  /** Sent as JSON by POST; without it the request is a GET. */
  body?: unknown;
  /** Idempotency-Key of a write. */
  key?: string;
}

export interface Load {
  /** Responses per second. */
  rate: number;
  /** Milliseconds of each response. */
  times: number[];
  failures: number;
}

const send = async (pool: Pool, { path, token, body, key }: Shot): Promise<{ status: number; text: string }> => {
  const answer = await pool.request({
    method: body === undefined ? 'GET' : 'POST',
    path,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      ...(key && { 'idempotency-key': key }),
    },
    body: body === undefined ? null : JSON.stringify(body),
  });
  return { status: answer.statusCode, text: await answer.body.text() };
};

/** Sends requests to one server over persistent connections. */
export class Caller {
  readonly #pool: Pool;

  constructor(
    url: string,
    private readonly connections: number,
  ) {
    this.#pool = new Pool(url, { connections, pipelining: 1 });
  }

  /** Returns one response. Throws unless its status is 200. */
  async ask(shot: Shot): Promise<string> {
    const { status, text } = await send(this.#pool, shot);
    if (status !== 200) throw new Error(`${status} ${shot.path} ${text.slice(0, 500)}`);
    return text;
  }

  /**
   * Sends requests over every connection, each after the previous response, for a minimum time and number of responses.
   */
  async press(shot: Shot, milliseconds: number, atLeast = 0): Promise<Load> {
    const times: number[] = [];
    let failures = 0;
    const started = performance.now();
    const worker = async (): Promise<void> => {
      for (
        let now = performance.now();
        now - started < milliseconds || times.length < atLeast;
        now = performance.now()
      ) {
        const { status } = await send(this.#pool, shot);
        if (status !== 200) failures += 1;
        times.push(performance.now() - now);
      }
    };
    await Promise.all(Array.from({ length: this.connections }, worker));
    return { rate: times.length / ((performance.now() - started) / 1000), times, failures };
  }

  close(): Promise<void> {
    return this.#pool.close();
  }
}
