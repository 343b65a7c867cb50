import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { codeOf } from '#services/platform/db/postgres/startError.ts';

export interface Asked {
  method: 'GET' | 'POST' | 'DELETE';
  path: string;
  headers: Record<string, string>;
  body?: string;
}

/** Results of all requests. */
export interface Outcome {
  answered: number;
  /** Connection refused: the server did not receive the request. */
  refused: number;
  /** Received, but not answered correctly. */
  failures: number;
  /** The first failures. */
  failed: string[];
}

interface Answer {
  status: number;
  text: string;
}

/** Sends one request on this agent's connection. */
export const askOn = (agent: Agent, address: string, { method, path, headers, body }: Asked): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const asking = request(address + path, { method, headers, agent }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (data: string) => (text += data));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
      response.on('error', reject);
    });
    asking.on('error', reject);
    asking.end(body);
  });

/** Clients that send requests without pause, each on a persistent connection, until the server refuses connections. */
export class Crowd {
  readonly outcome: Outcome = { answered: 0, refused: 0, failures: 0, failed: [] };
  readonly #people: Promise<void>[];
  #leaving = false;

  /** `next` makes request number n; a response is correct with status 200 and without GraphQL errors. */
  constructor(addresses: readonly string[], size: number, next: (n: number) => Asked) {
    let started = 0;
    this.#people = Array.from({ length: size }, (_, index) =>
      this.#person(addresses[index % addresses.length] ?? '', () => next(started++)),
    );
  }

  async #person(address: string, next: () => Asked): Promise<void> {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    while (!this.#leaving) {
      try {
        const { status, text } = await askOn(agent, address, next());
        if (status === 200 && !text.includes('"errors"')) this.outcome.answered += 1;
        else this.#failed(`${status} ${text}`);
      } catch (error) {
        if (codeOf(error) !== 'ECONNREFUSED') this.#failed(codeOf(error) ?? String(error));
        else {
          this.outcome.refused += 1;
          break;
        }
      }
    }
    agent.destroy();
  }

  #failed(how: string): void {
    this.outcome.failures += 1;
    if (!this.outcome.failed.includes(how) && this.outcome.failed.length < 20) this.outcome.failed.push(how);
  }

  async reach(answers: number): Promise<void> {
    for (const end = Date.now() + 30_000; this.outcome.answered < answers; await sleep(5)) {
      if (Date.now() > end) throw new Error(`${this.outcome.answered} answers in 30 s`);
    }
  }

  /** Ends after the answers that are awaited. */
  async leave(): Promise<Outcome> {
    this.#leaving = true;
    await Promise.all(this.#people);
    return this.outcome;
  }

  /** Waits until every client has been refused, 10 s at most; then stops the rest. */
  async gone(): Promise<Outcome> {
    const late = sleep(10_000, undefined, { ref: false }).then(() => (this.#leaving = true));
    await Promise.race([Promise.all(this.#people), late]);
    await Promise.all(this.#people);
    return this.outcome;
  }
}
