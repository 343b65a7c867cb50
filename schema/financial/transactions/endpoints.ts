import {
  FETCH_INCOMES_FAILED,
  FETCH_INCOME_FAILED,
  FETCH_INCOME_RECORDS_FAILED,
  FETCH_OUTCOMES_FAILED,
  FETCH_OUTCOME_FAILED,
  FETCH_OUTCOME_RECORDS_FAILED,
} from '#domain/messages.ts';
import { Type } from 'typebox';
import { endpoint } from '../../platform/endpoint.ts';
import { allIdsKey, BuildingId, Id, IsoDate, listKeys, Page, Version } from '../../platform/shapes.ts';
import { PaymentBody, IncomeBody, IncomeUpdate, TransactionBody, TransactionUpdate } from './bodies.rest.ts';
import { buildingPartsOfTransactions, BuildingParts } from './byBuilding.rest.ts';
import {
  Attachment,
  DuplicateTransaction,
  Installment,
  listQuery,
  matchingKey,
  Transaction,
  SummedSummaries,
  SummedTransactions,
  totalsKey,
  TransactionList,
  TransactionTotals,
  wholeListQuery,
} from './transactions.rest.ts';
import { commentEndpoints } from './comments.rest.ts';
import { daysKey } from './days.rest.ts';
import { deletedEndpointsOf } from './deleted.rest.ts';
import { historyEndpoints, transactionParams } from './history.rest.ts';
import { TransactionFilterKeys } from './filters.rest.ts';
import { WalletBalance } from '../wallets.rest.ts';

const companyParams = Type.Object({ companyId: Id });
const buildingParams = Type.Object({ companyId: Id, buildingId: BuildingId });
const installmentParams = Type.Object({ companyId: Id, id: Id, installmentId: Id });
const attachmentParams = Type.Object({ companyId: Id, id: Id, attachmentId: Id });

const { from: _from, to: _to, ...filtersWithoutPeriod } = TransactionFilterKeys;
const periodQuery = Type.Object({
  ...listKeys,
  ...filtersWithoutPeriod,
  ...matchingKey,
  from: IsoDate,
  to: IsoDate,
  onlyForecast: Type.Optional(
    Type.Boolean({ description: 'Only transactions with an open installment in the period' }),
  ),
});

/** One installment with its transaction, for `transaction-record` (§7). */
export const TransactionRecord = Type.Object({
  ...Installment.properties,
  transaction: Type.Object({
    id: Id,
    documentNumber: Transaction.properties.documentNumber,
    description: Transaction.properties.description,
  }),
});

/** Answer of a payment: the transaction, and the balance of its wallet, which saves the client a second request. */
export const PaymentAnswer = Type.Object({
  transaction: Transaction,
  walletBalance: Type.Union([WalletBalance, Type.Null()], { description: 'Null without DEBIT and CREDIT (§6)' }),
  message: Type.Union([Type.String(), Type.Null()], {
    description:
      'Portuguese notice: the payment does not count in the balance, or a part payment was not merged; else null',
  }),
});

/** Returns the endpoints below `/credit` (income) or `/debit` (expense), §7. `texts` are the failure texts of §8. */
const endpointsOf = (kind: 'credit' | 'debit', texts: { one: string; all: string; records: string }) => {
  const collection = `/api/v1/financial/company/:companyId/${kind}`;
  const permission = kind === 'debit' ? 'DEBIT' : 'CREDIT';
  const seenBy = { kind: permission, places: [permission] } as const;
  const watched = { entity: 'transaction', ...seenBy };
  return {
    list: endpoint({
      method: 'GET',
      path: collection,
      summary: 'Transactions',
      replica: true,
      params: companyParams,
      query: wholeListQuery,
      answer: SummedTransactions,
      watched,
      failure: texts.all,
    }),
    summaries: endpoint({
      method: 'GET',
      path: `${collection}/summaries`,
      summary: 'Transactions without their installments and attachments',
      replica: true,
      params: companyParams,
      query: Type.Object({ ...listQuery.properties, ...totalsKey, ...allIdsKey }),
      answer: SummedSummaries,
      watched,
      failure: texts.all,
    }),
    totals: endpoint({
      method: 'GET',
      path: `${collection}/totals`,
      summary: 'Sums and counts of transactions over a filter',
      replica: true,
      params: companyParams,
      query: Type.Object({ search: listKeys.search, ...TransactionFilterKeys, ...daysKey }),
      answer: TransactionTotals,
      failure: texts.all,
    }),
    byBuilding: endpoint({
      method: 'GET',
      path: `${collection}/by-building`,
      summary: 'What each building bears of the transactions of a page',
      replica: true,
      params: companyParams,
      query: buildingPartsOfTransactions,
      answer: BuildingParts,
      failure: texts.all,
    }),
    listOfBuilding: endpoint({
      method: 'GET',
      path: `${collection}/building/:buildingId`,
      summary: 'Transactions of a building; -1 for those without apportionment',
      replica: true,
      params: buildingParams,
      query: listQuery,
      answer: TransactionList,
      watched,
      failure: texts.all,
    }),
    period: endpoint({
      method: 'GET',
      path: `${collection}/period`,
      summary: 'Transactions with an installment due in a period',
      replica: true,
      params: companyParams,
      query: periodQuery,
      answer: TransactionList,
      watched,
      failure: texts.all,
    }),
    periodOfBuilding: endpoint({
      method: 'GET',
      path: `${collection}/building/:buildingId/period`,
      summary: 'Transactions of a building with an installment due in a period',
      replica: true,
      params: buildingParams,
      query: periodQuery,
      answer: TransactionList,
      watched,
      failure: texts.all,
    }),
    records: endpoint({
      method: 'GET',
      path: `${collection}/transaction-record`,
      summary: 'Installments due in a period',
      replica: true,
      params: companyParams,
      query: Type.Object({
        page: listKeys.page,
        size: listKeys.size,
        sort: listKeys.sort,
        ids: listKeys.ids,
        buildingId: Type.Optional(BuildingId),
        from: Type.Optional(IsoDate),
        to: Type.Optional(IsoDate),
      }),
      answer: Page(TransactionRecord),
      watched: { entity: 'installment', ...seenBy },
      failure: texts.records,
    }),
    duplicates: endpoint({
      method: 'GET',
      path: `${collection}/duplicates`,
      summary: 'Other transactions of the partner with this number and value (domain.md §3)',
      params: companyParams,
      query: Type.Object({
        partner: Id,
        documentNumber: Type.String({ minLength: 1, maxLength: 60 }),
        value: Type.String({ maxLength: 20 }),
        except: Type.Optional(Id),
      }),
      answer: Type.Object({ content: Type.Array(DuplicateTransaction) }),
      failure: texts.all,
    }),
    ...deletedEndpointsOf(collection, texts.all),
    get: endpoint({
      method: 'GET',
      path: `${collection}/:id`,
      summary: 'One transaction',
      params: transactionParams,
      answer: Transaction,
      failure: texts.one,
    }),
    create: endpoint({
      method: 'POST',
      path: collection,
      summary: 'Creates a transaction',
      params: companyParams,
      body: (kind === 'debit' ? TransactionBody : IncomeBody) as typeof TransactionBody,
      answer: Transaction,
    }),
    update: endpoint({
      method: 'PUT',
      path: collection,
      summary: 'Changes the transaction whose id is in the body',
      params: companyParams,
      body: (kind === 'debit' ? TransactionUpdate : IncomeUpdate) as typeof TransactionUpdate,
      echo: Transaction,
      answer: Transaction,
    }),
    remove: endpoint({
      method: 'DELETE',
      path: `${collection}/:id`,
      summary: 'Deletes a transaction without paid installments; for 30 days it can be restored',
      params: transactionParams,
      query: Type.Object({ version: Type.Optional(Version) }),
      answer: Type.Object({ id: Id }),
    }),
    pay: endpoint({
      method: 'POST',
      path: `${collection}/:id/installment/:installmentId/payment`,
      summary: 'Pays an installment, whole or in part',
      params: installmentParams,
      body: PaymentBody,
      answer: PaymentAnswer,
    }),
    undoPayment: endpoint({
      method: 'DELETE',
      path: `${collection}/:id/installment/:installmentId/payment`,
      summary: 'Undoes a payment (estorno): the installment is a forecast again',
      params: installmentParams,
      query: Type.Object({ version: Type.Optional(Version) }),
      answer: PaymentAnswer,
    }),
    receipt: endpoint({
      method: 'GET',
      path: `${collection}/:id/installment/:installmentId/receipt`,
      summary: 'The receipt of a paid installment as PDF, with the company’s logo',
      params: installmentParams,
      answer: Type.Unknown(),
      bare: true,
    }),
    attach: endpoint({
      method: 'POST',
      path: `${collection}/:id/attachments`,
      summary: 'Attaches a file (part "file", 20 MiB)',
      params: transactionParams,
      bodyKind: 'multipart',
      answer: Attachment,
    }),
    download: endpoint({
      method: 'GET',
      path: `${collection}/:id/attachments/:attachmentId`,
      summary: 'Content of the file',
      params: attachmentParams,
      answer: Type.Unknown(),
      bare: true,
    }),
    detach: endpoint({
      method: 'DELETE',
      path: `${collection}/:id/attachments/:attachmentId`,
      summary: 'Deletes an attachment',
      params: attachmentParams,
      answer: Type.Object({ id: Id }),
    }),
    ...historyEndpoints(collection, texts.one),
    ...commentEndpoints(collection, texts.one),
  };
};

export const creditEndpoints = endpointsOf('credit', {
  one: FETCH_INCOME_FAILED,
  all: FETCH_INCOMES_FAILED,
  records: FETCH_INCOME_RECORDS_FAILED,
});
export const debitEndpoints = endpointsOf('debit', {
  one: FETCH_OUTCOME_FAILED,
  all: FETCH_OUTCOMES_FAILED,
  records: FETCH_OUTCOME_RECORDS_FAILED,
});
