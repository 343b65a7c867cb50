import type { FastifyInstance, FastifyRequest } from 'fastify';
import { addressKey, Rate } from '../limits/rates.ts';
import { bearerOf } from '../platform/bearer.ts';
import { Refusal } from './failures.ts';

/** Requests to the REST services in a minute, whenever within it they come. */
export interface RestRates {
  /** Of a login that asks by programs: 20 a second for as long as it likes, or 20,000 rows in pages of 20 at once. */
  token: number;
  /** Of an address: an office of 50 people, whose screens ask REST for files alone, and five such programs beside them. */
  address: number;
  /** Of an address without a login: 50 people who log in by programs at eight, each with five slips. */
  anonymous: number;
}

export const REST_RATES: RestRates = { token: 1_200, address: 6_000, anonymous: 300 };

const TOO_MANY = 'Muitas requisições em pouco tempo. Aguarde um pouco e tente novamente.';

/** Refuses with 429, and says when to come back, whoever asks the REST services for more than people or their programs do. */
export const limitRates = (app: FastifyInstance, rates: RestRates = REST_RATES): void => {
  const ofTokens = new Rate(rates.token);
  const ofAddresses = new Rate(rates.address);
  const ofNobody = new Rate(rates.anonymous);
  app.addHook('onRequest', async (request: FastifyRequest) => {
    const address = addressKey(request.ip);
    const token = bearerOf(request.headers.authorization);
    const retryAfter =
      (await (token === null ? ofNobody.take(address) : ofTokens.take(token))) ?? (await ofAddresses.take(address));
    if (retryAfter !== null) throw new Refusal(429, { message: TOO_MANY, retryAfter });
  });
};
