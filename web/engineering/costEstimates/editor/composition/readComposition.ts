import {
  CostEstimateTaskDocument,
  TaskDocument,
  type CostEstimateResourceFieldsFragment,
  type TaskDetailFragment,
} from '#web/generated/engineering.ts';
import type { ApolloClient } from '@apollo/client';
import { compositionPrice, lineTotal, publishedLineTotal } from '#domain/engineering/composition.ts';
import { priceOfLines, totalOfLine, type CompositionLines } from '../model/composition.ts';
import type { CompositionLine, EstimateRow, Rows } from '../model/rows.ts';

export type Resources = readonly CostEstimateResourceFieldsFragment[];

/** A composition with its unit price; `totalOf` computes a line as the services do. */
export interface ReadComposition {
  lines: CompositionLines;
  unitPrice: string | null;
  totalOf: (line: CompositionLine) => string | null;
}

/** Prices of inputs as the editor has them, which those of the services come after. */
export const pricesOfInputs = (rows: Rows): ReadonlyMap<string, string | null> =>
  new Map(
    rows.flatMap(({ productId, unitPrice, lines, fromRegister }): [string, string | null][] => {
      if (productId !== null) return [[productId, unitPrice]];
      return fromRegister
        ? []
        : (lines ?? []).flatMap((line) => (line.productId ? [[line.productId, line.unitPrice]] : []));
    }),
  );

const publishedTotal = ({ quantity, unitPrice }: CompositionLine): string | null =>
  publishedLineTotal(quantity, unitPrice);

/** A typed composition: four places in each line. */
export const typedComposition = (lines: CompositionLines): ReadComposition => ({
  ...{ lines, unitPrice: priceOfLines(lines), totalOf: totalOfLine },
});

interface Estimate {
  companyId: string;
  id: string;
  rows: Rows;
  resources: Resources;
}

/** The composition of a row as the estimate has it stored, at the prices that the editor shows. */
export const readStored = async (
  client: ApolloClient,
  { companyId, id, rows, resources }: Estimate,
  { resourceId, unitPrice }: Pick<EstimateRow, 'resourceId' | 'unitPrice'>,
): Promise<ReadComposition> => {
  const { data } = await client.query({
    ...{ query: CostEstimateTaskDocument, variables: { companyId, id, resourceId: resourceId ?? '' } },
    ...{ fetchPolicy: 'no-cache', context: { quiet: true } },
  });
  const prices = pricesOfInputs(rows);
  const lines = (data?.costEstimateTask?.items ?? []).map(({ id: key, quantity, resource }): CompositionLine => {
    const { productId, taskId } = resource;
    const price = (productId === null ? undefined : prices.get(productId)) ?? resource.unitPrice;
    return {
      ...{ key, id: key, resourceId: resource.id, productId, taskId, quantity },
      ...{ kind: resource.type === 'PRODUCT' ? 'PRODUCT' : 'TASK', code: resource.code, name: resource.description },
      ...{ unit: resource.unit, base: resource.costDatabase, productType: resource.productType?.name ?? null },
      ...{ unitPrice: price, knownPrice: price, priced: productId !== null },
    };
  });
  const own = resources.find((one) => one.id === resourceId);
  const asTaken = lines.every(
    (line) => resources.find((one) => one.id === line.resourceId)?.sourcePrice === line.unitPrice,
  );
  return own?.published && asTaken ? { lines, unitPrice, totalOf: publishedTotal } : typedComposition(lines);
};

/** Lines of a composition of the register, with its prices. */
const linesOfTask = ({ items }: TaskDetailFragment): CompositionLine[] =>
  (items ?? []).map((item) => ({
    ...{ key: item.id, id: null, resourceId: null, productId: item.resourceId, taskId: item.taskId },
    ...{ kind: item.kind, code: item.code, name: item.name, unit: item.unit, base: item.costDatabase },
    ...{ quantity: item.quantity, unitPrice: item.unitPrice, knownPrice: item.unitPrice, priced: false },
    productType: item.kind === 'PRODUCT' ? (item.pricesByType[0]?.productType.name ?? null) : null,
  }));

/**
 * What a composition becomes when it takes the lines of the register again: inputs and compositions that the estimate has
 * keep their prices, and a published one keeps its published price while those are the ones that were taken.
 */
export const readRegistered = async (
  client: ApolloClient,
  { rows, resources }: Pick<Estimate, 'rows' | 'resources'>,
  taskId: string,
): Promise<ReadComposition> => {
  const { data } = await client.query({
    ...{ query: TaskDocument, variables: { id: taskId }, fetchPolicy: 'network-only', context: { quiet: true } },
  });
  const task = data?.task;
  if (!task) return typedComposition([]);
  const prices = pricesOfInputs(rows);
  let asTaken = true;
  const lines = linesOfTask(task).map((line) => {
    const here = resources.find(
      (one) =>
        (line.productId !== null && one.productId === line.productId) ||
        (line.taskId !== null && one.taskId === line.taskId),
    );
    if (!here) return line;
    const unitPrice = (line.productId === null ? undefined : prices.get(line.productId)) ?? here.unitPrice;
    asTaken &&= unitPrice === here.sourcePrice;
    return { ...line, unitPrice, knownPrice: unitPrice };
  });
  if (!task.readOnly || !asTaken) {
    const unitPrice = compositionPrice(lines);
    return { lines, unitPrice, totalOf: ({ quantity, unitPrice: price }) => lineTotal(quantity, price) };
  }
  return { lines, unitPrice: task.unitPrice, totalOf: publishedTotal };
};
