import { contracted } from '#domain/engineering/estimate/amendments.ts';
import { abcOf, DEFAULT_CUTS } from '#domain/engineering/estimate/abc.ts';
import { Decimal, toDecimal } from '#domain/decimal.ts';
import { compare, decimal4, fromCents, toCents } from '#domain/money.ts';
import { shareDown } from '#domain/shares.ts';
import type { CostEstimateDetail } from '#schema/engineering/costEstimates/costEstimates.rest.ts';
import type { AbcKind, CostEstimateAbc } from '#schema/engineering/costEstimates/revisions.rest.ts';
import { invalid } from '../../platform/errors.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import type { EstimateKey } from './access.ts';
import { totalOfItem } from './prices.ts';
import { readEstimate, type Reader } from './read.ts';
import { detailsOf, readContents, type Contents, type Resource } from './rows.ts';

type Resources = Contents['resources'];
type Item = Pick<CostEstimateAbc['rows'][number], 'id' | 'code' | 'description' | 'unit' | 'quantity' | 'unitPrice'>;
type Valued = { item: Item; total: string }[];

const CUTS_ORDER = 'O corte da classe B não pode ficar abaixo do da classe A.';

/** Of one unit of a resource: how much of each input it has, and what that costs. */
interface Part {
  quantity: Decimal;
  cost: Decimal;
}
type Parts = ReadonlyMap<number, Part>;

const addPart = (parts: Map<number, Part>, id: number, { quantity, cost }: Part): void => {
  const before = parts.get(id);
  parts.set(
    id,
    before ? { quantity: before.quantity.plus(quantity), cost: before.cost.plus(cost) } : { quantity, cost },
  );
};

/** Explodes resources into inputs, each once. A line's total is shared by what is within it. */
const exploder = (resources: Resources) => {
  const known = new Map<number, Parts>();
  const explode = (resource: Resource): Parts => {
    const before = known.get(resource.id);
    if (before) return before;
    // Set first: rows that were damaged into a circle end the recursion here.
    known.set(resource.id, new Map());
    const parts = new Map<number, Part>();
    if (resource.items.length === 0) {
      addPart(parts, resource.id, { quantity: new Decimal(1), cost: toDecimal(resource.unitPrice ?? '0') });
    }
    for (const item of resource.items) {
      const child = resources.get(item.resourceId);
      if (!child) continue;
      const within = explode(child);
      const whole = [...within.values()].reduce((sum, { cost }) => sum.plus(cost), new Decimal(0));
      const total = toDecimal(totalOfItem(resource, item, resources) ?? '0');
      const factor = whole.isZero() ? new Decimal(0) : total.div(whole);
      for (const [id, part] of within) {
        addPart(parts, id, { quantity: part.quantity.times(item.quantity), cost: part.cost.times(factor) });
      }
    }
    known.set(resource.id, parts);
    return parts;
  };
  return explode;
};

const servicesOf = (details: readonly CostEstimateDetail[]): Valued =>
  details.flatMap(({ id, type, code, description, unit, quantity, unitPriceWithBdi, total }) =>
    type === 'GROUP'
      ? []
      : [{ item: { id, code, description, unit, quantity, unitPrice: unitPriceWithBdi }, total: total ?? '0.00' }],
  );

const TYPED: Item = {
  ...{
    id: null,
    code: '',
    description: 'Serviços digitados, sem composição',
    unit: null,
    quantity: null,
    unitPrice: null,
  },
};

/** Weights as whole numbers: only their proportions count. */
const weightsOf = (parts: readonly Part[]): bigint[] => parts.map(({ cost }) => BigInt(cost.times('1e10').toFixed(0)));

/** Totals of rows, shared to the cent by the inputs within them. */
const inputsOf = (details: readonly CostEstimateDetail[], resources: Resources): Valued => {
  const explode = exploder(resources);
  const cents = new Map<number | null, bigint>();
  const quantities = new Map<number, Decimal>();
  const add = (id: number | null, amount: bigint): void => void cents.set(id, (cents.get(id) ?? 0n) + amount);
  for (const { type, resourceId, quantity, total } of details) {
    if (type === 'GROUP') continue;
    const resource = resourceId === null ? undefined : resources.get(resourceId);
    const parts = resource ? [...explode(resource)] : [];
    if (parts.length === 0) add(null, toCents(total ?? '0.00'));
    const shares = shareDown(toCents(total ?? '0.00'), weightsOf(parts.map(([, part]) => part)));
    parts.forEach(([id, part], index) => {
      add(id, shares[index] ?? 0n);
      const amount = part.quantity.times(toDecimal(quantity ?? '0'));
      quantities.set(id, (quantities.get(id) ?? new Decimal(0)).plus(amount));
    });
  }
  return [...cents].map(([id, amount]) => {
    const input = id === null ? undefined : resources.get(id);
    const total = fromCents(amount);
    if (!input || id === null) return { item: TYPED, total };
    const { code, description, unit, unitPrice } = input;
    const quantity = decimal4(quantities.get(id) ?? '0');
    return { item: { id, code, description, unit, quantity, unitPrice }, total };
  });
};

/** Curva ABC of what is contracted now; its totals sum to that of the estimate with its amendments. @throws ServiceError 400, 404 */
export const readAbc = async (
  trx: Trx,
  reader: Reader,
  key: EstimateKey,
  {
    kind = 'SERVICES',
    cutA = DEFAULT_CUTS.a,
    cutB = DEFAULT_CUTS.b,
  }: Partial<Record<'cutA' | 'cutB', string>> & { kind?: AbcKind },
): Promise<CostEstimateAbc> => {
  if (compare(cutA, cutB) > 0) throw invalid([{ path: 'cutB', message: CUTS_ORDER }], CUTS_ORDER);
  const estimate = await readEstimate(trx, reader, key);
  const contents = await readContents(trx, reader.session.accountId, estimate.id);
  const details = detailsOf(estimate, contents).map(contracted);
  const valued = kind === 'INPUTS' ? inputsOf(details, contents.resources) : servicesOf(details);
  const rows = abcOf(valued, { a: cutA, b: cutB }).map(({ item, ...figures }) => ({ ...item, ...figures }));
  return { id: estimate.id, total: estimate.currentTotal, rows };
};
