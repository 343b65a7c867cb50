import { sql } from 'kysely';
import { isPaymentMethod } from '#domain/transactions.ts';
import type { BulkPaymentBody } from '#schema/financial/installments.rest.ts';
import { Problems } from '../../platform/problems.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import type { Reader } from '../transactions/reader.ts';
import { findReferences } from '../transactions/references.ts';

/**
 * Refuses the wallet and the method of a bulk payment at their fields: those that are not there, also where no installment
 * would need them; missing ones; and those that nothing would use, because each installment has its own. Two statements.
 * @throws ServiceError 400, 422
 */
export const checkDefaults = async (trx: Trx, reader: Reader, body: BulkPaymentBody): Promise<void> => {
  const { bank, paymentMethod, asExpected = false } = body;
  const problems = new Problems();
  if (!asExpected && !bank) problems.contradiction('bank', 'Escolha a carteira.');
  if (!asExpected && paymentMethod === undefined) {
    problems.contradiction('paymentMethod', 'Escolha a forma de pagamento.');
  }
  if (bank) {
    const named = { categoryIds: [], partnerIds: [], walletIds: [bank.id], buildingIds: [], stageIds: [] };
    const find = await findReferences(trx, reader.companyId, named);
    if (!find('wallet', bank.id)) problems.rule('bank', 'Carteira não encontrada.');
  }
  if (paymentMethod !== undefined && !isPaymentMethod(paymentMethod.trim())) {
    problems.rule('paymentMethod', 'Escolha uma forma de pagamento da lista.');
  }
  problems.refuse();
  if (!asExpected) return;
  const needs = await needsOf(trx, reader, body);
  if (bank && !needs.bank) problems.rule('bank', 'Todas as parcelas têm carteira prevista: nenhuma usaria esta.');
  if (paymentMethod !== undefined && !needs.paymentMethod) {
    problems.rule('paymentMethod', 'Todas as parcelas têm forma de pagamento prevista: nenhuma usaria esta.');
  }
  problems.refuse();
};

/** Whether some document has no wallet or no method of its own; one that is not there may have had none. */
const needsOf = async (
  trx: Trx,
  { session, companyId, kind }: Reader,
  { items }: BulkPaymentBody,
): Promise<{ bank: boolean; paymentMethod: boolean }> => {
  const ids = [...new Set(items.map(({ transactionId }) => transactionId))];
  const { rows } = await sql<{ wallets: number; methods: number }>`
    select count(expected_wallet_id) as wallets, count(preferred_payment_method) as methods from transactions
     where account_id = ${session.accountId} and company_id = ${companyId} and type = ${kind.type}
       and id = any(${ids}::bigint[])`.execute(trx);
  const { wallets = 0, methods = 0 } = rows[0] ?? {};
  return { bank: wallets < ids.length, paymentMethod: methods < ids.length };
};
