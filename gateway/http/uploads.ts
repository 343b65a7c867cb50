import { GraphQLError } from 'graphql';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { GatewayContext } from '../context.ts';
import { addressKey, type Slots } from '../limits/rates.ts';
import type { SharedLimits } from '../limits/shared.ts';
import { bearerOf } from '../platform/bearer.ts';
import type { Transport } from '../rest/transport.ts';
import { Refusal } from './failures.ts';

/**
 * Maximum concurrent uploads, each of which takes up to 25 MiB of memory. A browser has six connections, and a user may
 * have two browsers. At most 32 run in all (800 MiB; at the usual 3 MB, a tenth of that).
 */
const OF_A_USER = 12;
const OF_AN_ADDRESS = 24;
const IN_ALL = 32;
/** Of suppliers, by the link of a quote request: they send a few files, one after the other. */
const BY_LINKS = { ofAnAddress: 3, inAll: 8 };
/** Address of their files (schema/purchase/quotes/quoteRequest.rest.ts); the service checks the token. */
const BY_LINK = /^\/api\/v1\/purchase\/quote-request\/[^/?]{1,100}\/attachments\/?(\?|$)/;

const TOO_MANY = 'Há arquivos demais sendo enviados ao mesmo tempo. Aguarde um deles terminar e tente novamente.';
const RETRY_AFTER = 10;

/**
 * Admits bodies larger than a form: with a valid token, or to the link of a quote request, within the limits of concurrent
 * uploads.
 */
export class Uploads {
  readonly #ofUsers: Slots;
  readonly #ofAddresses: Slots;
  readonly #all: Slots;
  readonly #linksOfAddresses: Slots;
  readonly #links: Slots;

  constructor(
    private readonly transport: Transport,
    limits: SharedLimits,
  ) {
    this.#ofUsers = limits.slots('uploads of users', OF_A_USER);
    this.#ofAddresses = limits.slots('uploads of addresses', OF_AN_ADDRESS);
    this.#all = limits.slots('uploads', IN_ALL);
    this.#linksOfAddresses = limits.slots('uploads by links of addresses', BY_LINKS.ofAnAddress);
    this.#links = limits.slots('uploads by links', BY_LINKS.inAll);
  }

  /**
   * @throws Refusal 401 without a valid token, 429 above the user's or address's limit, 503 when all slots are taken
   */
  async admit(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const address = addressKey(request.ip);
    const shares: [Slots, string | number, number][] = [
      ...(await this.#ofSender(request, address)),
      [this.#ofAddresses, address, 429],
      [this.#all, '', 503],
    ];
    const taken: (() => void)[] = [];
    reply.raw.once('close', () => taken.forEach((release) => release()));
    for (const [share, key, status] of shares) {
      const release = share.take(key);
      if (!release) throw new Refusal(status, { message: TOO_MANY, retryAfter: RETRY_AFTER });
      taken.push(release);
    }
  }

  async #ofSender(request: FastifyRequest, address: string): Promise<[Slots, string | number, number][]> {
    if (BY_LINK.test(request.url))
      return [
        [this.#linksOfAddresses, address, 429],
        [this.#links, '', 503],
      ];
    return [[this.#ofUsers, await this.#userOf(request), 429]];
  }

  async #userOf(request: FastifyRequest): Promise<number> {
    const caller = {
      token: bearerOf(request.headers.authorization),
      requestId: request.id,
      address: request.ip,
      idempotencyKey: null,
    };
    try {
      const { user } = await new GatewayContext(this.transport, caller).session();
      return user.id;
    } catch (error) {
      if (!(error instanceof GraphQLError)) throw error;
      const { status } = error.extensions;
      throw new Refusal(typeof status === 'number' ? status : 503, { message: error.message });
    }
  }
}
