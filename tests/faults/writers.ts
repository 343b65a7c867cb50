import { setTimeout as sleep } from 'node:timers/promises';
import { roundOf, send, type Office, type Write } from './books.ts';
import { until } from './stack.ts';

const ASK_AGAIN_AFTER = 100;

/** People who write on until they are told to stop, and ask again with the same key until they have their answer. */
export class Writers {
  readonly sent: Write[] = [];
  acknowledged = 0;
  askedAgain = 0;
  #stopping = false;
  #givenUp = false;
  #failure: unknown;
  readonly #done: Promise<unknown>;

  /** So many of them, at this address; what they make is named after `name`. */
  constructor(address: string, office: Office, name: string, people = 6) {
    const all = Array.from({ length: people }, (_, index) => this.#write(address, office, `${name}w${index}`));
    this.#done = Promise.all(all.map((person) => person.catch((error: unknown) => (this.#failure ??= error))));
  }

  async #write(address: string, office: Office, name: string): Promise<void> {
    for (let round = 0; !this.#leaving; round += 1) {
      for await (const write of roundOf(office, `${name}r${round}`)) {
        this.sent.push(write);
        while (!(await send(address, office.token, write))) {
          this.askedAgain += 1;
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

  /** Waits until so many writes were acknowledged: a slow machine is killed as deep in its work as a fast one. */
  async reach(count: number): Promise<void> {
    await until(async () => this.#leaving || this.acknowledged >= count, 30_000, `${count} writes`);
    this.#rethrow();
  }

  /** Everybody gets the answer to what they have asked, and leaves. */
  async stop(): Promise<void> {
    this.#stopping = true;
    const late = sleep(30_000, 'late', { ref: false });
    if ((await Promise.race([this.#done, late])) === 'late') throw new Error('a write was never acknowledged');
    this.#rethrow();
  }

  /** Everybody leaves, answered or not: a test that has failed leaves nobody behind who asks for ever. */
  giveUp(): void {
    this.#stopping = true;
    this.#givenUp = true;
  }

  #rethrow(): void {
    if (this.#failure) throw this.#failure;
  }
}
