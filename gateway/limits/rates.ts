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

/** Points per key (user, address) and interval, in the memory of this process. */
export class Rate {
  readonly #limiter: RateLimiterMemory;

  constructor(points: number, seconds = 60) {
    this.#limiter = new RateLimiterMemory({ points, duration: seconds });
  }

  /** Takes points. Returns null on success, else the seconds until points are available. */
  async take(key: string | number, points = 1): Promise<number | null> {
    try {
      await this.#limiter.consume(key, points);
      return null;
    } catch (refused) {
      // Safe cast: the in-memory limiter rejects with nothing else.
      return secondsUntil(refused as RateLimiterRes);
    }
  }

  /** Takes no points. Returns null while some are left, else the seconds until points are available. */
  async wait(key: string | number): Promise<number | null> {
    const state = await this.#limiter.get(key);
    return state && state.consumedPoints >= this.#limiter.points ? secondsUntil(state) : null;
  }
}

const secondsUntil = ({ msBeforeNext }: RateLimiterRes): number => Math.max(1, Math.ceil(msBeforeNext / 1000));

/** Limits concurrent resources per key: sockets of a user, uploads of an address. */
export class Slots {
  readonly #open = new Map<string | number, number>();

  constructor(readonly most: number) {}

  /**
   * Takes a slot. Returns null when the key has reached the limit, else a function that releases the slot (repeated
   * calls have no effect).
   */
  take(key: string | number): (() => void) | null {
    const open = this.#open.get(key) ?? 0;
    if (open >= this.most) return null;
    this.#open.set(key, open + 1);
    let held = true;
    return () => {
      if (held) this.#release(key);
      held = false;
    };
  }

  #release(key: string | number): void {
    const left = (this.#open.get(key) ?? 1) - 1;
    if (left > 0) this.#open.set(key, left);
    else this.#open.delete(key);
  }
}
