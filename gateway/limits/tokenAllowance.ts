import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';
import { API_LIMITS } from '#domain/apiLimits.ts';

const MINUTE_SECONDS = 60;

/** What a call of a token of programs cost, and what is left of its minute. */
export interface TokenUse {
  cost: number;
  left: number;
  /** Seconds until the minute's points are whole again. */
  reset: number;
  /** More was asked for than is left: the call is not answered. */
  refused: boolean;
}

/** Points of each token of programs in a minute, GraphQL and REST together, in the memory of this process. */
export class TokenAllowance {
  readonly #limiter: RateLimiterMemory;

  constructor(readonly points: number = API_LIMITS.minutePoints) {
    this.#limiter = new RateLimiterMemory({ points, duration: MINUTE_SECONDS });
  }

  async take(token: string, cost: number): Promise<TokenUse> {
    try {
      return { cost, refused: false, ...stateOf(await this.#limiter.consume(token, cost)) };
    } catch (refused) {
      // Safe cast: the in-memory limiter rejects with nothing else.
      return { cost, refused: true, ...stateOf(refused as RateLimiterRes) };
    }
  }

  /** Headers that tell a program what is left (draft-ietf-httpapi-ratelimit-headers-10), and what this call cost. */
  headers({ cost, left, reset }: TokenUse): Record<string, string> {
    return {
      'ratelimit-policy': `"minute";q=${this.points};w=${MINUTE_SECONDS}`,
      ratelimit: `"minute";r=${left};t=${reset}`,
      'x-prumo-cost': String(cost),
    };
  }
}

const stateOf = ({ remainingPoints, msBeforeNext }: RateLimiterRes): Pick<TokenUse, 'left' | 'reset'> => ({
  left: Math.max(0, remainingPoints),
  reset: Math.max(1, Math.ceil(msBeforeNext / 1000)),
});
