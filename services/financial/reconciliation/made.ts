import type { IsoDate } from '#domain/dates.ts';
import { isNegative, type Money, negate } from '#domain/money.ts';
import { paymentMethodOf } from '#domain/financial/reconciliation/paymentMethod.ts';
import type { Acceptance, NewDocument } from '#schema/financial/reconciliation/reconciliation.rest.ts';
import type { TransactionBody } from '#schema/financial/transactions/bodies.rest.ts';
import type { Trx, Work } from '../../platform/db/unitOfWork.ts';
import { createTransaction } from '../transactions/save.ts';
import { transferColumns, transferRegister } from '../transfers.store.ts';
import type { Clerk } from './access.ts';
import type { ChosenLine } from './chosen.ts';
import { at } from './payments.ts';

const unsigned = (amount: Money): Money => (isNegative(amount) ? negate(amount) : amount);

/** A payment of a new document: what a line moved. */
export interface PaidPart {
  line: ChosenLine;
  /** Signed. */
  amount: Money;
}

const bodyOf = (
  { category, partner, building, costEstimateGroup, documentNumber, description }: NewDocument,
  parts: readonly PaidPart[],
): TransactionBody => {
  const [first] = parts;
  const date: IsoDate = first?.line.date ?? '';
  const obra = building && building.id > 0 ? building : null;
  return {
    category,
    ...(partner && { partner }),
    documentNumber: documentNumber ?? null,
    // The bank's words say what it was, where nobody does.
    description: description ?? first?.line.memo ?? null,
    emissionDate: date,
    transactionRecordList: parts.map(({ line, amount }) => ({
      forecast: false,
      dueDate: line.date,
      grossValue: unsigned(amount),
      paymentDate: line.date,
      bank: { id: line.walletId },
      paymentMethod: paymentMethodOf(line.memo) ?? 'OTHER',
    })),
    ...(obra && {
      transactionRecordBuildings: [
        { building: { id: obra.id }, percentage: '100', ...(costEstimateGroup && { costEstimateGroup }) },
      ],
    }),
  };
};

/** A new document and its installments, in the order of the parts. */
export interface MadeDocument {
  transactionId: number;
  installmentIds: number[];
}

/** Makes a paid document: an expense where money goes, else an income. */
export const makeDocument = async (
  trx: Trx,
  work: Work,
  clerk: Clerk,
  { document, parts, path }: { document: NewDocument; parts: readonly PaidPart[]; path: string },
): Promise<MadeDocument> => {
  const reader = isNegative(parts[0]?.amount ?? '0.00') ? clerk.expense : clerk.income;
  const made = await at(path, () => createTransaction(trx, work, reader, bodyOf(document, parts)));
  return { transactionId: made.id, installmentIds: made.transactionRecordList.map(({ id }) => id) };
};

/** Makes the transfer whose one side the line is. The day is that of the line which money leaves by. */
export const makeTransfer = async (
  trx: Trx,
  work: Work,
  clerk: Clerk,
  {
    transfer,
    line,
    other,
  }: { transfer: NonNullable<Acceptance['transfer']>; line: ChosenLine; other: ChosenLine | undefined },
): Promise<number> => {
  const gone = isNegative(line.amount);
  const [sourceWalletId, targetWalletId] = gone
    ? [line.walletId, transfer.wallet.id]
    : [transfer.wallet.id, line.walletId];
  const date = gone ? line.date : (other?.date ?? line.date);
  const columns = await at('transfer', () =>
    transferColumns(trx, clerk.session, clerk.companyId, {
      ...{ amount: unsigned(line.amount), date, sourceWalletId, targetWalletId, description: line.memo.slice(0, 200) },
    }),
  );
  const { id } = await transferRegister.create(trx, work, columns);
  return id;
};
