import type { FastifyInstance, FastifyRequest } from 'fastify';
import { addressKey, Rate } from '../limits/rates.ts';
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
export const limitRates = (app: FastifyInstance, rates: RestRates = REST_RATES): void => {
  const ofTokens = new Rate(rates.token);
  const ofAddresses = new Rate(rates.address);
  const withoutToken = new Rate(rates.anonymous);
  app.addHook('onRequest', async (request: FastifyRequest) => {
    const address = addressKey(request.ip);
    const token = bearerOf(request.headers.authorization);
    const retryAfter =
      (await (token === null ? withoutToken.take(address) : ofTokens.take(token))) ?? (await ofAddresses.take(address));
    if (retryAfter !== null) throw new Refusal(429, { message: TOO_MANY, retryAfter });
  });
};
