import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { API_LIMITS, isApiToken } from '#domain/apiLimits.ts';
import { addressKey, Rate } from '../limits/rates.ts';
import type { TokenAllowance } from '../limits/tokenAllowance.ts';
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
export const limitRates = (app: FastifyInstance, tokens: TokenAllowance, rates: RestRates = REST_RATES): void => {
  const ofTokens = new Rate(rates.token);
  const ofAddresses = new Rate(rates.address);
  const withoutToken = new Rate(rates.anonymous);
  /** Charges a program, which is told with each answer what is left. Returns null, or the seconds to wait. */
  const takeOfProgram = async (token: string, reply: FastifyReply): Promise<number | null> => {
    const use = await tokens.take(token, API_LIMITS.callPoints);
    void reply.headers(tokens.headers(use));
    return use.refused ? use.reset : null;
  };
  const takeOf = (token: string, reply: FastifyReply): Promise<number | null> =>
    isApiToken(token) ? takeOfProgram(token, reply) : ofTokens.take(token);
  app.addHook('onRequest', async (request: FastifyRequest, reply) => {
    const address = addressKey(request.ip);
    const token = bearerOf(request.headers.authorization);
    const retryAfter =
      (await (token === null ? withoutToken.take(address) : takeOf(token, reply))) ?? (await ofAddresses.take(address));
    if (retryAfter !== null) throw new Refusal(429, { message: TOO_MANY, retryAfter });
  });
};
