import { differencesOf } from '#domain/financial/paymentCodes/check.ts';
import { readPaymentCode } from '#domain/financial/paymentCodes/read.ts';
import type { Transaction } from '#schema/financial/transactions/transactions.rest.ts';
import { conflict, notFound } from '../../platform/errors.ts';
import { Problems } from '../../platform/problems.ts';
import type { Trx, Work } from '../../platform/db/unitOfWork.ts';
import { transactionAnswer } from '../transactions/answer.ts';
import { ENTITY, lockTransaction } from '../transactions/lock.ts';
import { readTransaction } from '../transactions/read.ts';
import type { Reader } from '../transactions/reader.ts';
import { refreshHeader } from '../transactions/store.ts';
import { plannedCode } from './plan.ts';
import { storePaymentCodes } from './store.ts';

interface Change {
  /** Id of the installment. */
  id: number;
  version: number | undefined;
  paymentCode: string | null;
}

const PAID = 'Esta parcela está paga, e fica com o código que tem. Desfaça o pagamento para mudá-lo.';

const transactionOf = async (trx: Trx, { session, companyId, kind }: Reader, id: number): Promise<number> => {
  const row = await trx
    .selectFrom('installments')
    .select('transaction_id')
    .where('account_id', '=', session.accountId)
    .where('company_id', '=', companyId)
    .where('type', '=', kind.type)
    .where('id', '=', id)
    .executeTakeFirst();
  // The sentence of a document that the user may not see: it tells no more of another one.
  if (!row) throw notFound(kind.words.notFound);
  return row.transaction_id;
};

/** Sets or removes the code of one open installment, whatever is paid of the others; and tells in what it differs. */
export const changePaymentCode = async (
  trx: Trx,
  work: Work,
  reader: Reader,
  { id, version, paymentCode }: Change,
): Promise<{ transaction: Transaction; message: string | null }> => {
  const transactionId = await transactionOf(trx, reader, id);
  const { stored } = await lockTransaction(trx, reader, { id: transactionId, version });
  const installment = stored.installments.find((one) => one.id === id);
  if (!installment) throw notFound(reader.kind.words.notFound);
  if (!installment.forecast) throw conflict(PAID);
  const problems = new Problems();
  const sent = { sent: paymentCode, stored: installment.paymentCode, path: 'paymentCode' };
  const code = plannedCode(sent, reader.today, problems);
  problems.refuse();
  if (code === installment.paymentCode) return { transaction: transactionAnswer(stored, reader), message: null };

  const owner = { accountId: reader.session.accountId, companyId: reader.companyId, transactionId, type: stored.type };
  await storePaymentCodes(trx, owner.accountId, [{ id, paymentCode: code }], [installment], reader.today);
  await refreshHeader(trx, work, owner);
  const fresh = await readTransaction(trx, transactionId);
  if (!fresh) throw notFound(reader.kind.words.notFound);
  const details = { version: fresh.version, installmentId: id, before: installment.paymentCode, after: code };
  work.audit({ action: 'paymentCode', entity: ENTITY, entityId: transactionId, details });
  const read = readPaymentCode(code ?? '', reader.today);
  const differences = read.ok ? differencesOf(read.code, installment) : [];
  const message = differences.length > 0 ? differences.map((one) => one.message).join(' ') : null;
  return { transaction: transactionAnswer(fresh, reader), message };
};
