import { contracted } from '#domain/engineering/estimate/amendments.ts';
import { abcOf, DEFAULT_CUTS } from '#domain/engineering/estimate/abc.ts';
import { Decimal } from '#domain/decimal.ts';
import { compare, decimal4, fromCents, toCents } from '#domain/money.ts';
import type { CostEstimateDetail } from '#schema/engineering/costEstimates/costEstimates.rest.ts';
import type { AbcKind, CostEstimateAbc } from '#schema/engineering/costEstimates/revisions.rest.ts';
import { invalid } from '../../platform/errors.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import type { EstimateKey } from './access.ts';
import { explodedLine, exploder } from './explosion.ts';
import { readEstimate, type Reader } from './read.ts';
import { detailsOf, readContents, type Contents } from './rows.ts';

type Resources = Contents['resources'];
type Item = Pick<CostEstimateAbc['rows'][number], 'id' | 'code' | 'description' | 'unit' | 'quantity' | 'unitPrice'>;
type Valued = { item: Item; total: string }[];

const CUTS_ORDER = 'O corte da classe B não pode ficar abaixo do da classe A.';

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

/** Totals of rows, shared to the cent by the inputs within them. */
const inputsOf = (details: readonly CostEstimateDetail[], resources: Resources): Valued => {
  const explode = exploder(resources);
  const cents = new Map<number | null, bigint>();
  const quantities = new Map<number, Decimal>();
  const add = (id: number | null, amount: bigint): void => void cents.set(id, (cents.get(id) ?? 0n) + amount);
  for (const { type, resourceId, quantity, total } of details) {
    if (type === 'GROUP') continue;
    for (const part of explodedLine(explode, resourceId, quantity ?? '0', toCents(total ?? '0.00'))) {
      add(part.resourceId, part.cents);
      if (part.resourceId === null) continue;
      quantities.set(part.resourceId, (quantities.get(part.resourceId) ?? new Decimal(0)).plus(part.quantity));
    }
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
