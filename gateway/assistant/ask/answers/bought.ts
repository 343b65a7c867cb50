import { counted, formatQuantity, formatUnitPrice } from '#domain/numberFormat.ts';
import { formatDate } from '#domain/dates.ts';
import { add, compare, formatMoney, subtract, sum, ZERO, type Money } from '#domain/money.ts';
import type { Days } from '#domain/assistant/periods.ts';
import type { Answer, Asking, Request } from '../asking.ts';
import { buildingKey, placeWords } from '../scope.ts';
import { amount, answer, capital, listAt, openWords, part, PATHS, say, strong } from '../words.ts';
import { change } from './change.ts';

interface Purchase {
  id: string;
  date: string;
  order: { id: string; document: string };
  supplier: { id: string; name: string };
  product: { id: string; name: string };
  quantity: string;
  unit: string;
  value: Money;
  price: string;
}
interface Bought {
  content: Purchase[];
  total: Money;
  totalElements: number;
  products: number;
  last: boolean;
}

const QUERY = `query AssistantBought($companyId: ID!, $filter: PurchaseFilter, $page: Int!, $size: Int!) {
  purchases(companyId: $companyId, page: $page, size: $size, filter: $filter) {
    content { id date order { id document } supplier { id name } product { id name } quantity unit value price }
    total totalElements products last
  }
}`;

const SHOWN = 8;
const PAGE = 500;

/** By the words of the question: "cimento" is every product that has it in its name. */
const filterOf = ({ names, said }: Request, period?: Days) => ({
  ...(said.product === undefined ? {} : { search: said.product }),
  ...(names.building && { buildingId: names.building.id }),
  ...(names.partner && { supplierId: names.partner.id }),
  ...(period && { from: period.from, to: period.to }),
});

/** A page of what was bought, the newest first. */
export const readPurchases = async (
  request: Request,
  { query, companyId }: Asking,
  period: Days | undefined,
  size = SHOWN,
  page = 0,
) => {
  const { purchases } = await query<{ purchases: Bought | null }>(QUERY, {
    ...{ companyId, page, size, filter: filterOf(request, period) },
  });
  return purchases ?? { content: [], total: '0.00', totalElements: 0, products: 0, last: true };
};

/** The list with the same purchases; `narrowed` to some of them. */
const listOf = (
  request: Request,
  days: Pick<Days, 'from' | 'to'> | undefined,
  narrowed: { supplier?: string; product?: string } = {},
): string =>
  listAt(
    PATHS.purchases,
    {
      ...{ search: request.said.product, supplier: request.names.partner?.id, building: buildingKey(request) },
      ...narrowed,
    },
    days,
  );

const linkTo = (to: string, count: number) => ({ label: openWords(count, 'a', 'compra'), to });

/** The line says which product it is of, where the answer has several. */
const lineOf = (
  request: Request,
  { date, order, supplier, product, quantity, unit, value }: Purchase,
  products: number,
) =>
  part(
    [
      ...[formatDate(date), ...(products > 1 ? [product.name] : []), order.document, supplier.name],
      `${formatQuantity(quantity)} ${unit}`,
    ].join(', '),
    formatMoney(value),
    'NEUTRAL',
    listOf(request, { from: date, to: date }, { supplier: supplier.id, product: product.id }),
  );

const scopeOf = (request: Request, asking: Asking, products: number): string =>
  `Notas recebidas, com frete, IPI e desconto, menos devoluções, ${counted(products, 'insumo')}, ${placeWords(request, asking, 'PURCHASE')}`;

const nothing = (request: Request, when: string) =>
  answer(
    request.intent.name,
    say`Nenhuma compra ${request.said.product === undefined ? '' : 'de '}${strong(request.said.product ?? '')}${when}.`,
  );

const compared = async (request: Request, asking: Asking, first: Days, second: Days) => {
  const [one, other] = [await readPurchases(request, asking, first), await readPurchases(request, asking, second)];
  const changed = change(one.total, other.total);
  return answer(
    'compare',
    say`${capital(first.when)} você comprou ${amount(one.total)} de ${strong(request.said.product ?? 'insumos')}, e ${second.when} ${amount(other.total)}${changed === null ? '' : `: ${changed}`}.`,
    {
      parts: [
        ...(
          [
            [first, one],
            [second, other],
          ] as const
        ).map(([days, { totalElements, total }]) =>
          part(
            `${days.label}, ${counted(totalElements, 'compra')}`,
            formatMoney(total),
            'NEUTRAL',
            listOf(request, days),
          ),
        ),
        part('Diferença', formatMoney(subtract(one.total, other.total))),
      ],
      scope: scopeOf(request, asking, Math.max(one.products, other.products)),
    },
  );
};

interface Supplier {
  id: string;
  name: string;
  value: Money;
  count: number;
}

/** Every purchase that matches, at most some thousands, summed by supplier, the largest first. */
const suppliersOf = async (request: Request, asking: Asking, period: Days | undefined) => {
  const sums = new Map<string, Supplier>();
  let [page, whole] = [0, await readPurchases(request, asking, period, PAGE)];
  const { total, products } = whole;
  for (;;) {
    for (const { supplier, value } of whole.content) {
      const known = sums.get(supplier.id) ?? { ...supplier, value: ZERO, count: 0 };
      sums.set(supplier.id, { ...known, value: add(known.value, value), count: known.count + 1 });
    }
    if (whole.last) break;
    page += 1;
    whole = await readPurchases(request, asking, period, PAGE, page);
  }
  return { suppliers: [...sums.values()].sort((a, b) => compare(b.value, a.value)), total, products };
};

/** What was bought, by supplier: the lines add up to their total. */
const bySupplier = async (request: Request, asking: Asking, period: Days | undefined) => {
  const { suppliers, total, products } = await suppliersOf(request, asking, period);
  const [first] = suppliers;
  if (!first) return nothing(request, period ? ` ${period.when}` : '');
  const shown = suppliers.slice(0, SHOWN);
  const others = suppliers.slice(SHOWN);
  const line = (label: string, count: number, value: Money, to: string | null = null) =>
    part(`${label}, ${counted(count, 'compra')}`, formatMoney(value), 'NEUTRAL', to);
  const countOf = (some: readonly Supplier[]) => some.reduce((all, { count }) => all + count, 0);
  const whole = listOf(request, period);
  return answer(
    request.intent.name,
    say`Você comprou ${strong(request.said.product ?? 'insumos')} mais de ${strong(first.name)}: ${amount(first.value)} de ${amount(total)}.`,
    {
      parts: [
        ...shown.map(({ id, name, value, count }) =>
          line(name, count, value, listOf(request, period, { supplier: id })),
        ),
        ...(others.length > 0
          ? [line(`Outros ${others.length}`, countOf(others), sum(others.map(({ value }) => value)))]
          : []),
        part('Total', formatMoney(total), 'NEUTRAL', whole),
      ],
      links: [linkTo(whole, countOf(suppliers))],
      scope: scopeOf(request, asking, products),
    },
  );
};

/** What was bought of an input, in one period or two. The newest purchases are listed, each with its order. */
export const boughtOf: Answer = async (request, asking) => {
  const [first, second] = (request.slots.periods ?? []).map(({ past }) => past);
  if (request.slots.by === 'partner') return bySupplier(request, asking, first);
  if (first && second) return compared(request, asking, first, second);
  const { content, total, totalElements, products } = await readPurchases(request, asking, first);
  const when = first ? ` ${first.when}` : '';
  if (totalElements === 0) return nothing(request, when);
  const rest = totalElements - content.length;
  const left = subtract(total, sum(content.map(({ value }) => value)));
  return answer(
    request.intent.name,
    say`Você comprou ${amount(total)} de ${strong(request.said.product ?? 'insumos')}${when}, em ${counted(totalElements, 'compra')}.`,
    {
      parts: [
        ...content.map((one) => lineOf(request, one, products)),
        ...(rest > 0 ? [part(`Mais ${counted(rest, 'compra')}`, formatMoney(left))] : []),
      ],
      links: [linkTo(listOf(request, first), totalElements)],
      scope: scopeOf(request, asking, products),
    },
  );
};

/** When, from whom and for how much an input was last bought. */
export const lastPurchase: Answer = async (request, asking) => {
  const { content, products } = await readPurchases(request, asking, undefined, 1);
  const [last] = content;
  if (!last) return nothing(request, '');
  return answer(
    request.intent.name,
    say`A última compra de ${strong(last.product.name)} foi em ${strong(formatDate(last.date))}, de ${strong(last.supplier.name)}: ${formatQuantity(last.quantity)} ${last.unit} a ${formatUnitPrice(last.price)}.`,
    {
      links: [
        {
          label: 'Abrir as compras deste insumo',
          to: listAt(PATHS.purchases, { product: last.product.id, building: buildingKey(request) }),
        },
      ],
      scope: scopeOf(request, asking, products),
    },
  );
};
