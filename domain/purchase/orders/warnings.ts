/** What a buyer should know before an order is saved (domain.md §4, mock 20b). Warnings never prevent it. */
import { formatDate, formatShortDate, type IsoDate } from '../../dates.ts';
import type { Money } from '../../money.ts';
import { formatCurrency, formatQuantity, formatUnitPrice } from '../../numberFormat.ts';
import { changeText, percentChange } from './prices.ts';

interface Named {
  id: number | string;
  name: string;
}

/** What was paid for an input, in the unit of the line that it stands beside. */
export interface PaidPrice {
  /** Landed, four places. */
  price: string;
  /** Emission of the nota. */
  date: IsoDate;
  supplier: Named;
  order: { id: number | string; document: string };
  documentNumber: string | null;
}

export interface PriceAboveLast {
  /** Place of the line in the body. */
  index: number;
  product: Named & { code: string };
  price: string;
  lastPaid: PaidPrice;
  sameSupplier: boolean;
  /** What the line costs more. */
  amount: Money;
}

/** What another order brings of the same inputs. */
export interface OtherOpenOrder {
  order: { id: number | string; document: string; createdDate: IsoDate; deliveryDate: IsoDate | null };
  /** Still to come. */
  items: readonly { product: Named & { code: string }; unit: string; quantity: string }[];
}

export interface StageExceeded {
  stage: Named & { code: string };
  /** Landed lines of the order in the stage and what is below it. */
  value: Money;
  /** Without this order. */
  available: Money;
  missing: Money;
}

/** One kind of warning; the other figures are null. */
export interface OrderWarning {
  kind: 'PRICE_ABOVE_LAST' | 'OTHER_OPEN_ORDER' | 'STAGE_EXCEEDED';
  priceAboveLast: PriceAboveLast | null;
  otherOpenOrder: OtherOpenOrder | null;
  stageExceeded: StageExceeded | null;
}

const money4 = (price: string): string => `R$\u00a0${formatUnitPrice(price)}`;

/** "04/11"; of another year with it. */
export const dayText = (date: IsoDate, today: IsoDate): string =>
  date.slice(0, 4) === today.slice(0, 4) ? formatShortDate(date) : formatDate(date);

const priceText = ({ product, price, lastPaid, sameSupplier, amount }: PriceAboveLast, today: IsoDate): string => {
  const whose = sameSupplier ? 'no mesmo fornecedor' : `em ${lastPaid.supplier.name}`;
  const figures = [changeText(price, lastPaid.price), `${formatCurrency(amount)} no pedido`].filter(Boolean).join(', ');
  const paid = `Em ${dayText(lastPaid.date, today)} saiu por ${money4(lastPaid.price)} ${whose}`;
  return `${product.name} a ${money4(price)}. ${paid}: ${figures}.`;
};

/** "Cimento a R$ 39,90, 8,4% mais que em 04/11." */
export const dearText = ({ product, price, lastPaid }: PriceAboveLast, today: IsoDate): string => {
  const percent = percentChange(price, lastPaid.price);
  const more = percent === null ? 'mais' : `${percent.replace('.', ',')}% mais`;
  return `${product.name} a ${money4(price)}, ${more} que em ${dayText(lastPaid.date, today)}.`;
};

const NAMED = 3;

const itemsText = (items: OtherOpenOrder['items']): string => {
  const named = items.slice(0, NAMED).map(({ product, unit, quantity }) => {
    return `${formatQuantity(quantity)} ${unit} de ${product.name}`;
  });
  const more = items.length - named.length;
  const all = more > 0 ? [...named, `mais ${more} ${more === 1 ? 'insumo' : 'insumos'}`] : named;
  return all.length === 1 ? (all[0] ?? '') : `${all.slice(0, -1).join(', ')} e ${all.at(-1) ?? ''}`;
};

const openText = ({ order, items }: OtherOpenOrder, today: IsoDate): string => {
  const delivery = order.deliveryDate === null ? '' : `, entrega ${dayText(order.deliveryDate, today)}`;
  return `${order.document}, de ${dayText(order.createdDate, today)}, já traz ${itemsText(items)} para esta obra${delivery}.`;
};

const stageText = ({ value, available, missing }: StageExceeded): string =>
  [
    `Itens da etapa com frete e IPI: ${formatCurrency(value)}.`,
    `Saldo sem este pedido: ${formatCurrency(available)}.`,
    `Faltam ${formatCurrency(missing)}.`,
  ].join(' ');

/** Heading and sentence of a warning: on the page, and in the history of the order. */
export const warningText = (
  { priceAboveLast, otherOpenOrder, stageExceeded }: OrderWarning,
  today: IsoDate,
): { title: string; text: string } => {
  if (priceAboveLast) return { title: 'Preço acima do último pago', text: priceText(priceAboveLast, today) };
  if (otherOpenOrder) return { title: 'Outro pedido em aberto', text: openText(otherOpenOrder, today) };
  if (!stageExceeded) return { title: '', text: '' };
  const { code, name } = stageExceeded.stage;
  return { title: `Passa o saldo da etapa ${code || name}`, text: stageText(stageExceeded) };
};
