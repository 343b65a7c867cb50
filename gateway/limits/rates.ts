import { isIPv6 } from 'node:net';
import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';

/** Groups of an IPv6 address that identify its network (/64): the owner of one address has the whole network. */
const NETWORK = 4;
const MAPPED = /^::ffff:(?=\d+\.)/i;

/** Returns the key that an address is counted under: the address itself, or its IPv6 /64 network. */
export const addressKey = (address: string): string => {
  if (!isIPv6(address)) return address;
  const mapped = address.replace(MAPPED, '');
  if (mapped !== address) return mapped;
  const [head = '', tail] = address.split('%', 1)[0]?.split('::') ?? [];
  const groups = head === '' ? [] : head.split(':');
  const last = tail ? tail.split(':') : [];
  const between = tail === undefined ? [] : Array<string>(Math.max(0, 8 - groups.length - last.length)).fill('0');
  const network = [...groups, ...between, ...last].slice(0, NETWORK);
  return `${network.map((group) => parseInt(group, 16).toString(16)).join(':')}::/64`;
};

/** What a use left of a key's points. */
export interface Use {
  /** More was asked for than was left. */
  refused: boolean;
  left: number;
  /** Seconds until the points are whole again. */
  reset: number;
}

/** Points per key (user, address) and interval, in the memory of this process; `SharedLimits` counts those of others, too. */
export class Rate {
  readonly #limiter: RateLimiterMemory;
  /** Hears of every use. */
  onUse: ((key: string | number, points: number) => void) | undefined;

  constructor(
    readonly points: number,
    seconds = 60,
  ) {
    this.#limiter = new RateLimiterMemory({ points, duration: seconds });
  }

  async use(key: string | number, points: number): Promise<Use> {
    this.onUse?.(key, points);
    try {
      return useOf(await this.#limiter.consume(key, points), false);
    } catch (refused) {
      // Safe cast: the in-memory limiter rejects with nothing else.
      return useOf(refused as RateLimiterRes, true);
    }
  }

  /** Takes points. Returns null on success, else the seconds until points are available. */
  async take(key: string | number, points = 1): Promise<number | null> {
    const { refused, reset } = await this.use(key, points);
    return refused ? reset : null;
  }

  /** Takes no points. Returns null while some are left, else the seconds until points are available. */
  async wait(key: string | number): Promise<number | null> {
    const state = await this.#limiter.get(key);
    return state && state.consumedPoints >= this.points ? useOf(state, true).reset : null;
  }

  /** Counts what another process has given. */
  note(key: string, points: number): void {
    void this.#limiter.penalty(key, points);
  }
}

const useOf = ({ remainingPoints, msBeforeNext }: RateLimiterRes, refused: boolean): Use => ({
  refused,
  left: Math.max(0, remainingPoints),
  reset: Math.max(1, Math.ceil(msBeforeNext / 1000)),
});

/** Limits concurrent resources per key: sockets of a user, uploads of an address. */
export class Slots {
  readonly #open = new Map<string, number>();
  /** What other processes hold, by key and process. */
  readonly #elsewhere = new Map<string, Map<number, number>>();
  /** Hears of every change of what is open in this process. */
  onChange: ((key: string, open: number) => void) | undefined;

  constructor(readonly most: number) {}

  /**
   * Takes a slot. Returns null when the key has reached the limit, else a function that releases the slot (repeated
   * calls have no effect).
   */
  take(of: string | number): (() => void) | null {
    const key = String(of);
    if ((this.#open.get(key) ?? 0) + this.#openElsewhere(key) >= this.most) return null;
    this.#change(key, 1);
    let held = true;
    return () => {
      if (held) this.#change(key, -1);
      held = false;
    };
  }

  /** What is open in this process. */
  open(): ReadonlyMap<string, number> {
    return this.#open;
  }

  /** Notes what another process holds. */
  note(process: number, key: string, open: number): void {
    const holders = this.#elsewhere.get(key) ?? new Map<number, number>();
    if (open > 0) this.#elsewhere.set(key, holders.set(process, open));
    else if (holders.delete(process) && holders.size === 0) this.#elsewhere.delete(key);
  }

  /** Forgets a process that has ended. */
  forget(process: number): void {
    for (const key of [...this.#elsewhere.keys()]) this.note(process, key, 0);
  }

  #openElsewhere(key: string): number {
    let sum = 0;
    for (const open of this.#elsewhere.get(key)?.values() ?? []) sum += open;
    return sum;
  }

  #change(key: string, by: 1 | -1): void {
    const open = (this.#open.get(key) ?? 0) + by;
    if (open > 0) this.#open.set(key, open);
    else this.#open.delete(key);
    this.onChange?.(key, open);
  }
}
