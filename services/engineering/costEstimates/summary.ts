import { percentageInTotal } from '#domain/engineering/estimate/figures.ts';
import { toDecimal } from '#domain/decimal.ts';
import { add, fromCents, sum, toCents, ZERO } from '#domain/money.ts';
import { shareDown } from '#domain/shares.ts';
import type {
  CostEstimate,
  CostEstimateReport,
  CostEstimateSummary,
} from '#schema/engineering/costEstimates/costEstimates.rest.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import { MAX_ROWS } from '#domain/engineering/estimate/outline.ts';
import type { EstimateKey } from './access.ts';
import { splitter } from './prices.ts';
import { readEstimate, type Reader } from './read.ts';
import { detailsOf, readContents, type Contents } from './rows.ts';

type Resources = Contents['resources'];
type Detail = ReturnType<typeof detailsOf>[number];

/** Direct totals by product type: the total of each row is shared by the split of its price, to the cent. */
const typesOf = (details: readonly Detail[], resources: Resources): CostEstimateSummary['types'] => {
  const splitOf = splitter(resources);
  const sums = new Map<number | null, { name: string; cents: bigint }>();
  const add = (id: number | null, name: string, cents: bigint): void => {
    sums.set(id, { name, cents: (sums.get(id)?.cents ?? 0n) + cents });
  };
  for (const { type, directTotal, resourceId } of details) {
    if (type === 'GROUP' || directTotal === null) continue;
    const resource = resourceId === null ? undefined : resources.get(resourceId);
    const split = resource ? splitOf(resource) : [];
    const weights = split.map(({ price }) => BigInt(toDecimal(price).times(10_000).toFixed(0)));
    const shares = shareDown(toCents(directTotal), weights);
    split.forEach(({ productType }, index) => add(productType.id, productType.name, shares[index] ?? 0n));
    if (split.length === 0) add(null, '', toCents(directTotal));
  }
  return [...sums]
    .sort(([, a], [, b]) => a.name.localeCompare(b.name, 'pt-BR'))
    .map(([id, { name, cents }]) => ({
      productType: id === null ? null : { id, name },
      directTotal: fromCents(cents),
    }));
};

const stagesOf = (estimate: CostEstimate, details: readonly Detail[]): CostEstimateSummary['stages'] => {
  const top = details.filter(({ level }) => level === 0);
  const stages = top
    .filter(({ type }) => type === 'GROUP')
    .map(({ id, code, description, directTotal, total, amendmentTotal }) => ({
      ...{ id, code, description, directTotal: directTotal ?? ZERO, total: total ?? ZERO },
      currentTotal: add(total ?? ZERO, amendmentTotal ?? ZERO),
      percentage: percentageInTotal(total ?? ZERO, estimate.total),
    }));
  const others = top.filter(({ type }) => type !== 'GROUP');
  if (others.length === 0) return stages;
  const total = sum(others.map((row) => row.total ?? ZERO));
  const directTotal = sum(others.map((row) => row.directTotal ?? ZERO));
  const percentage = percentageInTotal(total, estimate.total);
  const currentTotal = add(total, sum(others.map((row) => row.amendmentTotal ?? ZERO)));
  return [...stages, { id: null, code: null, description: 'Sem etapa', directTotal, total, currentTotal, percentage }];
};

/** What an estimate sums to, by stage at the top and by product type. @throws ServiceError 404 */
export const readSummary = async (trx: Trx, reader: Reader, key: EstimateKey): Promise<CostEstimateSummary> => {
  const estimate = await readEstimate(trx, reader, key);
  const contents = await readContents(trx, reader.session.accountId, estimate.id);
  const details = detailsOf(estimate, contents);
  const { id, directTotal, bdiTotal, discount, total, itemCount, withoutPrice } = estimate;
  const { amendmentTotal, currentTotal } = estimate;
  return {
    ...{ id, directTotal, bdiTotal, discount, total, amendmentTotal, currentTotal, itemCount, withoutPrice },
    stages: stagesOf(estimate, details),
    types: typesOf(details, contents.resources),
  };
};

/** Rows of an estimate as a report prints them. @throws ServiceError 404 */
export const readReport = async (
  trx: Trx,
  reader: Reader,
  key: EstimateKey,
  size = MAX_ROWS,
): Promise<CostEstimateReport> => {
  const costEstimate = await readEstimate(trx, reader, key);
  const contents = await readContents(trx, reader.session.accountId, costEstimate.id);
  const details = detailsOf(costEstimate, contents);
  const content = details.slice(0, size).map((detail) => {
    const resource = detail.resourceId === null ? undefined : contents.resources.get(detail.resourceId);
    return {
      ...detail,
      sourceCode: resource?.code ?? null,
      source: resource?.tableName ?? null,
      percentage: detail.total === null ? null : percentageInTotal(detail.total, costEstimate.total),
    };
  });
  return { costEstimate, content, totalElements: details.length };
};
