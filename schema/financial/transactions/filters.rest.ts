import { Type } from 'typebox';
import { STATEMENT_LINES } from '#domain/statementLines.ts';
import { BuildingId, Decimal, Id, IsoDate } from '../../platform/shapes.ts';

export const TransactionStatus = Type.Union([Type.Literal('OPEN'), Type.Literal('PARTIAL'), Type.Literal('PAID')]);

/** Equality filters of the lists of transactions (§2). */
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
  grossValue: Type.Optional(Decimal),
  forecast: Type.Optional(Type.Boolean({ description: 'True while nothing is paid' })),
  preferredPaymentMethod: Type.Optional(Type.String({ maxLength: 20 })),
  from: Type.Optional(Type.String({ format: 'date', description: 'An installment is due on this day or later' })),
  to: Type.Optional(
    Type.String({
      format: 'date',
      description: 'An installment is due on this day or before; only `from` means that day alone (§2)',
    }),
  ),
};
