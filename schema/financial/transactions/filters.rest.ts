import { Type } from 'typebox';
import { PAYMENT_METHODS } from '#domain/paymentMethods.ts';
import { STATEMENT_LINES } from '#domain/statementLines.ts';
import { BuildingId, Decimal, DECIMAL_FORMAT, DECIMAL_PATTERN, Id, IsoDate } from '../../platform/shapes.ts';

export const TransactionStatus = Type.Union([Type.Literal('OPEN'), Type.Literal('PARTIAL'), Type.Literal('PAID')]);

export const AmountFilter = (description: string) =>
  Type.Optional(
    Type.String({
      ...{ format: DECIMAL_FORMAT, pattern: DECIMAL_PATTERN, description },
      'x-message': 'Informe um valor decimal, como 1234.50.',
    }),
  );
export const MethodFilter = (description: string) =>
  Type.Optional(
    Type.String({
      ...{ pattern: `^(${PAYMENT_METHODS.join('|')})$`, maxLength: 20, description },
      'x-message': 'Escolha a forma de pagamento.',
    }),
  );

const ROW_VALUE =
  'net, as the rows show it: with a building, a stage or days of payment that of the shares or payments there';

/** Filters of the lists of transactions (§2): equalities, and ranges with both ends included. */
export const TransactionFilterKeys = {
  status: Type.Optional(Type.Union([...TransactionStatus.anyOf, Type.Literal('OVERDUE')])),
  category: Type.Optional(Id),
  partner: Type.Optional(Id),
  building: Type.Optional(BuildingId),
  costEstimateGroup: Type.Optional(Id),
  withinStage: Type.Optional(
    Type.Integer({ minimum: -1, description: 'A stage with everything in it; -1 means shares without a stage' }),
  ),
  bank: Type.Optional(
    Type.Integer({ minimum: 1, description: 'Wallet of a payment, or the expected wallet while it is open' }),
  ),
  documentNumber: Type.Optional(Type.String({ maxLength: 60 })),
  description: Type.Optional(Type.String({ maxLength: 500 })),
  emissionDate: Type.Optional(IsoDate),
  emissionFrom: Type.Optional(Type.String({ format: 'date', description: 'Emission on this day or later' })),
  emissionTo: Type.Optional(
    Type.String({
      format: 'date',
      description: 'Emission on this day or before; 400 where it is before `emissionFrom`',
    }),
  ),
  competenceDate: Type.Optional(IsoDate),
  competenceFrom: Type.Optional(Type.String({ format: 'date', description: 'Competence on this day or later' })),
  competenceTo: Type.Optional(Type.String({ format: 'date', description: 'Competence on this day or before' })),
  withoutCategory: Type.Optional(Type.Boolean({ description: 'True for transactions without a category' })),
  statementLine: Type.Optional(
    Type.String({
      pattern: `^(${[...STATEMENT_LINES, 'UNCLASSIFIED'].join('|')})$`,
      maxLength: 60,
      description: 'Category on this line of the income statement; UNCLASSIFIED: on none, or without a category',
      'x-message': 'Esta linha não existe no demonstrativo de resultado.',
    }),
  ),
  paidFrom: Type.Optional(
    Type.String({ format: 'date', description: 'Paid on this day or later; figures are those of these payments' }),
  ),
  paidTo: Type.Optional(
    Type.String({ format: 'date', description: 'Paid on this day or before; figures are those of these payments' }),
  ),
  dueDate: Type.Optional(Type.String({ format: 'date', description: 'An installment is due on this day' })),
  value: Type.Optional(Decimal),
  valueFrom: AmountFilter(`At least this; ${ROW_VALUE}`),
  valueTo: AmountFilter(`At most this; ${ROW_VALUE}. 400 where it is below \`valueFrom\``),
  grossValue: Type.Optional(Decimal),
  forecast: Type.Optional(Type.Boolean({ description: 'True while nothing is paid' })),
  preferredPaymentMethod: Type.Optional(Type.String({ maxLength: 20 })),
  method: MethodFilter('Method of a payment, or the preferred one while something is open'),
  hasAttachment: Type.Optional(
    Type.Boolean({ description: 'True for documents with a file, false for those without' }),
  ),
  from: Type.Optional(Type.String({ format: 'date', description: 'An installment is due on this day or later' })),
  to: Type.Optional(
    Type.String({
      format: 'date',
      description: 'An installment is due on this day or before; only `from` means that day alone (§2)',
    }),
  ),
};
