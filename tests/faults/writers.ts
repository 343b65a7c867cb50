import { setTimeout as sleep } from 'node:timers/promises';
import { PLACES, roundOf, send } from './books.ts';
import { until } from './stack.ts';
import type { Office, Write } from './write.ts';

const ASK_AGAIN_AFTER = 100;

/** Rounds of people who stop in the middle of one and go on with it later. */
export class Rounds {
  readonly #current = new Map<number, AsyncGenerator<Write>>();
  #started = 0;

  constructor(
    readonly office: Office,
    readonly name: string,
  ) {}

  /** Next write of a person; one in five is at the desk, on site, in purchasing, at the bank, at the notas. */
  async next(person: number): Promise<Write> {
    const known = this.#current.get(person);
    const step = await known?.next();
    if (step && !step.done) return step.value;
    const round = roundOf(this.office, `${this.name}r${this.#started++}`, PLACES[person % PLACES.length]);
    this.#current.set(person, round);
    return (await round.next()).value as Write;
  }
}

/** Clients that write until stopped, and repeat each write with the same key until it is acknowledged. */
export class Writers {
  readonly sent: Write[] = [];
  acknowledged = 0;
  repeated = 0;
  #stopping = false;
  #givenUp = false;
  #failure: unknown;
  readonly #done: Promise<unknown>;

  /** Starts `people` clients at this address. */
  constructor(address: string, rounds: Rounds, people = 6) {
    const all = Array.from({ length: people }, (_, person) => this.#write(address, rounds, person));
    this.#done = Promise.all(all.map((person) => person.catch((error: unknown) => (this.#failure ??= error))));
  }

  async #write(address: string, rounds: Rounds, person: number): Promise<void> {
    while (!this.#leaving) {
      const write = await rounds.next(person);
      this.sent.push(write);
      while (!(await send(address, rounds.office.token, write))) {
        this.repeated += 1;
        if (this.#failure !== undefined || this.#givenUp) return;
        await sleep(ASK_AGAIN_AFTER);
      }
      this.acknowledged += 1;
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
