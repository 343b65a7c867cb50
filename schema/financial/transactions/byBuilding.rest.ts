import { Type, type Static } from 'typebox';
import { Decimal, Id, NamedReference, Nullable } from '../../platform/shapes.ts';
import { TransactionFilterKeys } from './filters.rest.ts';

/** Most parts of one answer: 90 rows of the most buildings that a transaction may have. */
export const MAX_BUILDING_PARTS = 10_000;

/**
 * What one building bears of a row of a list: the sums of its shares. The parts of a row add up to its figures in the
 * list of the same filter.
 */
export const BuildingPart = Type.Object({
  rowId: Type.Integer({ description: 'Id of the row: of a transaction, or of an installment' }),
  building: Type.Union([NamedReference, Type.Null()], {
    description: 'Null without apportionment, and with `otherBuildings`',
  }),
  otherBuildings: Type.Boolean({ description: 'True for what buildings bear that the user may not see' }),
  value: Decimal,
  grossValue: Decimal,
  paidValue: Decimal,
  openValue: Decimal,
  paymentDate: Nullable(Type.String({ format: 'date', description: 'Day of its last payment' })),
  paymentMethods: Type.Array(Type.String()),
  banks: Type.Array(Type.Object({ id: Id, text: Type.String() }), { description: 'Wallets of its payments' }),
});
export type BuildingPart = Static<typeof BuildingPart>;

export const BuildingParts = Type.Object({ content: Type.Array(BuildingPart) });

const { building, costEstimateGroup, withinStage, paidFrom, paidTo } = TransactionFilterKeys;
const idsOf = (rows: string) =>
  Type.String({
    ...{ minLength: 1, maxLength: 12_000, pattern: '^\\d+(,\\d+)*$' },
    description: `Ids of ${rows} of one page: 1,2,3`,
  });

/** The filters of a list that choose shares and payments; the rows that they leave are named by their ids. */
export const buildingPartsOfTransactions = Type.Object({
  ids: idsOf('transactions'),
  ...{ building, costEstimateGroup, withinStage, paidFrom, paidTo },
});
export const buildingPartsOfInstallments = Type.Object({
  ids: idsOf('installments'),
  ...{ building, costEstimateGroup, withinStage },
});
