import { formatQuantity } from '#domain/numberFormat.ts';
import type { CostEstimateDetailsQuery, CostEstimateResourceFieldsFragment } from '#web/generated/engineering.ts';
import type { EstimateRow, Rows } from './rows.ts';

type Stored = NonNullable<CostEstimateDetailsQuery['costEstimateDetails']>;
type Resource = CostEstimateResourceFieldsFragment;

const ofResource = (resource: Resource | undefined): Partial<EstimateRow> =>
  resource
    ? {
        ...{ productId: resource.productId, taskId: resource.taskId, code: resource.code },
        ...{ base: resource.costDatabase, productType: resource.productType?.name ?? null },
        changed: resource.changed,
      }
    : {};

/** The rows of an estimate as they are stored. */
export const rowsOfDetails = ({ details, resources }: Stored): Rows => {
  const byId = new Map(resources.map((resource) => [resource.id, resource]));
  return details.map((detail) => ({
    ...{ productId: null, taskId: null, code: null, base: null, productType: null },
    ...{ changed: false, lines: null, fromRegister: false },
    ...detail,
    ...{ key: detail.id, group: detail.type === 'GROUP', amendment: detail.amendmentQuantity },
    ...ofResource(byId.get(detail.resourceId ?? '')),
  }));
};

/** What a save has answered. */
export interface Answer {
  created: readonly { key: string; id: string }[];
  resources: readonly Resource[];
}

const STORED = { lines: null, fromRegister: false } as const;

/** Rows after they were saved: new ones have their ids, and what came of the register has its price here. */
export const savedRows = (rows: Rows, { created, resources }: Answer): Rows => {
  const ids = new Map(created.map(({ key, id }) => [key, id]));
  const byTask = new Map(resources.flatMap((one) => (one.taskId ? [[one.taskId, one]] : [])));
  const byProduct = new Map(resources.flatMap((one) => (one.productId ? [[one.productId, one]] : [])));
  return rows.map((row) => {
    const id = row.id ?? ids.get(row.key) ?? null;
    const resource = byTask.get(row.taskId ?? '') ?? byProduct.get(row.productId ?? '');
    if (!resource) return id === row.id && row.lines === null ? row : { ...row, ...STORED, id };
    return {
      ...{ ...row, ...ofResource(resource), ...STORED, id, resourceId: resource.id, type: resource.type },
      ...{ description: resource.description, unit: resource.unit, unitPrice: resource.unitPrice },
    };
  });
};

/** The quantity of a row as its field shows it: the formula that was typed, else the number. */
export const quantityText = ({ formula, quantity }: EstimateRow): string =>
  formula ?? (quantity === null ? '' : formatQuantity(quantity));
