import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { BulkAnswer, BulkItem, BulkResult } from '#schema/financial/installments.rest.ts';
import { leavesOpen } from '../../platform/db/constraints.ts';
import { refusalOf } from '../../platform/http/failures.ts';
import type { Session } from '../../platform/session.ts';
import type { Source, Trx, Work } from '../../platform/db/unitOfWork.ts';
import type { Movement } from '../transactions/paymentMessages.ts';
import type { PaymentResult } from '../transactions/payments.ts';

/** What is done with one installment, in a transaction of its own. */
export type BulkCommand = (
  trx: Trx,
  work: Work,
  key: { id: number; installmentId: number },
  version: number | undefined,
) => Promise<PaymentResult>;

type Answer = PaymentResult['answer'];
type Balance = BulkAnswer['walletBalance'];

/** Tells of all that was done, once, and answers the balance of the wallet that it went through. */
export type BulkTeller = (trx: Trx, work: Work, movements: readonly Movement[]) => Promise<Balance>;

/**
 * Runs the command for one item after the other, each in its own transaction: a refused one stores nothing and keeps
 * no other from being done. Every item has its result, so that nothing is half done unnoticed. A repeated
 * Idempotency-Key repeats what was done and goes on with what was not.
 *
 * When the database is lost on the way nothing more is tried: each item would wait as long again, and one whose end
 * nobody knows would make the next of its transaction a conflict with ourselves.
 */
export const bulkOf = async (
  request: FastifyRequest,
  session: Session,
  source: Source,
  items: readonly BulkItem[],
  command: BulkCommand,
  tell: BulkTeller,
): Promise<BulkAnswer> => {
  const { platform } = request.server;
  const done = new Map<number, { asked: number | undefined; now: Answer['transaction'] }>();
  const results: BulkResult[] = [];
  const movements: Movement[] = [];
  let lost: unknown;
  for (const item of items) {
    if (lost) {
      results.push(refused(request, item, lost));
      continue;
    }
    const { transactionId: id, installmentId } = item;
    // The version that the person saw, moved on by what this very request did to the same transaction.
    const before = done.get(id);
    const version = before && before.asked === item.version ? before.now.version : item.version;
    try {
      const { answer, movement } = await platform.command(session, sourceOfItem(source, item), (trx, work) =>
        command(trx, work, { id, installmentId }, version),
      );
      done.set(id, { asked: item.version, now: answer.transaction });
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
      : await told(request, session, { ...source, body: { items, payment: source.body } }, (trx, work) =>
          tell(trx, work, movements),
        );
  return { results, transactions: [...done.values()].map(({ now }) => now), walletBalance };
};

/** The message about the whole: a command after the others, for each of them stands by itself. Without it, all is done all the same. */
const told = async (
  request: FastifyRequest,
  session: Session,
  source: Source,
  tell: (trx: Trx, work: Work) => Promise<Balance>,
): Promise<Balance> => {
  try {
    return await request.server.platform.command(session, { ...source, ...keyOf(source, 'told') }, tell);
  } catch (error) {
    request.log.error({ err: error }, 'a bulk command was not told of');
    return null;
  }
};

/** Each item is a command of its own, so its key is its own too; hashed, for a key may be as long as it is allowed to be. */
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
