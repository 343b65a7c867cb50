import { Type, type Static } from 'typebox';
import {
  LONGEST_PRINTED_CELL,
  LONGEST_PRINTED_FACT,
  MOST_PRINTED_COLUMNS,
  MOST_PRINTED_ROWS,
} from '#domain/printedLists.ts';
import { endpoint } from '../platform/endpoint.ts';
import { Decimal, Id, Name } from '../platform/shapes.ts';

const MIB = 1024 * 1024;

const Fact = Type.Object({
  label: Name(60),
  value: Type.String({ maxLength: LONGEST_PRINTED_FACT }),
});

const Kind = Type.Union([Type.Literal('TEXT'), Type.Literal('DATE'), Type.Literal('MONEY')], {
  'x-message': 'Use TEXT, DATE ou MONEY.',
});

const Align = Type.Union([Type.Literal('LEFT'), Type.Literal('RIGHT'), Type.Literal('CENTER')], {
  'x-message': 'Use LEFT, RIGHT ou CENTER.',
});

/** A list as its screen shows it: the head in words, all rows that the filter finds, and the sums of the foot. */
export const PrintedList = Type.Object({
  title: Name(120),
  about: Type.String({ maxLength: 200, description: 'On each page: obra and number of rows' }),
  facts: Type.Array(Fact, {
    maxItems: 40,
    description: 'Above the first row: obra, each filter in words, the order',
  }),
  columns: Type.Array(Type.Object({ title: Name(60), kind: Kind, align: Type.Optional(Align) }), {
    minItems: 1,
    maxItems: MOST_PRINTED_COLUMNS,
  }),
  rows: Type.Array(
    Type.Array(Type.String({ maxLength: LONGEST_PRINTED_CELL }), {
      maxItems: MOST_PRINTED_COLUMNS,
      description: 'One text for each column: a day YYYY-MM-DD for DATE, a decimal for MONEY, empty for nothing',
    }),
    { maxItems: MOST_PRINTED_ROWS },
  ),
  totals: Type.Array(Type.Object({ label: Name(60), value: Decimal }), { maxItems: 12 }),
});
export type PrintedList = Static<typeof PrintedList>;

export const listPrintEndpoints = {
  print: endpoint({
    method: 'POST',
    path: '/api/v1/lists/company/:companyId/print',
    summary:
      'Lays a list out as PDF with the letterhead of the company, as its screen read it; at most 5,000 rows. Nothing is stored',
    params: Type.Object({ companyId: Id }),
    body: PrintedList,
    bodyBytes: 16 * MIB,
    answer: Type.Unknown(),
    bare: true,
    failure: 'Não consegui gerar o PDF da lista.',
  }),
};
