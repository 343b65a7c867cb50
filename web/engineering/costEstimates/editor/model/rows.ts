import type { AmendedRow } from '#domain/engineering/estimate/amendments.ts';

export type ItemType = 'GROUP' | 'TASK' | 'COMPOSED_TASK' | 'PRODUCT';

/** Cost database of an input or a composition. */
export interface Base {
  id: string;
  name: string;
  source: string;
}

/** Line of a composition as this estimate has it. */
export interface CompositionLine {
  key: string;
  /** Id of the stored line; null for a new one. */
  id: string | null;
  kind: 'PRODUCT' | 'TASK';
  /** What it is a quantity of: in the estimate, or else in the register. */
  resourceId: string | null;
  productId: string | null;
  taskId: string | null;
  code: string;
  name: string;
  unit: string;
  base: Base | null;
  /** Name of the product type of an input. */
  productType: string | null;
  quantity: string;
  unitPrice: string | null;
  /** Price before it was typed here. */
  knownPrice: string | null;
  /** Whether its price can be typed: that of a composition is computed. */
  priced: boolean;
}

/**
 * A row of the estimate as the editor keeps it. Rows stand in one list in the order of the tree, each with its level;
 * a step makes a new list and new objects only for the rows that it changes.
 */
export interface EstimateRow extends AmendedRow {
  /** The row's name in the editor; it stays when a new row is stored. */
  key: string;
  /** Id of the stored row; null for a new one. */
  id: string | null;
  type: ItemType;
  description: string;
  /** Acronyms of the unit; null for a stage. */
  unit: string | null;
  /** What was typed, where it was a formula. */
  formula: string | null;
  /** Memória de cálculo. */
  memo: string | null;
  /** Input of the register. */
  productId: string | null;
  /** Composition of the register. */
  taskId: string | null;
  /** Code in its cost database; null for stages and for services typed by hand. */
  code: string | null;
  base: Base | null;
  /** Name of the product type of an input. */
  productType: string | null;
  /** The input or composition in the estimate; null where it is not stored there yet. */
  resourceId: string | null;
  /** Changed here, as the services have stored it: another price than was taken, or other lines. */
  changed: boolean;
  /** Lines of its composition that are not stored; null: as they are stored. */
  lines: readonly CompositionLine[] | null;
  /** Those lines are what the register has. */
  fromRegister: boolean;
}

export type Rows = readonly EstimateRow[];

let made = 0;
/** A key for a row that is not stored. */
export const newKey = (): string => {
  made += 1;
  return `new-${Date.now().toString(36)}-${made}`;
};

const blank = {
  amendment: null,
  ...{ id: null, level: 0, unit: null, quantity: null, formula: null, memo: null, unitPrice: null, bdiId: null },
  ...{ productId: null, taskId: null, code: null, base: null, productType: null, resourceId: null },
  ...{ changed: false, lines: null, fromRegister: false },
} as const;

export const newStage = (description = ''): EstimateRow => ({
  ...{ ...blank, key: newKey(), type: 'GROUP', group: true, description },
});

/** A service with a typed price. */
export const newService = (description = ''): EstimateRow => ({
  ...{ ...blank, key: newKey(), type: 'TASK', group: false, description, unit: '', quantity: '0.0000' },
});

/** An input or a composition of the register, as a search finds it. */
export interface Found {
  kind: 'PRODUCT' | 'TASK';
  id: string;
  code: string;
  name: string;
  unit: string;
  price: string | null;
  productType: { name: string } | null;
  costDatabase: Base;
}

/** A row of what a search has found. */
export const rowOfFound = (found: Found): EstimateRow => ({
  ...{ ...blank, key: newKey(), group: false, quantity: '0.0000', description: found.name, unit: found.unit },
  ...{ unitPrice: found.price, code: found.code, base: found.costDatabase },
  ...{ productType: found.productType?.name ?? null },
  ...(found.kind === 'PRODUCT'
    ? { type: 'PRODUCT', productId: found.id }
    : { type: 'COMPOSED_TASK', taskId: found.id }),
});

/** Rows of the same input or composition, which has one price in the whole estimate. */
export const isSameResource = (a: EstimateRow, b: EstimateRow): boolean =>
  (a.productId !== null && a.productId === b.productId) || (a.taskId !== null && a.taskId === b.taskId);

export const indexOfKey = (rows: Rows, key: string): number => rows.findIndex((row) => row.key === key);
