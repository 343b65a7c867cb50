import { createHash } from 'node:crypto';
import { invalid, ruleBroken } from '../errors.ts';
import type { Actor, Trx } from './unitOfWork.ts';

/** The request that a repeated call must equal. */
export interface KeyedRequest {
  key: string;
  route: string;
  body: unknown;
}

/** Returns the Idempotency-Key header. Throws 400 for an invalid one. */
export const idempotencyKey = (header: string | string[] | undefined): string | undefined => {
  if (header === undefined) return undefined;
  if (typeof header !== 'string' || !/^[\x21-\x7e]{1,200}$/.test(header)) {
    throw invalid(
      [{ path: 'Idempotency-Key', message: 'Use de 1 a 200 caracteres, sem espaços.' }],
      'O cabeçalho Idempotency-Key é inválido.',
    );
  }
  return header;
};

const hashOf = ({ body }: KeyedRequest): Buffer =>
  createHash('sha256')
    .update(JSON.stringify(body ?? null))
    .digest();

/**
 * Claims the key before the command runs: a second request with the same key waits for the first one's SQL transaction,
 * then finds its response. Returns the earlier response, or undefined when the key is new. Throws 422 when the key was
 * used with another body or route.
 */
export const claimKey = async (
  trx: Trx,
  actor: Actor,
  request: KeyedRequest,
): Promise<{ answer: unknown } | undefined> => {
  const bodyHash = hashOf(request);
  const owner = { account_id: actor.accountId, user_id: actor.userId, key: request.key };
  const claimed = await trx
    .insertInto('idempotency_keys')
    .values({ ...owner, route: request.route, body_hash: bodyHash, answer: null })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst();
  if (claimed) return undefined;

  const earlier = await trx
    .selectFrom('idempotency_keys')
    .select(['route', 'body_hash', 'answer'])
    .where('account_id', '=', owner.account_id)
    .where('user_id', '=', owner.user_id)
    .where('key', '=', owner.key)
    .executeTakeFirstOrThrow();
  if (earlier.route !== request.route || !earlier.body_hash.equals(bodyHash)) {
    throw ruleBroken('Esta chave de idempotência já foi usada com outro conteúdo.');
  }
  return { answer: earlier.answer };
};

/** Stores the response with its key, in the SQL transaction of the command. */
export const keepAnswer = async (trx: Trx, actor: Actor, key: string, answer: unknown): Promise<void> => {
  await trx
    .updateTable('idempotency_keys')
    .set({ answer: JSON.stringify(answer ?? null) })
    .where('account_id', '=', actor.accountId)
    .where('user_id', '=', actor.userId)
    .where('key', '=', key)
    .execute();
};
