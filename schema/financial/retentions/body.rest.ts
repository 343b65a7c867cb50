import { Type, type Static } from 'typebox';
import {
  DECIMAL_FORMAT,
  Decimal,
  Id,
  IsoDate,
  NamedReference,
  Nullable,
  PositiveDecimal,
} from '../../platform/shapes.ts';
import { TransactionStatus } from '../transactions/filters.rest.ts';

/** Taxes that a law rules (domain/financial/retentions/taxes.ts). */
export const RuledTax = Type.Union([
  Type.Literal('ISS'),
  Type.Literal('INSS'),
  Type.Literal('IRRF'),
  Type.Literal('CSRF'),
]);
export const RetentionTax = Type.Union([...RuledTax.anyOf, Type.Literal('GUARANTEE')], {
  description: 'A tax that is withheld, or GUARANTEE: money kept back until a day (caução)',
});

/** A rate in per cent, with at most four places. */
export const Rate = Type.String({
  format: DECIMAL_FORMAT,
  pattern: '^\\d{1,3}(\\.\\d{1,4})?$',
  description: 'Per cent as text, at most four places, e.g. "4.65"',
  'x-message': 'Informe uma alíquota com até 4 casas, como 4.65.',
});

/** What was withheld of an invoice, with the payable by which it is collected (guia). */
export const Retention = Type.Object({
  id: Id,
  tax: RetentionTax,
  city: Nullable(Type.String({ description: 'Of ISS: the city whose rule it was made by' })),
  base: Decimal,
  rate: Decimal,
  value: Decimal,
  reason: Nullable(Type.String({ description: 'Why the value is not base × rate' })),
  partner: Nullable(NamedReference),
  dueDate: Type.String({ format: 'date', description: 'First open due date of the payable, or its last' }),
  payable: Type.Object({
    id: Id,
    status: TransactionStatus,
    paidValue: Decimal,
    openValue: Decimal,
  }),
});
export type Retention = Static<typeof Retention>;

/** Of a payable: the invoice that it was withheld from. */
export const RetentionOf = Type.Object({
  tax: RetentionTax,
  transaction: Type.Object({
    id: Id,
    documentNumber: Nullable(Type.String()),
    partner: Nullable(NamedReference),
  }),
});
export type RetentionOf = Static<typeof RetentionOf>;

const body = {
  tax: RetentionTax,
  city: Type.Optional(
    Nullable(
      Type.String({
        maxLength: 80,
        description: 'Of ISS: the city whose rule counts; without it that of the collector',
      }),
    ),
  ),
  base: PositiveDecimal,
  rate: Rate,
  value: Type.Optional(
    Nullable(Type.String({ ...PositiveDecimal, description: 'As the invoice has it; base × rate without it' })),
  ),
  partner: Type.Optional(
    Nullable(
      Type.Object(
        { id: Type.Optional(Nullable(Type.Integer())), name: Type.Optional(Nullable(Type.String())) },
        { description: 'Supplier to whom it is paid; the collector of the rule without it' },
      ),
    ),
  ),
  dueDate: Type.Optional(
    Nullable(Type.String({ ...IsoDate, description: 'Due date of the payable; that of the rule without it' })),
  ),
  reason: Type.Optional(
    Nullable(Type.String({ maxLength: 200, description: 'Needed where the value is not base × rate' })),
  ),
};
export const RetentionBody = Type.Object(body);
export type RetentionBody = Static<typeof RetentionBody>;
