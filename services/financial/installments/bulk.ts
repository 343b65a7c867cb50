import type { FastifyRequest } from 'fastify';
import type { BulkAnswer, BulkItem, BulkResult } from '#schema/financial/installments.rest.ts';
import { eachItem, keyOfPart, type Outcome } from '../../platform/http/eachItem.ts';
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

/** Runs the command for each item in its own SQL transaction (`eachItem`), and stores one message about all of them. */
export const bulkOf = async (
  request: FastifyRequest,
  session: Session,
  source: Source,
  items: readonly BulkItem[],
  command: BulkCommand,
  announce: BulkAnnouncer,
): Promise<BulkAnswer> => {
  const changed = new Map<number, { sentVersion: number | undefined; now: Answer['transaction'] }>();
  const { outcomes, lost } = await eachItem(request, session, source, items, (item) => {
    const { transactionId: id, installmentId } = item;
    // Uses the version from the client, or the newer one if this request has already changed the transaction.
    const before = changed.get(id);
    const version = before && before.sentVersion === item.version ? before.now.version : item.version;
    return {
      key: `${id} ${installmentId}`,
      body: { ...item, payment: source.body },
      unversioned: item.version === undefined,
      run: (trx, work) => command(trx, work, { id, installmentId }, version),
      done: ({ answer }) => void changed.set(id, { sentVersion: item.version, now: answer.transaction }),
    };
  });
  const movements = outcomes.flatMap((one) => (one.ok ? one.value.movement : []));
  const walletBalance =
    movements.length === 0 || lost
      ? null
      : await announceBulk(request, session, { ...source, body: { items, payment: source.body } }, (trx, work) =>
          announce(trx, work, movements),
        );
  return {
    results: items.flatMap((item, index) => resultOf(item, outcomes[index]) ?? []),
    transactions: [...changed.values()].map(({ now }) => now),
    walletBalance,
  };
};

/** Stores the summary message in its own SQL transaction after the items; the items stay stored if it fails. */
const announceBulk = async (
  request: FastifyRequest,
  session: Session,
  source: Source,
  announce: (trx: Trx, work: Work) => Promise<Balance>,
): Promise<Balance> => {
  try {
    return await request.server.platform.command(
      session,
      { ...source, ...keyOfPart(source, 'announcement') },
      announce,
    );
  } catch (error) {
    request.log.error({ err: error }, 'the message of a bulk command was not stored');
    return null;
  }
};

const UNKNOWN = 'Não foi possível confirmar esta parcela. Atualize a lista antes de tentar de novo.';

const resultOf = (
  { transactionId, installmentId }: BulkItem,
  outcome: Outcome<PaymentResult> | undefined,
): BulkResult | undefined => {
  if (!outcome) return undefined;
  if (outcome.ok) {
    const { message, transaction } = outcome.value.answer;
    return { transactionId, installmentId, ok: true, error: null, message, version: transaction.version };
  }
  const { refusal } = outcome;
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
