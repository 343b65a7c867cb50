import { Type, type Static } from 'typebox';
import { CostRegime } from '../../purchase/productTables.rest.ts';
import { Decimal, IsoDate, Nullable } from '../../platform/shapes.ts';

/** What became of a row of an imported file. */
export const ImportOutcome = Type.Union(
  [Type.Literal('REJECTED'), Type.Literal('IGNORED'), Type.Literal('WARNING'), Type.Literal('NO_PRICE')],
  { description: 'REJECTED: cannot be used. IGNORED: says nothing new. WARNING, NO_PRICE: used' },
);
export type ImportOutcome = Static<typeof ImportOutcome>;

/** Rows read so far, and once they are read, of the file; `read` were used without anything to tell, and all of them sum to `rows`. */
export const ImportCounts = Type.Object({
  rows: Type.Integer(),
  read: Type.Integer(),
  rejected: Type.Integer(),
  ignored: Type.Integer(),
  warnings: Type.Integer(),
  withoutPrice: Type.Integer(),
});
export type ImportCounts = Static<typeof ImportCounts>;

/** A price that differs from that of the month before. */
export const PublishedChange = Type.Object({
  kind: Type.Union([Type.Literal('INPUT'), Type.Literal('COMPOSITION')]),
  code: Type.String(),
  name: Type.String(),
  state: Type.String(),
  regime: CostRegime,
  before: Decimal,
  after: Decimal,
  percent: Decimal,
});
export type PublishedChange = Static<typeof PublishedChange>;

/** What an import has written, and how its prices compare with those of the month before. */
export const ImportResult = Type.Object({
  unchanged: Type.Boolean({ description: 'The month was there already, exactly so' }),
  tables: Type.Integer({ description: 'Cost databases' }),
  inputs: Type.Integer(),
  compositions: Type.Integer(),
  prices: Type.Integer(),
  replacedPrices: Type.Integer({ description: 'Prices of the same month that were another before' }),
  repriced: Type.Integer({ description: 'Own compositions whose price changed with them' }),
  previousMonth: Nullable(IsoDate),
  comparedPrices: Type.Integer(),
  changedPrices: Type.Integer(),
  medianPercent: Nullable(Decimal),
  largest: Type.Array(PublishedChange),
});
export type ImportResult = Static<typeof ImportResult>;

/** Import of the published prices of a month: what its file holds, what it asks, what it did. */
export const CostDatabaseImport = Type.Object({
  fileName: Type.String(),
  fileSize: Type.Integer({ description: 'Bytes' }),
  month: Nullable(IsoDate),
  emittedOn: Nullable(IsoDate),
  states: Type.Array(Type.String(), { description: 'States that the file has' }),
  regimes: Type.Array(CostRegime, { description: 'Regimes that the file has' }),
  chosenStates: Type.Array(Type.String()),
  chosenRegimes: Type.Array(CostRegime),
  existingTables: Type.Integer({ description: 'Cost databases of this month that are there already' }),
  previousMonth: Nullable(IsoDate),
  elapsedSeconds: Nullable(Type.Integer({ description: 'Seconds that the present reading has taken' })),
  counts: Nullable(ImportCounts),
  leftOut: Type.Integer({ description: 'Compositions that cannot be written without the rejected rows' }),
  question: Nullable(
    Type.Union([Type.Literal('STATES'), Type.Literal('REJECTED_ROWS')], {
      description: 'STATES: which states and regimes. REJECTED_ROWS: whether to write without them',
    }),
  ),
  result: Nullable(ImportResult),
});
export type CostDatabaseImport = Static<typeof CostDatabaseImport>;
