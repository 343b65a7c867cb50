import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { requireAllowance, takeAllowance } from '../../platform/allowances.ts';
import { notFound, tooManyRequests } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { hashToken } from '../../platform/session.ts';
import type { Outsider, Source } from '../../platform/db/unitOfWork.ts';

/** A supplier, as his link names him. */
export interface Visitor {
  accountId: number;
  quoteId: number;
  supplierId: number;
}

export const MISSING = 'Esta página não existe. Confira o link, ou peça outro a quem enviou.';

/** Calls of an address: a page that is typed in saves a draft a second. */
const CALLS = { times: 1_200, seconds: 15 * 60 };
/** Unknown tokens of an address: whoever copies a link wrongly tries a few times; a token has 256 bits. */
const WRONG = { times: 20, seconds: 15 * 60 };
/** Changes by one link. */
const CHANGES = { times: 1_200, seconds: 60 * 60 };

const find = async ({ database }: Pick<Platform, 'database'>, token: string): Promise<Visitor | undefined> => {
  const { rows } = await sql<Visitor>`
    select account_id as "accountId", quote_id as "quoteId", supplier_id as "supplierId"
      from find_quote_link(${hashToken(token)})`.execute(database.kysely);
  return rows[0];
};

/** Whose link a token is. @throws ServiceError 404 for an unknown one, 429 beyond the allowances */
export const visitorOf = async (platform: Platform, { ip }: FastifyRequest, token: string): Promise<Visitor> => {
  await requireAllowance(platform, 'quote:address', ip, CALLS);
  const found = await find(platform, token);
  if (found) return found;
  const wait = await takeAllowance(platform, 'quote:wrong', ip, WRONG);
  throw wait === null ? notFound(MISSING) : tooManyRequests(wait);
};

/** As `visitorOf`, for a call that writes. */
export const writerOf = async (platform: Platform, request: FastifyRequest, token: string): Promise<Visitor> => {
  const visitor = await visitorOf(platform, request, token);
  await requireAllowance(platform, 'quote:changes', String(visitor.supplierId), CHANGES);
  return visitor;
};

export const outsider = ({ accountId }: Visitor): Outsider => ({ accountId, userId: null });

/** Origin of a visitor's command; its route has the token's place, not the token. */
export const sourceOf = (request: FastifyRequest): Source => ({
  route: `${request.method} ${request.routeOptions.url ?? ''}`,
  requestId: request.id,
  bytes: Number(request.headers['content-length'] ?? 0),
});
