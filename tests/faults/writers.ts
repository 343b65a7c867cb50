import { setTimeout as sleep } from 'node:timers/promises';
import { roundOf, send, type Office, type Write } from './books.ts';
import { until } from './stack.ts';

const ASK_AGAIN_AFTER = 100;

/** Clients that write until stopped, and repeat each write with the same key until it is acknowledged. */
export class Writers {
  readonly sent: Write[] = [];
  acknowledged = 0;
  repeated = 0;
  #stopping = false;
  #givenUp = false;
  #failure: unknown;
  readonly #done: Promise<unknown>;

  /** Starts `people` clients at this address; their rows are named after `name`. */
  constructor(address: string, office: Office, name: string, people = 6) {
    const all = Array.from({ length: people }, (_, index) => this.#write(address, office, `${name}w${index}`));
    this.#done = Promise.all(all.map((person) => person.catch((error: unknown) => (this.#failure ??= error))));
  }

  async #write(address: string, office: Office, name: string): Promise<void> {
    for (let round = 0; !this.#leaving; round += 1) {
      for await (const write of roundOf(office, `${name}r${round}`)) {
        this.sent.push(write);
        while (!(await send(address, office.token, write))) {
          this.repeated += 1;
          if (this.#failure !== undefined || this.#givenUp) return;
          await sleep(ASK_AGAIN_AFTER);
        }
        this.acknowledged += 1;
        if (this.#leaving) break;
      }
    }
  }

  get #leaving(): boolean {
    return this.#stopping || this.#failure !== undefined;
  }

  /** Waits for a number of acknowledged writes, so that a slow machine is killed at the same progress as a fast one. */
  async reach(count: number): Promise<void> {
    await until(async () => this.#leaving || this.acknowledged >= count, 30_000, `${count} writes`);
    this.#rethrow();
  }

  /** Lets every client finish its current write, then stops. */
  async stop(): Promise<void> {
    this.#stopping = true;
    const late = sleep(30_000, 'late', { ref: false });
    if ((await Promise.race([this.#done, late])) === 'late') throw new Error('a write was never acknowledged');
    this.#rethrow();
  }

  /** Stops every client at once, so that a failed test leaves none running. */
  giveUp(): void {
    this.#stopping = true;
    this.#givenUp = true;
  }

  #rethrow(): void {
    if (this.#failure) throw this.#failure;
  }
}
