import { isIPv6 } from 'node:net';
import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';

/** Whoever has one address of IPv6 has all of its network: sixteen bytes, of which the first eight say whose they are. */
const NETWORK = 4;
const MAPPED = /^::ffff:(?=\d+\.)/i;

/** What an address is counted under: itself, or the /64 network that it is one of. */
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

/** Points that each key (a user, an address) may take within a time. In the memory of this process. */
export class Rate {
  readonly #limiter: RateLimiterMemory;

  constructor(points: number, seconds = 60) {
    this.#limiter = new RateLimiterMemory({ points, duration: seconds });
  }

  /** Takes points: null when there were enough of them, else the seconds after which there are some again. */
  async take(key: string | number, points = 1): Promise<number | null> {
    try {
      await this.#limiter.consume(key, points);
      return null;
    } catch (refused) {
      // Kept in this process, it can fail in no other way.
      return secondsUntil(refused as RateLimiterRes);
    }
  }

  /** Takes none: null while there are some left, else the seconds after which there are some again. */
  async wait(key: string | number): Promise<number | null> {
    const state = await this.#limiter.get(key);
    return state && state.consumedPoints >= this.#limiter.points ? secondsUntil(state) : null;
  }
}

const secondsUntil = ({ msBeforeNext }: RateLimiterRes): number => Math.max(1, Math.ceil(msBeforeNext / 1000));

/** How many things each key holds open at the same time: sockets of a user, uploads of an address. */
export class Shares {
  readonly #open = new Map<string | number, number>();

  constructor(readonly most: number) {}

  /** Takes one: null when the key has all that it may have, else what gives this one back (once, however often it is called). */
  take(key: string | number): (() => void) | null {
    const open = this.#open.get(key) ?? 0;
    if (open >= this.most) return null;
    this.#open.set(key, open + 1);
    let held = true;
    return () => {
      if (held) this.#giveBack(key);
      held = false;
    };
  }

  #giveBack(key: string | number): void {
    const left = (this.#open.get(key) ?? 1) - 1;
    if (left > 0) this.#open.set(key, left);
    else this.#open.delete(key);
  }
}
