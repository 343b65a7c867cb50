import type { FastifyReply, FastifyRequest } from 'fastify';
import { requireAllowance, takeAllowance } from '../../platform/allowances.ts';
import { notFound, tooManyRequests } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { hashToken } from '../../platform/session.ts';
import type { Outsider, Source, Trx, Work } from '../../platform/db/unitOfWork.ts';

export const MISSING = 'Esta página não existe. Confira o link, ou peça outro a quem enviou.';

/** Calls of an address: a page that is typed in saves a draft a second. */
const CALLS = { times: 1_200, seconds: 15 * 60 };
/** Unknown tokens of an address: whoever copies a link wrongly tries a few times; a token has 256 bits. */
const WRONG = { times: 20, seconds: 15 * 60 };
/** Changes by one visitor. */
const CHANGES = { times: 1_200, seconds: 60 * 60 };

/** Answers of one visitor, each of which tells the buyer. */
const ANSWERS = { times: 30, seconds: 60 * 60 };

/** Pages of one kind, whose link is the key. */
interface Pages<Visitor> {
  /** Name of their allowances. */
  kind: string;
  /** Whose link it is, found without knowing the account. */
  find: (database: Platform['database'], tokenHash: Buffer) => Promise<Visitor | undefined>;
  /** What changes are counted by. */
  keyOf: (visitor: Visitor) => number;
}

/** A call of a page. */
export interface LinkCall {
  params: { token: string };
  request: FastifyRequest;
  reply: FastifyReply;
}

/** Origin of a visitor's command; its route has the token's place, not the token. */
const sourceOf = (request: FastifyRequest): Source => ({
  route: `${request.method} ${request.routeOptions.url ?? ''}`,
  requestId: request.id,
  bytes: Number(request.headers['content-length'] ?? 0),
});

/** Who acts for a visitor; the history names no user. */
export const outsider = ({ accountId }: { accountId: number }): Outsider => ({ accountId, userId: null });

/** The calls of pages whose link is the key. Nothing of their answers is kept by anybody in between. */
export const pagesOf = <Visitor extends { accountId: number }>(
  platform: Platform,
  { kind, find, keyOf }: Pages<Visitor>,
) => {
  /** Whose link a token is. @throws ServiceError 404 for an unknown one, 429 beyond the allowances */
  const visitorOf = async ({ params: { token }, request: { ip }, reply }: LinkCall): Promise<Visitor> => {
    void reply.header('cache-control', 'private, no-store');
    await requireAllowance(platform, `${kind}:address`, ip, CALLS);
    const found = await find(platform.database, hashToken(token));
    if (found) return found;
    const wait = await takeAllowance(platform, `${kind}:wrong`, ip, WRONG);
    throw wait === null ? notFound(MISSING) : tooManyRequests(wait);
  };
  /** Runs a change of whom the link of a call names, of which he has so many. */
  const changing =
    (name: string, allowed: typeof CHANGES) =>
    async <T>(call: LinkCall, work: (trx: Trx, work: Work<Outsider>, visitor: Visitor) => Promise<T>): Promise<T> => {
      const visitor = await visitorOf(call);
      await requireAllowance(platform, `${kind}:${name}`, String(keyOf(visitor)), allowed);
      return platform.command(outsider(visitor), sourceOf(call.request), (trx, unit) => work(trx, unit, visitor));
    };
  return {
    visitorOf,
    /** Reads what the link of a call leads to. */
    read: async <T>(call: LinkCall, work: (trx: Trx, visitor: Visitor) => Promise<T>): Promise<T> => {
      const visitor = await visitorOf(call);
      return platform.query(visitor, (trx) => work(trx, visitor));
    },
    /** A change that nobody is told of: a draft, a visit, a file. */
    change: changing('changes', CHANGES),
    /** A change that the buyer is told of. */
    answer: changing('answers', ANSWERS),
  };
};
