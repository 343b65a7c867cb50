import { AmountFilter, MethodFilter, TransactionFilterKeys } from './transactions/filters.rest.ts';
import { FETCH_INCOME_RECORDS_FAILED, FETCH_OUTCOME_RECORDS_FAILED } from '#domain/messages.ts';
import { Type, type Static } from 'typebox';
import { endpoint } from '../platform/endpoint.ts';
import {
  allIdsKey,
  Decimal,
  Id,
  IsoDate,
  listKeys,
  Nullable,
  PageWithIds,
  Reference,
  Version,
} from '../platform/shapes.ts';
import { buildingPartsOfInstallments, BuildingParts } from './transactions/byBuilding.rest.ts';
import { daysKey, daySums } from './transactions/days.rest.ts';
import { Installment, InstallmentMatch, Transaction, TransactionSummary } from './transactions/transactions.rest.ts';
import { WalletBalance } from './wallets.rest.ts';

/** Status of an installment in lists. DUE: open, due today or in the 29 days after it. PLANNED: open, due later. */
export const InstallmentStatus = Type.Union([
  Type.Literal('DUE'),
  Type.Literal('OVERDUE'),
  Type.Literal('PAID'),
  Type.Literal('PLANNED'),
]);
export type InstallmentStatus = Static<typeof InstallmentStatus>;

/** One installment (parcela) with its transaction; `id` is the installment's. */
export const InstallmentRow = Type.Object({
  id: Id,
  status: InstallmentStatus,
  installment: Installment,
  transaction: TransactionSummary,
  matching: Type.Optional(InstallmentMatch),
});
export type InstallmentRow = Static<typeof InstallmentRow>;

/**
 * Sums over a filter, net of increases and discounts; of the shares when the filter has a building or stage. Counts by
 * status ignore the filter's status.
 */
export const InstallmentTotals = Type.Object({
  count: Type.Integer(),
  value: Decimal,
  paidValue: Decimal,
  openValue: Decimal,
  overdueValue: Decimal,
  counts: Type.Object({
    all: Type.Integer(),
    due: Type.Integer(),
    overdue: Type.Integer(),
    paid: Type.Integer(),
    planned: Type.Integer(),
  }),
  ...daySums,
});
export type InstallmentTotals = Static<typeof InstallmentTotals>;

const {
  status: _status,
  bank: _bank,
  from: _from,
  to: _to,
  dueDate: _dueDate,
  value: _value,
  grossValue: _grossValue,
  forecast: _forecast,
  paidFrom: _paidFrom,
  paidTo: _paidTo,
  method: _method,
  valueFrom: _valueFrom,
  valueTo: _valueTo,
  ...transactionFilters
} = TransactionFilterKeys;
const ROW_VALUE = 'net, as the rows show it: with a building or a stage that of the shares there';
const filterKeys = {
  ...transactionFilters,
  status: Type.Optional(InstallmentStatus),
  bank: Type.Optional(
    Type.Integer({ minimum: 1, description: 'Wallet of the payment, or the expected wallet of an open installment' }),
  ),
  dueDate: Type.Optional(IsoDate),
  paymentDate: Type.Optional(IsoDate),
  paymentMethod: Type.Optional(Type.String({ maxLength: 20 })),
  paidFrom: Type.Optional(Type.String({ format: 'date', description: 'Paid on this day or later' })),
  paidTo: Type.Optional(
    Type.String({ format: 'date', description: 'Paid on this day or before; 400 where it is before `paidFrom`' }),
  ),
  method: MethodFilter('Method of the payment, or the preferred one of an open installment'),
  value: Type.Optional(Decimal),
  valueFrom: AmountFilter(`At least this; ${ROW_VALUE}`),
  valueTo: AmountFilter(`At most this; ${ROW_VALUE}. 400 where it is below \`valueFrom\``),
  grossValue: Type.Optional(Decimal),
  forecast: Type.Optional(Type.Boolean()),
  from: Type.Optional(Type.String({ format: 'date', description: 'Due on this day or later' })),
  to: Type.Optional(
    Type.String({ format: 'date', description: 'Due on this day or before; only `from` means that day alone (§2)' }),
  ),
};

const ids = Type.Optional(
  Type.String({ maxLength: 12_000, pattern: '^\\d+(,\\d+)*$', description: 'Ids of installments: 1,2,3' }),
);

/** Maximum installments of one bulk command. */
export const MAX_BULK = 200;

const BulkItem = Type.Object({
  transactionId: Id,
  installmentId: Id,
  version: Type.Optional(Version),
});
export type BulkItem = Static<typeof BulkItem>;

const items = Type.Array(BulkItem, { minItems: 1, maxItems: MAX_BULK });

export const BulkPaymentBody = Type.Object({
  items,
  paymentDate: IsoDate,
  bank: Type.Optional(
    Type.Object(Reference.properties, {
      description: 'For the installments without a wallet of their own; 422 where every one has its own',
    }),
  ),
  paymentMethod: Type.Optional(
    Type.String({ minLength: 1, maxLength: 20, description: 'As `bank`: for those without a method of their own' }),
  ),
  asExpected: Type.Optional(
    Type.Boolean({
      description:
        'Pays each installment from the wallet that is expected of its transaction, and by its preferred method, where it has them',
    }),
  ),
});
export type BulkPaymentBody = Static<typeof BulkPaymentBody>;

/** Result of one item of a bulk command. A failed item stores nothing. */
export const BulkResult = Type.Object({
  transactionId: Id,
  installmentId: Id,
  ok: Type.Boolean(),
  error: Nullable(Type.String({ description: 'Error code, e.g. CONFLICT, FORBIDDEN or INVALID' })),
  message: Nullable(Type.String({ description: 'Portuguese text for the user' })),
  version: Nullable(Version),
});
export type BulkResult = Static<typeof BulkResult>;

/** Results in the order of the items; `transactions` are the changed transactions after the command. */
export const BulkAnswer = Type.Object({
  results: Type.Array(BulkResult),
  transactions: Type.Array(Transaction),
  walletBalance: Type.Union([WalletBalance, Type.Null()], {
    description: 'Null without DEBIT and CREDIT (§6), and where the payments are of several wallets',
  }),
});
export type BulkAnswer = Static<typeof BulkAnswer>;

/** What installments are summed by, in which state, and on which days: of payment where they are paid, else due. */
const groupsQuery = Type.Object({
  by: Type.Union([Type.Literal('partner'), Type.Literal('category'), Type.Literal('building'), Type.Literal('month')]),
  state: Type.Union([Type.Literal('PAID'), Type.Literal('OPEN'), Type.Literal('OVERDUE')]),
  from: Type.Optional(IsoDate),
  to: Type.Optional(Type.String({ format: 'date', description: 'Last day, included' })),
  partner: Type.Optional(Id),
  category: Type.Optional(Id),
  building: Type.Optional(Id),
});
export type InstallmentGroupsQuery = Static<typeof groupsQuery>;

/** Installments of one partner, category, building or month. */
export const InstallmentGroup = Type.Object({
  id: Nullable(Type.Integer({ description: 'Null for those without one, and of a month' })),
  name: Nullable(Type.String({ description: 'Of a month: YYYY-MM' })),
  count: Type.Integer({ description: 'Documents' }),
  value: Decimal,
});

export type InstallmentGroup = Static<typeof InstallmentGroup>;

/** The 100 largest groups, months in their order; `total` and `groups` cover all of them. */
export const InstallmentGroups = Type.Object({
  content: Type.Array(InstallmentGroup),
  total: Decimal,
  groups: Type.Integer(),
});
export type InstallmentGroups = Static<typeof InstallmentGroups>;

const params = Type.Object({ companyId: Id });

const endpointsOf = (kind: 'credit' | 'debit', failure: string) => {
  const collection = `/api/v1/financial/company/:companyId/${kind}/installments`;
  const permission = kind === 'debit' ? 'DEBIT' : 'CREDIT';
  return {
    list: endpoint({
      method: 'GET',
      path: collection,
      summary: 'Installments, each with its transaction',
      replica: true,
      params,
      query: Type.Object({ ...listKeys, ...allIdsKey, ids, ...filterKeys }),
      answer: PageWithIds(InstallmentRow),
      watched: { entity: 'installment', kind: permission, places: [permission] },
      failure,
    }),
    totals: endpoint({
      method: 'GET',
      path: `${collection}/totals`,
      summary: 'Sums and counts of installments over a filter',
      replica: true,
      params,
      query: Type.Object({ search: listKeys.search, ...filterKeys, ...daysKey }),
      answer: InstallmentTotals,
      failure,
    }),
    byBuilding: endpoint({
      method: 'GET',
      path: `${collection}/by-building`,
      summary: 'What each building bears of the installments of a page',
      replica: true,
      params,
      query: buildingPartsOfInstallments,
      answer: BuildingParts,
      failure,
    }),
    groups: endpoint({
      method: 'GET',
      path: `${collection}/groups`,
      summary: 'Installments summed by partner, category, building or month',
      replica: true,
      params,
      query: groupsQuery,
      answer: InstallmentGroups,
      failure,
    }),
    pay: endpoint({
      method: 'POST',
      path: `${collection}/payments`,
      summary: 'Pays several installments, each in its own SQL transaction, and returns a result for each',
      params,
      body: BulkPaymentBody,
      answer: BulkAnswer,
    }),
    undo: endpoint({
      method: 'POST',
      path: `${collection}/payments/undo`,
      summary: 'Undoes several payments (estorno), each in its own SQL transaction, and returns a result for each',
      params,
      body: Type.Object({ items }),
      answer: BulkAnswer,
    }),
  };
};

export const creditInstallmentEndpoints = endpointsOf('credit', FETCH_INCOME_RECORDS_FAILED);
export const debitInstallmentEndpoints = endpointsOf('debit', FETCH_OUTCOME_RECORDS_FAILED);
