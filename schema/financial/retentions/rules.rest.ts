import { Type, type Static } from 'typebox';
import { endpoint } from '../../platform/endpoint.ts';
import { Decimal, Id, IsoDate, Name, Nullable, PositiveDecimal, Version } from '../../platform/shapes.ts';
import { Rate, RuledTax } from './body.rest.ts';

const Fact = Type.Union([Type.Literal('ISSUE'), Type.Literal('PAYMENT')], {
  description: 'What makes the tax due: the issue of the invoice, or each payment of it',
});
const WorkingDayRule = Type.Union([Type.Literal('NEXT'), Type.Literal('PREVIOUS'), Type.Literal('KEEP')], {
  description: 'Where a due date goes from a day on which banks do not work',
});

/** What the law says of a tax from a day on (docs/decisions/0072); an accountant confirms it. */
export const RetentionRule = Type.Object({
  id: Id,
  version: Version,
  tax: RuledTax,
  city: Nullable(Type.String({ description: 'Of ISS alone; null for every city without a rule of its own' })),
  rate: Decimal,
  basePercentage: Type.String({ description: 'Part of the invoice, in per cent, that the rate applies to' }),
  minimum: Type.String({ description: 'Nothing is withheld up to this value, in reais' }),
  fact: Fact,
  dueDay: Type.Integer({ description: 'Day of the month after the fact' }),
  workingDayRule: WorkingDayRule,
  collector: Type.String({ description: 'Supplier to whom it is paid' }),
  code: Nullable(Type.String({ description: 'Code of the DARF or GPS' })),
  legalSource: Type.String(),
  validFrom: IsoDate,
  validUntil: Nullable(Type.String({ format: 'date', description: 'Last day; null while no later rule follows' })),
});
export type RetentionRule = Static<typeof RetentionRule>;

const Percentage = Type.String({
  ...Rate,
  pattern: '^\\d{1,3}(\\.\\d{1,2})?$',
  'x-message': 'Informe um percentual com até 2 casas.',
});
const fields = {
  rate: Rate,
  basePercentage: Type.Optional(Percentage),
  minimum: Type.Optional(PositiveDecimal),
  fact: Fact,
  dueDay: Type.Integer({ minimum: 1, maximum: 31 }),
  workingDayRule: WorkingDayRule,
  collector: Name(120),
  code: Type.Optional(Nullable(Type.String({ maxLength: 20 }))),
  legalSource: Name(500),
};
const kind = { tax: RuledTax, city: Type.Optional(Nullable(Type.String({ maxLength: 80 }))), validFrom: IsoDate };

export const RetentionRuleBody = Type.Object({ ...kind, ...fields });
export type RetentionRuleBody = Static<typeof RetentionRuleBody>;
/** Tax, city and first day of a rule do not change: another validity is another rule. */
export const RetentionRuleUpdate = Type.Object({ ...fields, version: Type.Optional(Version) });
export type RetentionRuleUpdate = Static<typeof RetentionRuleUpdate>;

/** A rule in force on a day, and when what is withheld by it would be due. */
export const RetentionProposal = Type.Object({
  rule: RetentionRule,
  dueDate: IsoDate,
  dueReason: Nullable(Type.String({ description: 'Why the day has moved: "20/12 é domingo: dia útil anterior"' })),
});
export type RetentionProposal = Static<typeof RetentionProposal>;

const path = '/api/v1/financial/account/:accountId/retention-rules';
const params = Type.Object({ accountId: Id });
const ruleParams = Type.Object({ accountId: Id, id: Id });

export const retentionRuleEndpoints = {
  list: endpoint({
    method: 'GET',
    path,
    summary: 'Rules of what is withheld, past ones too, at most 1,000',
    params,
    answer: Type.Object({ content: Type.Array(RetentionRule) }),
  }),
  proposals: endpoint({
    method: 'GET',
    path: `${path}/proposals`,
    summary: 'Rules in force on the day of an invoice, with the due dates that follow from them',
    params,
    query: Type.Object({
      emissionDate: IsoDate,
      paymentDate: Type.Optional(
        Type.String({ format: 'date', description: 'Day on which it is paid; the emission without it' }),
      ),
    }),
    answer: Type.Object({ content: Type.Array(RetentionProposal) }),
  }),
  create: endpoint({
    method: 'POST',
    path,
    summary: 'Adds a rule; the one before it ends on the day before',
    params,
    body: RetentionRuleBody,
    answer: RetentionRule,
  }),
  update: endpoint({
    method: 'PUT',
    path: `${path}/:id`,
    summary: 'Changes a rule; what was withheld before stays as it is',
    params: ruleParams,
    body: RetentionRuleUpdate,
    echo: RetentionRule,
    answer: RetentionRule,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: `${path}/:id`,
    summary: 'Deletes the last rule of a tax; the one before it holds again',
    params: ruleParams,
    query: Type.Object({ version: Type.Optional(Version) }),
    answer: Type.Object({ id: Id }),
  }),
};
