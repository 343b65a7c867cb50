import type { FastifyInstance, FastifyRequest } from 'fastify';
import { API_LIMITS, isApiToken } from '#domain/apiLimits.ts';
import { addressKey } from '../limits/rates.ts';
import type { SharedLimits } from '../limits/shared.ts';
import type { TokenAllowance, TokenUse } from '../limits/tokenAllowance.ts';
import { bearerOf } from '../platform/bearer.ts';
import { Refusal } from './failures.ts';

/** Limits of requests to the REST services per minute, however they are spread over it. */
export interface RestRates {
  /** Per token, for programs: a constant 20 per second, or 20,000 rows in pages of 20 at once. */
  token: number;
  /** Per address: an office of 50 users, whose web client uses REST for files only, plus five such programs. */
  address: number;
  /** Per address without a token: 50 users who log in by programs at eight o'clock, with five failed attempts each. */
  anonymous: number;
}

export const REST_RATES: RestRates = { token: 1_200, address: 6_000, anonymous: 300 };

const TOO_MANY = 'Muitas requisições em pouco tempo. Aguarde um pouco e tente novamente.';

/** Rejects requests above the limits with 429 and retry-after. */
export const limitRates = (
  app: FastifyInstance,
  { tokens, limits }: { tokens: TokenAllowance; limits: SharedLimits },
  rates: RestRates = REST_RATES,
): void => {
  const ofTokens = limits.rate('REST of tokens', rates.token);
  const ofAddresses = limits.rate('REST of addresses', rates.address);
  const withoutToken = limits.rate('REST without a token', rates.anonymous);
  const uses = new WeakMap<FastifyRequest, TokenUse>();
  /** Charges a program. Returns null, or the seconds to wait. */
  const takeOfProgram = async (token: string, request: FastifyRequest): Promise<number | null> => {
    const use = await tokens.take(token, API_LIMITS.callPoints);
    uses.set(request, use);
    return use.refused ? use.reset : null;
  };
  const takeOf = (token: string, request: FastifyRequest): Promise<number | null> =>
    isApiToken(token) ? takeOfProgram(token, request) : ofTokens.take(token);
  app.addHook('onRequest', async (request: FastifyRequest) => {
    const address = addressKey(request.ip);
    const token = bearerOf(request.headers.authorization);
    const retryAfter =
      (await (token === null ? withoutToken.take(address) : takeOf(token, request))) ??
      (await ofAddresses.take(address));
    if (retryAfter !== null) throw new Refusal(429, { message: TOO_MANY, retryAfter });
  });
  // When the answer has come: a service may have limits of its own to tell (files of a day), which follow in the same lists.
  app.addHook('onSend', async (request: FastifyRequest, reply) => {
    const use = uses.get(request);
    if (!use) return;
    for (const [name, value] of Object.entries(tokens.headers(use))) {
      const ofService = reply.getHeader(name);
      void reply.header(name, ofService === undefined ? value : `${value}, ${String(ofService)}`);
    }
  });
};
