import { API_LIMITS } from '#domain/apiLimits.ts';
import type { Use } from './rates.ts';
import { SharedLimits } from './shared.ts';

const MINUTE_SECONDS = 60;

/** What a call of a token of programs cost, and what is left of its minute. */
export interface TokenUse extends Use {
  cost: number;
}

/** Points of each token of programs in a minute, GraphQL and REST together. */
export class TokenAllowance {
  readonly #rate;

  constructor(
    readonly points: number = API_LIMITS.minutePoints,
    limits = new SharedLimits(),
  ) {
    this.#rate = limits.rate('programs', points, MINUTE_SECONDS);
  }

  async take(token: string, cost: number): Promise<TokenUse> {
    return { cost, ...(await this.#rate.use(token, cost)) };
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
