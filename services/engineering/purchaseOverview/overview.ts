import type { IsoDate } from '#domain/dates.ts';
import { allowedBuildings } from '#domain/permissions.ts';
import { buyUntil } from '#domain/purchase/leadTime.ts';
import type { PurchaseOverviewRow } from '#schema/engineering/purchaseOverview/purchaseOverview.rest.ts';
import { notFound } from '../../platform/errors.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import type { Session } from '../../platform/session.ts';
import { amountsAnswer, balanceOf, nothing, sumBy, type Amounts, type Cell } from './cells.ts';
import { readEstimated, type Estimated } from './estimated.ts';
import { readOrderedLines, type OrderedLine } from './ordered.ts';
import { readProducts, type OverviewProduct } from './products.ts';
import { readRequestedLines, type RequestedLine } from './requested.ts';

/** Whose purchases are asked, and on which day. */
export interface OverviewPlace {
  session: Session;
  companyId: number;
  buildingId: number;
  today: IsoDate;
}

/** Everything that the overview of one building is computed from. */
export interface Purchases {
  building: { id: number; name: string };
  estimated: Estimated;
  lines: readonly OrderedLine[];
  requests: readonly RequestedLine[];
  products: ReadonlyMap<number, OverviewProduct>;
  cells: readonly Cell[];
  today: IsoDate;
}

const BUILDING_MISSING = 'Obra não encontrada.';

/** A building of the company on which the user has PURCHASE. @throws ServiceError 404 */
export const purchasedBuilding = async (
  trx: Trx,
  { session, companyId, buildingId }: Omit<OverviewPlace, 'today'>,
): Promise<{ id: number; name: string }> => {
  const allowed = allowedBuildings(session, companyId, ['PURCHASE']);
  if (allowed !== 'all' && !allowed.includes(String(buildingId))) throw notFound(BUILDING_MISSING);
  const building = await trx
    .selectFrom('buildings')
    .select(['id', 'name'])
    .where('account_id', '=', session.accountId)
    .where('company_id', '=', companyId)
    .where('id', '=', buildingId)
    .executeTakeFirst();
  if (!building) throw notFound(BUILDING_MISSING);
  return building;
};

/** Reads the purchases of a building, in statements whose number depends on nothing. @throws ServiceError 404 */
export const readPurchases = async (trx: Trx, place: OverviewPlace): Promise<Purchases> => {
  const building = await purchasedBuilding(trx, place);
  const { accountId } = place.session;
  const estimated = await readEstimated(trx, accountId, building.id);
  const lines = await readOrderedLines(trx, accountId, building.id);
  const requests = await readRequestedLines(trx, accountId, building.id);
  const ordered = lines.map(({ line, amounts }): Cell => ({
    productId: line.productId,
    stageId: line.stageId,
    amounts,
  }));
  const cells = [...estimated.cells, ...requests.map(({ cell }) => cell), ...ordered];
  const ids = [...new Set(cells.flatMap(({ productId }) => productId ?? []))];
  const products = await readProducts(trx, accountId, ids);
  return { building, estimated, lines, requests, products, cells, today: place.today };
};

type Named = { id: number; name: string };

/** An input with its amounts, before it is answered. */
export interface Input {
  product: OverviewProduct | null;
  amounts: Amounts;
  state: PurchaseOverviewRow['state'];
  buyUntil: IsoDate | null;
  late: boolean;
}

const stateOf = (product: OverviewProduct | null, amounts: Amounts, isEstimated: boolean): Input['state'] => {
  if (!isEstimated) return 'OUTSIDE';
  const { quantity, cents } = balanceOf(amounts);
  const left = product === null ? cents : quantity;
  if (left < 0n) return 'EXCEEDED';
  return left === 0n ? 'COMPLETE' : 'OPEN';
};

const placeOf = ({ product, state }: Input): (string | number)[] => {
  const group = product?.group?.place ?? [];
  return [state === 'OUTSIDE' ? 1 : 0, product === null ? 1 : 0, group.length === 0 ? 1 : 0, ...group];
};

const compareKeys = (a: readonly (string | number)[], b: readonly (string | number)[]): number => {
  for (let index = 0; index < Math.max(a.length, b.length); index += 1) {
    const [left = -1, right = -1] = [a[index], b[index]];
    if (left !== right) return left < right ? -1 : 1;
  }
  return 0;
};

const codeOrder = new Intl.Collator('pt-BR', { numeric: true });

/** Inputs of cells in the order of groups and codes; what is outside the estimate is last. */
export const inputsOf = ({ estimated, products, today }: Purchases, cells: readonly Cell[]): Input[] => {
  const known = new Set(estimated.cells.map(({ productId }) => productId));
  const inputs = [...sumBy(cells, ({ productId }) => productId)].map(([id, amounts]): Input => {
    const product = id === null ? null : (products.get(id) ?? null);
    const state = stateOf(product, amounts, known.has(id));
    const start = id === null ? undefined : estimated.starts.get(id);
    const until = start === undefined ? null : buyUntil(start, product?.leadTimeDays ?? null);
    return { product, amounts, state, buyUntil: until, late: until !== null && until < today && state === 'OPEN' };
  });
  return inputs.sort(
    (a, b) => compareKeys(placeOf(a), placeOf(b)) || codeOrder.compare(a.product?.code ?? '', b.product?.code ?? ''),
  );
};

/** An input as the contract says it. */
export const rowAnswer = (
  { product, amounts, ...rest }: Input,
  suggested: ReadonlyMap<number, Named>,
): PurchaseOverviewRow => ({
  product: product && { id: product.id, code: product.code, name: product.name },
  productType: product?.productType ?? null,
  group: product?.group ? { id: product.group.id, code: product.group.code, name: product.group.name } : null,
  unit: product?.unit ?? null,
  purchaseUnit: product?.purchaseUnit ?? null,
  purchaseFactor: product?.purchaseFactor ?? null,
  ...amountsAnswer(amounts, product !== null),
  suggestedStage: (product && suggested.get(product.id)) ?? null,
  ...rest,
});

/** What every answer about a whole building begins with; totals are those of the given inputs. */
export const headerOf = ({ building, estimated }: Purchases, inputs: readonly Input[]) => {
  const whole = nothing();
  const counted = (state: Input['state']) => inputs.filter((input) => input.state === state).length;
  const sums = sumBy(
    inputs.map(({ amounts }): Cell => ({ productId: null, stageId: null, amounts })),
    () => 0,
  );
  return {
    building,
    costEstimates: estimated.estimates,
    scheduled: estimated.scheduled,
    totals: {
      ...amountsAnswer(sums.get(0) ?? whole, false),
      ...{ count: inputs.length, open: counted('OPEN'), exceeded: counted('EXCEEDED') },
    },
  };
};
