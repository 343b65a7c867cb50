import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { BulkAnswer, BulkItem, BulkResult } from '#schema/financial/installments.rest.ts';
import { leavesOpen } from '../../platform/db/constraints.ts';
import { refusalOf } from '../../platform/http/failures.ts';
import type { Session } from '../../platform/session.ts';
import type { Source, Trx, Work } from '../../platform/db/unitOfWork.ts';
import type { Movement } from '../transactions/paymentMessages.ts';
import type { PaymentResult } from '../transactions/payments.ts';

/** Command on one installment, run in its own SQL transaction. */
export type BulkCommand = (
  trx: Trx,
  work: Work,
  key: { id: number; installmentId: number },
  version: number | undefined,
) => Promise<PaymentResult>;

type Answer = PaymentResult['answer'];
type Balance = BulkAnswer['walletBalance'];

/** Stores one message about all movements and returns the balance of their wallet. */
export type BulkAnnouncer = (trx: Trx, work: Work, movements: readonly Movement[]) => Promise<Balance>;

/**
 * Runs the command for each item in turn, each in its own SQL transaction: a rejected item stores nothing and does not
 * stop the others. Returns a result for every item. A request with the same Idempotency-Key returns the stored results
 * and runs the items that failed.
 *
 * After losing the database, rejects the remaining items: each would wait for the same timeout, and a commit with an
 * unknown outcome could make the next item of its transaction conflict with it.
 */
export const bulkOf = async (
  request: FastifyRequest,
  session: Session,
  source: Source,
  items: readonly BulkItem[],
  command: BulkCommand,
  announce: BulkAnnouncer,
): Promise<BulkAnswer> => {
  const { platform } = request.server;
  const done = new Map<number, { sentVersion: number | undefined; now: Answer['transaction'] }>();
  const results: BulkResult[] = [];
  const movements: Movement[] = [];
  let lost: unknown;
  for (const item of items) {
    if (lost) {
      results.push(refused(request, item, lost));
      continue;
    }
    const { transactionId: id, installmentId } = item;
    // Uses the version from the client, or the newer one if this request has already changed the transaction.
    const before = done.get(id);
    const version = before && before.sentVersion === item.version ? before.now.version : item.version;
    try {
      const { answer, movement } = await platform.command(session, sourceOfItem(source, item), (trx, work) =>
        command(trx, work, { id, installmentId }, version),
      );
      done.set(id, { sentVersion: item.version, now: answer.transaction });
      movements.push(movement);
      results.push({
        transactionId: id,
        installmentId,
        ok: true,
        error: null,
        message: answer.message,
        version: answer.transaction.version,
      });
    } catch (error) {
      results.push(refused(request, item, error));
      if (leavesOpen(error)) lost = error;
    }
  }
  const walletBalance =
    movements.length === 0 || lost
      ? null
      : await announceBulk(request, session, { ...source, body: { items, payment: source.body } }, (trx, work) =>
          announce(trx, work, movements),
        );
  return { results, transactions: [...done.values()].map(({ now }) => now), walletBalance };
};

/** Stores the summary message in its own SQL transaction after the items; the items stay stored if it fails. */
const announceBulk = async (
  request: FastifyRequest,
  session: Session,
  source: Source,
  announce: (trx: Trx, work: Work) => Promise<Balance>,
): Promise<Balance> => {
  try {
    return await request.server.platform.command(session, { ...source, ...keyOf(source, 'announcement') }, announce);
  } catch (error) {
    request.log.error({ err: error }, 'the message of a bulk command was not stored');
    return null;
  }
};

/**
 * Derives each item's idempotency key from the request's key; hashed, because the request's key may have the maximum
 * length.
 */
const sourceOfItem = (source: Source, item: BulkItem): Source => ({
  ...source,
  body: { ...item, payment: source.body },
  unversioned: item.version === undefined,
  ...keyOf(source, `${item.transactionId} ${item.installmentId}`),
});

const keyOf = ({ idempotencyKey: key }: Source, part: string): Pick<Source, 'idempotencyKey'> =>
  key === undefined ? {} : { idempotencyKey: createHash('sha256').update(`${key} ${part}`).digest('hex') };

const UNKNOWN = 'Não foi possível confirmar esta parcela. Atualize a lista antes de tentar de novo.';

const refused = (request: FastifyRequest, { transactionId, installmentId }: BulkItem, error: unknown): BulkResult => {
  const refusal = refusalOf(error, request);
  if (!refusal) request.log.error({ err: error }, 'unexpected failure of a bulk item');
  const [field] = refusal?.fields ?? [];
  return {
    transactionId,
    installmentId,
    ok: false,
    error: refusal?.code ?? 'INTERNAL',
    message: field?.message ?? refusal?.message ?? UNKNOWN,
    version: null,
  };
};
