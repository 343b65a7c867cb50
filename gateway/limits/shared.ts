import { Rate, Slots } from './rates.ts';

/** Numbers by limit and key. */
type Counts = Map<string, Map<string, number>>;

/** Limit, key, number: names of keys come from clients, and make no properties of an object. */
type Count = [limit: string, key: string, count: number];

/** What a process tells others of its limits: the points that it gave since the last time, and the slots that it holds. */
export interface Told {
  points: Count[];
  open: Count[];
}

/** The other processes that serve the same clients. */
export interface Peers {
  tell(told: Told): void;
  /** Called with what another process tells, and with the name of one that has joined or left. */
  listen(listener: Listener): void;
}

export interface Listener {
  told(process: number, told: Told): void;
  joined(process: number): void;
  left(process: number): void;
}

/**
 * Pause in milliseconds between two tellings. Meanwhile processes do not know of each other, and together may give what a client
 * can take in that time above its limit. Asking before each answer would cost more than many answers do.
 */
const PAUSE = 50;

const countsOf = (counts: Counts, limit: string): Map<string, number> => {
  const known = counts.get(limit);
  if (known) return known;
  const made = new Map<string, number>();
  counts.set(limit, made);
  return made;
};

const listOf = (counts: Counts): Count[] =>
  [...counts].flatMap(([limit, keys]) => [...keys].map(([key, count]): Count => [limit, key, count]));

/**
 * Makes the limits of a gateway. With `peers`, each process counts what the others tell, so that any number of processes gives
 * a client what one would give.
 */
export class SharedLimits {
  readonly #rates = new Map<string, Rate>();
  readonly #slots = new Map<string, Slots>();
  #points: Counts = new Map();
  #open: Counts = new Map();
  #timer: NodeJS.Timeout | undefined;

  /** `pause`: 0 tells each use at once. */
  constructor(
    private readonly peers?: Peers,
    private readonly pause = PAUSE,
  ) {
    peers?.listen({
      told: (process, told) => this.#note(process, told),
      joined: () => this.#tellAllOpen(),
      left: (process) => this.#slots.forEach((slots) => slots.forget(process)),
    });
  }

  /** A limit of points; its name is that of the same limit in other processes. */
  rate(name: string, points: number, seconds?: number): Rate {
    const rate = new Rate(points, seconds);
    if (!this.peers) return rate;
    this.#rates.set(name, rate);
    rate.onUse = (key, used) => {
      const counts = countsOf(this.#points, name);
      counts.set(String(key), (counts.get(String(key)) ?? 0) + used);
      this.#tellSoon();
    };
    return rate;
  }

  /** A limit of what is open at a time, named as above. */
  slots(name: string, most: number): Slots {
    const slots = new Slots(most);
    if (!this.peers) return slots;
    this.#slots.set(name, slots);
    slots.onChange = (key, open) => {
      countsOf(this.#open, name).set(key, open);
      this.#tellSoon();
    };
    return slots;
  }

  #tellSoon(): void {
    if (this.pause === 0) this.#tell();
    else if (!this.#timer) this.#timer = setTimeout(() => this.#tell(), this.pause).unref();
  }

  #tell(): void {
    this.#timer = undefined;
    const told: Told = { points: listOf(this.#points), open: listOf(this.#open) };
    [this.#points, this.#open] = [new Map(), new Map()];
    this.peers?.tell(told);
  }

  #tellAllOpen(): void {
    for (const [name, slots] of this.#slots) this.#open.set(name, new Map(slots.open()));
    this.#tellSoon();
  }

  #note(process: number, { points, open }: Told): void {
    for (const [limit, key, used] of points) this.#rates.get(limit)?.note(key, used);
    for (const [limit, key, count] of open) this.#slots.get(limit)?.note(process, key, count);
  }
}
