import { Type, type Static } from 'typebox';
import { endpoint } from '../../platform/endpoint.ts';
import { Decimal, Id, IsoDate, listKeys, NamedReference, Nullable, Page } from '../../platform/shapes.ts';
import { RetentionTax } from './body.rest.ts';

/** PAID: collected. OVERDUE: open with a due date before today. */
const RetentionStatus = Type.Union([Type.Literal('OPEN'), Type.Literal('OVERDUE'), Type.Literal('PAID')]);

/** An installment of a payable, with what it was withheld of. */
export const RetentionRecord = Type.Object({
  id: Type.Integer({ description: 'Installment of the payable' }),
  tax: RetentionTax,
  status: RetentionStatus,
  value: Type.String({ description: 'What was withheld of this installment; decimal as text' }),
  base: Type.String({ description: 'Of the whole retention' }),
  rate: Decimal,
  dueDate: IsoDate,
  paymentDate: Nullable(IsoDate),
  factDate: Type.String({ format: 'date', description: 'Issue of the invoice, or payment for a tax that follows it' }),
  payableId: Type.Integer({ description: 'Expense by which it is collected' }),
  collector: Nullable(NamedReference),
  transaction: Type.Object({
    id: Id,
    documentNumber: Nullable(Type.String()),
    partner: Nullable(NamedReference),
    emissionDate: IsoDate,
    invoiceValue: Decimal,
  }),
});
export type RetentionRecord = Static<typeof RetentionRecord>;

const sums = {
  count: Type.Integer(),
  retained: Type.String({ description: 'paid + toPay + overdue' }),
  paid: Decimal,
  toPay: Type.String({ description: 'Open, due today or later' }),
  overdue: Type.String({ description: 'Open, due before today' }),
};
export const RetentionSums = Type.Object(sums);
export type RetentionSums = Static<typeof RetentionSums>;

/** What was withheld of a tax in a month. */
export const RetentionMonth = Type.Object({
  tax: RetentionTax,
  month: Type.String({ description: 'Year and month of the due date or of the fact: 2026-12' }),
  ...sums,
});
export type RetentionMonth = Static<typeof RetentionMonth>;

const filters = {
  tax: Type.Optional(RetentionTax),
  status: Type.Optional(RetentionStatus),
  by: Type.Optional(
    Type.Union([Type.Literal('DUE'), Type.Literal('FACT')], {
      description: 'Whether days and months are those of the due date (DUE, the default) or of the fact',
    }),
  ),
  from: Type.Optional(IsoDate),
  to: Type.Optional(IsoDate),
  partner: Type.Optional(Type.Integer({ minimum: 1, description: 'Supplier of the invoice, or collector' })),
  search: listKeys.search,
};

const params = Type.Object({ companyId: Id });
const path = '/api/v1/financial/company/:companyId/retentions';

export const retentionEndpoints = {
  list: endpoint({
    method: 'GET',
    path,
    summary: 'What was withheld of invoices, by installment of its payable',
    replica: true,
    params,
    query: Type.Object({ page: listKeys.page, size: listKeys.size, sort: listKeys.sort, ...filters }),
    answer: Page(RetentionRecord),
  }),
  months: endpoint({
    method: 'GET',
    path: `${path}/months`,
    summary: 'The same by tax and month, with the sums over the filter',
    replica: true,
    params,
    query: Type.Object(filters),
    answer: Type.Object({
      content: Type.Array(RetentionMonth, { description: 'At most 240 months, by month and tax' }),
      totals: RetentionSums,
    }),
  }),
};
