import { addDays, daysBetween, type IsoDate } from '#domain/dates.ts';
import { fromCents, subtract, sum, toCents, type Money } from '#domain/money.ts';
import { lineValue, orderFigures } from '#domain/purchase/orders/figures.ts';
import { rescaled, termInstallments, type OrderInstallment } from '#domain/purchase/orders/terms.ts';
import { shareCents } from '#domain/shares.ts';
import type { DebitCategory } from './data/categories.ts';
import type { BuildingKey } from './data/company.ts';
import { ORDER_ITEMS, type OrderItems } from './data/orderItems.ts';
import { FIRST_ORDER, OPEN_ORDERS, OUTCOMES, type OpenOrder, type Outcome } from './data/orders.ts';
import type { SupplierKey } from './data/partners.ts';
import type { Draft, ExpenseDraft } from './drafts.ts';
import { randomFor, type Random } from './random.ts';

export interface DemoOrderLine {
  product: string;
  quantity: number;
  price: Money;
  canceled: boolean;
  /** What is missing will not come. */
  closed: boolean;
}

/** What came with a nota: quantities by the lines of its order. */
export interface DemoNota {
  emission: IsoDate;
  quantities: number[];
  shippingRate: Money;
  discount: Money;
  installments: OrderInstallment[];
}

/** An order before it has ids: it refers to the data files by key. */
export interface DemoOrder {
  document: string;
  building: BuildingKey;
  stage: string | null;
  supplier: SupplierKey;
  category: DebitCategory;
  method: ExpenseDraft['method'];
  createdDate: IsoDate;
  deliveryDate: IsoDate;
  payAfterDay: number;
  installments: OrderInstallment[];
  shippingRate: Money;
  discount: Money;
  ipi: string;
  notes: string | null;
  lines: DemoOrderLine[];
  notas: DemoNota[];
  /** Key of the expense that its goods came with; null: nothing came. */
  expense: string | null;
  /** Passes the limit of its buyer, and waits for who may approve it. */
  waits: boolean;
}

/** Price of a unit that an input is bought in, today. */
export type PriceOf = (product: string) => Money;

/** Prices of an order are up to 5 % below today's, and 2 % above. */
const priced = (price: Money, random: Random): bigint => (toCents(price) * BigInt(random.int(950, 1020))) / 1000n;

/** Lines whose sum is some 2 % below the value, or above it where a discount makes up for it. Much is ordered in tens. */
const linesOf = (
  value: bigint,
  items: OrderItems,
  { priceOf, random, isAbove }: { priceOf: PriceOf; random: Random; isAbove: boolean },
): DemoOrderLine[] => {
  const target = (value * (isAbove ? 1012n : 978n)) / 1000n;
  let rest = target;
  return items.map(([product, percent], index) => {
    const price = priced(priceOf(product), random);
    const isLast = index === items.length - 1;
    const wanted = isLast ? rest : (target * BigInt(percent)) / 100n;
    const fits = isLast && isAbove ? (wanted + price - 1n) / price : wanted / price;
    const quantity = fits < 1n ? 1n : isLast || fits < 100n ? fits : (fits / 10n) * 10n;
    rest -= quantity * price;
    return { product, quantity: Number(quantity), price: fromCents(price), canceled: false, closed: false };
  });
};

const valueOf = (lines: readonly DemoOrderLine[], quantities: readonly number[]): Money =>
  sum(lines.map(({ price }, index) => lineValue(String(quantities[index] ?? 0), price)));

/** Parts of an amount that belong to values, in proportion. */
const parts = (amount: Money, values: readonly Money[]): Money[] =>
  shareCents(toCents(amount), values.map(toCents)).map(fromCents);

/** The days of payments that are made of the part of a nota. */
const lessThan = (whole: readonly OrderInstallment[], part: readonly OrderInstallment[]): OrderInstallment[] =>
  whole.map(({ dueDate, grossValue }, index) => ({
    dueDate,
    grossValue: subtract(grossValue, part[index]?.grossValue ?? '0.00'),
  }));

const DAYS_BETWEEN_NOTAS = 5;

/** The notas of what came: one, or two on days that follow each other; together they are the expense. */
const notasOf = (
  came: readonly DemoOrderLine[],
  charges: { shippingRate: Money; discount: Money; installments: OrderInstallment[]; emission: IsoDate },
  secondPercent: number,
): DemoNota[] => {
  const all = came.map(({ quantity }) => quantity);
  const later = all.map((quantity) => Math.floor((quantity * secondPercent) / 100));
  if (later.every((quantity) => quantity === 0)) return [{ ...charges, quantities: all }];
  const first = all.map((quantity, index) => quantity - (later[index] ?? 0));
  const values = [valueOf(came, first), valueOf(came, later)];
  const [freight = '0.00', secondFreight = '0.00'] = parts(charges.shippingRate, values);
  const [less = '0.00', secondLess = '0.00'] = parts(charges.discount, values);
  const worth = subtract(sum([values[0] ?? '0.00', freight]), less);
  const installments = rescaled(worth, charges.installments);
  return [
    { emission: charges.emission, quantities: first, shippingRate: freight, discount: less, installments },
    {
      ...{ emission: addDays(charges.emission, DAYS_BETWEEN_NOTAS), quantities: later },
      ...{ shippingRate: secondFreight, discount: secondLess },
      installments: lessThan(charges.installments, installments),
    },
  ];
};

/** What was ordered, from what came: more of it where some is missing. */
const orderedLines = (came: readonly DemoOrderLine[], { missing, closed }: Outcome): DemoOrderLine[] =>
  came.map((line, index) => {
    const more = missing && index < 2 ? Math.ceil((line.quantity * missing.percent) / 100) : 0;
    if (closed && index === 0) return { ...line, quantity: line.quantity + 1, closed: true };
    return { ...line, quantity: line.quantity + more };
  });

/** A charge of what came, for everything that was ordered. */
const forAll = (charge: Money, came: Money, ordered: Money): Money =>
  fromCents((toCents(charge) * toCents(ordered)) / toCents(came));

type Numbered = Omit<DemoOrder, 'document'>;

/** An order whose goods came with an expense: its notas are worth the expense, to the cent and by due date. */
const orderOf = (expense: ExpenseDraft, outcome: Outcome, priceOf: PriceOf, seedDate: IsoDate): Numbered => {
  const random = randomFor(`order of ${expense.key}`);
  const [share] = expense.shares;
  const value = sum(expense.installments.map(({ gross }) => gross));
  const came = linesOf(toCents(value), ORDER_ITEMS[expense.what] ?? [], {
    ...{ priceOf, random, isAbove: random.chance(35) },
  });
  const cameValue = valueOf(
    came,
    came.map(({ quantity }) => quantity),
  );
  const difference = toCents(value) - toCents(cameValue);
  const shippingRate = fromCents(difference > 0n ? difference : 0n);
  const discount = fromCents(difference < 0n ? -difference : 0n);
  const installments = expense.installments.map(({ dueDate, gross }) => ({ dueDate, grossValue: gross }));
  const emission = expense.competence;
  const isOver = addDays(emission, DAYS_BETWEEN_NOTAS) <= seedDate;
  const lines = orderedLines(came, outcome);
  const ordered = valueOf(
    lines,
    lines.map(({ quantity, closed }, index) => (closed ? (came[index]?.quantity ?? 0) : quantity)),
  );
  const charges = {
    shippingRate: forAll(shippingRate, cameValue, ordered),
    discount: forAll(discount, cameValue, ordered),
  };
  const late = random.chance(25) ? random.int(1, 4) : 0;
  const deliveryDate = outcome.missing ? addDays(seedDate, outcome.missing.days) : addDays(emission, -late);
  const gross = subtract(sum([ordered, charges.shippingRate]), charges.discount);
  const terms = installments.map(({ dueDate }) => daysBetween(emission, dueDate));
  return {
    building: share?.building ?? 'casa',
    stage: share?.stage ?? null,
    supplier: expense.partner ?? 'deposito',
    category: expense.category,
    method: expense.method,
    createdDate: addDays(emission, -late - random.int(5, 15)),
    deliveryDate,
    payAfterDay: terms[0] ?? 0,
    installments: termInstallments(gross, terms, deliveryDate),
    ...charges,
    ipi: '0',
    notes: null,
    lines,
    notas: notasOf(came, { shippingRate, discount, installments, emission }, isOver ? (outcome.second ?? 0) : 0),
    expense: expense.key,
    waits: false,
  };
};

/** An order of which nothing came. */
const openOrder = (open: OpenOrder, seedDate: IsoDate): Numbered => {
  const { building, stage, supplier, category, terms, canceled = false } = open;
  const deliveryDate = addDays(seedDate, open.delivery);
  const lines = open.lines.map(([product, quantity, price]) => ({
    ...{ product, quantity: Number(quantity), price, canceled, closed: false },
  }));
  const charges = {
    shippingRate: open.shippingRate ?? '0.00',
    discount: open.discount ?? '0.00',
    ipi: open.ipi ?? '0',
  };
  const { grossValue } = orderFigures(
    lines.map((line) => ({ ...line, quantity: String(line.quantity), canceledQuantity: '0', receivedQuantity: '0' })),
    { ...charges, ipiValue: null },
  );
  return {
    ...{ building, stage, supplier, category, method: 'BOLETO', createdDate: addDays(seedDate, -open.ordered) },
    ...{ deliveryDate, payAfterDay: terms[0] ?? 0, ...charges, notes: open.notes ?? null, lines, notas: [] },
    installments: canceled ? [] : termInstallments(grossValue, terms, deliveryDate),
    expense: null,
    waits: open.waits ?? false,
  };
};

/** Expenses of inputs of the catalogue that came, the newest first. */
const boughtOf = (drafts: readonly Draft[], seedDate: IsoDate): ExpenseDraft[] =>
  drafts
    .filter((draft): draft is ExpenseDraft => draft.type === 'DEBIT' && draft.what in ORDER_ITEMS)
    .filter(({ competence }) => competence <= seedDate)
    .toSorted((a, b) => (`${a.competence} ${a.key}` < `${b.competence} ${b.key}` ? 1 : -1));

/**
 * The orders of a day, by number. What came of them are expenses of the ledger, whose books do not change; only what is
 * missing is committed on top.
 */
export const demoOrders = (drafts: readonly Draft[], priceOf: PriceOf, seedDate: IsoDate): DemoOrder[] => {
  const bought = boughtOf(drafts, seedDate).slice(0, OUTCOMES.length);
  const orders = [
    ...bought.map((expense, index) => orderOf(expense, OUTCOMES[index] ?? {}, priceOf, seedDate)),
    ...OPEN_ORDERS.map((open) => openOrder(open, seedDate)),
  ];
  return orders
    .toSorted((a, b) => (a.createdDate < b.createdDate ? -1 : a.createdDate > b.createdDate ? 1 : 0))
    .map((order, index) => ({ ...order, document: `PC-0${FIRST_ORDER + index}` }));
};
