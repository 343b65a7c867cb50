import { sql } from 'kysely';
import { isPaymentMethod } from '#domain/paymentMethods.ts';
import { forbidden, notFound, ruleBroken } from '../../../platform/errors.ts';
import type { Trx } from '../../../platform/db/unitOfWork.ts';
import { madeFile, type MadeFile } from '../../../platform/http/madeFile.ts';
import { readLetterhead } from '../../../platform/pdf/letterhead.ts';
import { renderPdf } from '../../../platform/pdf/pdf.ts';
import { getTransaction } from '../list.ts';
import type { Reader } from '../reader.ts';
import { printReceipt, type Receipt } from './pdf.ts';

const partnerOf = async (trx: Trx, { session }: Reader, id: number | undefined): Promise<Receipt['partner']> => {
  if (id === undefined) return null;
  const { rows } = await sql<NonNullable<Receipt['partner']>>`
    select name, tax_id as "taxId" from partners where account_id = ${session.accountId} and id = ${id}`.execute(trx);
  return rows[0] ?? null;
};

/**
 * Reads what the receipt of a payment says. Whoever sees only a share of the document gets none: it states the whole amount.
 * @throws ServiceError 404 for an unknown installment, 403 for a document of other obras too, 422 for one that is not paid
 */
export const readReceipt = async (
  trx: Trx,
  reader: Reader,
  key: { id: number; installmentId: number },
): Promise<Receipt> => {
  const transaction = await getTransaction(trx, reader, key.id);
  const installment = transaction.transactionRecordList.find(({ id }) => id === key.installmentId);
  if (!installment) throw notFound('Parcela não encontrada.');
  if (!transaction.canChange)
    throw forbidden('O comprovante mostra o valor inteiro, e há obras neste lançamento em que você não tem permissão.');
  const { paymentDate, bank, paymentMethod } = installment;
  if (paymentDate === null || bank === null || !isPaymentMethod(paymentMethod))
    throw ruleBroken('Esta parcela ainda não foi paga: registre o pagamento antes.');
  return {
    type: reader.kind.type,
    company: await readLetterhead(trx, reader.session.accountId, reader.companyId),
    partner: await partnerOf(trx, reader, transaction.partner?.id),
    documentNumber: transaction.documentNumber,
    description: transaction.description,
    buildings: [...new Set(transaction.transactionRecordBuildings.map(({ building }) => building.name))],
    number: installment.number,
    count: transaction.installmentCount,
    dueDate: installment.dueDate,
    paymentDate,
    wallet: bank.text,
    paymentMethod,
    ...{ grossValue: installment.grossValue, increase: installment.increase, discount: installment.discount },
    value: installment.value,
  };
};

/** A receipt as a printed document, with the headers of its answer. */
export const printedReceipt = async (receipt: Receipt, now: Date): Promise<MadeFile> =>
  madeFile(
    // A number such as "08/2025" is no path.
    ['Comprovante', receipt.documentNumber, receipt.partner?.name, receipt.paymentDate]
      .filter(Boolean)
      .join(' ')
      .replaceAll(/[/\\]/g, '-'),
    'PDF',
    await renderPdf(printReceipt({ ...receipt, createdAt: now.toISOString() })),
  );
