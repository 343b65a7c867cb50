import type { TransactionFilter } from '#web/generated/engineering.ts';
import { LOOSE, TOTAL, type Column, type MatrixRow } from './model.ts';
import type { BreakdownView } from './useBreakdownView.ts';

const EXPENSES = '/home/forms/transactions/outcome';
const ORDERS = '/home/forms/purchase/orders-and-receipts';
export const ESTIMATES = '/home/forms/engineering/cost-estimate';

type Place = Pick<BreakdownView, 'buildingId' | 'regime' | 'date'>;

/** Category of a column, as a list filters by it; undefined where it sums several. */
const categoryOf = (column: Column | null): string | null | undefined =>
  column === null || column.ids.length !== 1 ? undefined : column.ids[0];

/** The expenses behind a figure: exactly these documents, with the same gross value. Null where no list has them. */
export const documentsLink = (place: Place, row: MatrixRow, column: Column | null): string | null => {
  if (column !== null && column.ids.length !== 1) return null;
  const keys = new URLSearchParams({ building: place.buildingId ?? '' });
  if (row.key !== TOTAL) keys.set('withinStage', row.key === LOOSE ? '-1' : row.key);
  const category = categoryOf(column);
  if (category === null) keys.set('withoutCategory', 'true');
  else if (category !== undefined) keys.set('category', category);
  keys.set(place.regime === 'CASH' ? 'paidTo' : 'competenceTo', place.date);
  return `${EXPENSES}?${keys}`;
};

/** The same question as the filter of the list. */
export const documentsFilter = (place: Place, row: MatrixRow, column: Column | null): TransactionFilter => {
  const category = categoryOf(column);
  return {
    buildingId: place.buildingId,
    ...(row.key === TOTAL ? {} : { withinStageId: row.key === LOOSE ? null : row.key }),
    ...(category === null ? { withoutCategory: true } : category === undefined ? {} : { categoryId: category }),
    ...(place.regime === 'CASH' ? { paidTo: place.date } : { competenceTo: place.date }),
  };
};

/** Orders of the building that still come. */
export const ordersLink = ({ buildingId }: Place): string =>
  `${ORDERS}?${new URLSearchParams({ building: buildingId ?? '', open: 'true' })}`;

/** Expenses without a stage, which the list classifies in bulk. */
export const looseLink = ({ buildingId, date }: Place): string =>
  `${EXPENSES}?${new URLSearchParams({ building: buildingId ?? '', withinStage: '-1', competenceTo: date })}`;
