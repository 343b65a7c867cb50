import { createHash, randomUUID } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { leavesOpen } from '../db/constraints.ts';
import type { Source, Trx, Work } from '../db/unitOfWork.ts';
import type { ServiceError } from '../errors.ts';
import type { Session } from '../session.ts';
import { refusalOf } from './failures.ts';

/** A number for all that a command does: the same for a request with the same Idempotency-Key. */
export const numberOf = ({ idempotencyKey: key, route }: Source, { accountId, userId }: Session): string => {
  if (key === undefined) return randomUUID();
  const digest = createHash('sha256')
    .update(JSON.stringify([accountId, userId, route, key]))
    .digest('hex');
  return digest.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5');
};

/** Result of one item of a bulk command. A rejected item has stored nothing; without a refusal, the cause is in the log alone. */
export type Outcome<T> = { ok: true; value: T } | { ok: false; refusal: ServiceError | undefined };

/** One item of a bulk command. */
export interface BulkWork<T> {
  /** Tells it from the other items of the request. */
  key: string;
  body: unknown;
  /** As in `Source`. */
  unversioned?: boolean;
  run(trx: Trx, work: Work): Promise<T>;
  /** Called with the result, also with that of an earlier call. */
  done?(value: T): void;
}

/** Results in the order of the items; `lost` where the database was lost on the way. */
export interface Outcomes<T> {
  outcomes: Outcome<T>[];
  lost: boolean;
}

/** Derives an item's idempotency key from the request's; hashed, because the request's key may have the maximum length. */
export const keyOfPart = ({ idempotencyKey: key }: Source, part: string): Pick<Source, 'idempotencyKey'> =>
  key === undefined ? {} : { idempotencyKey: createHash('sha256').update(`${key} ${part}`).digest('hex') };

/**
 * Runs each item in turn, in its own SQL transaction: a rejected item stores nothing and does not stop the others. A request with
 * the same Idempotency-Key returns the stored results and runs the items that failed.
 *
 * After losing the database, rejects the remaining items: each would wait for the same timeout, and a commit with an unknown
 * outcome could make the next item conflict with it.
 */
export const eachItem = async <Item, T>(
  request: FastifyRequest,
  session: Session,
  source: Source,
  items: readonly Item[],
  workOf: (item: Item) => BulkWork<T>,
): Promise<Outcomes<T>> => {
  const outcomes: Outcome<T>[] = [];
  let lost: unknown;
  for (const item of items) {
    if (lost !== undefined) {
      outcomes.push(rejected(request, lost));
      continue;
    }
    const { key, run, done, ...rest } = workOf(item);
    try {
      const part = { ...source, ...rest, ...keyOfPart(source, key) };
      const value = await request.server.platform.command(session, part, run);
      done?.(value);
      outcomes.push({ ok: true, value });
    } catch (error) {
      outcomes.push(rejected(request, error));
      if (leavesOpen(error)) lost = error;
    }
  }
  return { outcomes, lost: lost !== undefined };
};

const rejected = (request: FastifyRequest, error: unknown): { ok: false; refusal: ServiceError | undefined } => {
  const refusal = refusalOf(error, request);
  if (!refusal) request.log.error({ err: error }, 'unexpected failure of a bulk item');
  return { ok: false, refusal };
};
