import type { Column, Content, TableCell } from 'pdfmake/interfaces';
import { formatDate } from '#domain/dates.ts';
import { formatPhone, maskTaxId } from '#domain/masks.ts';
import { isZero, negate } from '#domain/money.ts';
import { formatMoney, formatPercentage, formatQuantity, formatUnitPrice } from '#domain/numberFormat.ts';
import { isPaymentMethod, PAYMENT_METHOD_LABELS } from '#domain/paymentMethods.ts';
import { expectedQuantity } from '#domain/purchase/orders/figures.ts';
import type { Order } from '#schema/purchase/orders/orders.rest.ts';
import { letterhead, type Letterhead } from '../../../platform/pdf/letterhead.ts';
import type { PdfDocument } from '../../../platform/pdf/pdf.ts';

/** Who sells, and where it goes, as the registers say now. */
export interface Addresses {
  supplier: { taxId: string | null; email: string | null; phone: string | null; address: string | null };
  building: { address: string | null };
}

/** What a printed order is made of; `createdAt` is the instant that the file bears. */
export interface PrintedOrder {
  order: Order;
  company: Letterhead;
  addresses: Addresses;
  createdAt: string;
}

type Line = Order['requirementLineList'][number];

const MARGIN = 32;
const MUTED = '#53646d';
const HEAD = { bold: true, fillColor: '#eef2f5', color: '#37474f' };

const right = (text: string, style: object = {}): TableCell => ({ text, alignment: 'right', ...style });
const muted = (text: string): Content => ({ text, color: MUTED });

/** A box of facts below a heading; facts that nobody knows are left out. */
const box = (heading: string, name: string, facts: readonly (string | null)[]): Column => ({
  width: '*',
  stack: [
    { text: heading, bold: true, color: MUTED, fontSize: 7 },
    { text: name, bold: true, fontSize: 9.5, margin: [0, 2, 0, 0] },
    ...facts.flatMap((fact) => (fact === null ? [] : [muted(fact)])),
  ],
});

const partiesOf = ({ order, addresses: { supplier, building } }: PrintedOrder): Content => ({
  columnGap: 24,
  margin: [0, 0, 0, 14],
  columns: [
    box('FORNECEDOR', order.supplier.name, [
      supplier.taxId &&
        (supplier.taxId.length === 11 ? `CPF ${maskTaxId(supplier.taxId)}` : `CNPJ ${maskTaxId(supplier.taxId)}`),
      supplier.address,
      [formatPhone(supplier.phone), supplier.email].filter(Boolean).join(' · ') || null,
    ]),
    box('ENTREGA', order.building.name, [
      building.address,
      order.delivery.date === null ? 'Data a combinar' : `Até ${formatDate(order.delivery.date)}`,
      order.buyer && `Comprador: ${order.buyer.name}`,
    ]),
  ],
});

const lineRow = (line: Line, index: number, received: boolean): TableCell[] => {
  const more = [line.description, line.brand && `Marca: ${line.brand.name}`].filter(Boolean).join(' · ');
  // Only what came is bought of a closed line and of a receipt.
  const quantity = line.closed || received ? line.receivedQuantity : expectedQuantity(line);
  return [
    { text: String(index + 1) },
    { text: line.product.code },
    { stack: [{ text: line.product.name }, ...(more ? [{ text: more, color: MUTED, fontSize: 7 }] : [])] },
    { text: line.unit.acronyms },
    right(formatQuantity(quantity)),
    right(formatUnitPrice(line.price)),
    right(formatMoney(line.total)),
  ];
};

const linesOf = ({ requirementLineList, type }: Order): Content => ({
  layout: 'rows',
  table: {
    headerRows: 1,
    dontBreakRows: true,
    widths: [18, 52, '*', 28, 58, 62, 68],
    body: [
      [
        ...['Nº', 'Código', 'Insumo', 'Un.'].map((text) => ({ text, ...HEAD })),
        ...['Quantidade', 'Preço (R$)', 'Total (R$)'].map((text) => right(text, HEAD)),
      ],
      ...requirementLineList
        .filter(({ canceled }) => !canceled)
        .map((line, index) => lineRow(line, index, type === 'RECEIPT')),
    ],
  },
});

const ipiName = ({ ipi, ipiAmount }: Order): string => (ipiAmount === null ? `IPI (${formatPercentage(ipi)})` : 'IPI');

const totalsOf = (order: Order): Column => {
  const charges: [string, string][] = [
    ['Itens', order.linesValue],
    ...(isZero(order.shippingRate) ? [] : [['Frete', order.shippingRate] as [string, string]]),
    ...(isZero(order.ipiValue) ? [] : [[ipiName(order), order.ipiValue] as [string, string]]),
    ...(isZero(order.discount) ? [] : [['Desconto', negate(order.discount)] as [string, string]]),
  ];
  return {
    width: 210,
    layout: 'rows',
    table: {
      widths: ['*', 'auto'],
      body: [
        ...charges.map(([name, value]) => [{ text: name }, right(formatMoney(value))]),
        [
          { text: 'Valor do pedido', bold: true, fontSize: 10 },
          right(`R$ ${formatMoney(order.grossValue)}`, { bold: true, fontSize: 10 }),
        ],
      ],
    },
  };
};

const methodOf = ({ paymentMethod }: Order): string => {
  if (paymentMethod === null) return '';
  return ` · ${isPaymentMethod(paymentMethod) ? PAYMENT_METHOD_LABELS[paymentMethod] : paymentMethod}`;
};

const paymentOf = (order: Order): Column => {
  const { installmentList } = order.requirement.payment;
  const rows = installmentList.map(({ dueDate, grossValue }, index) =>
    muted(`${index + 1}/${installmentList.length}   ${formatDate(dueDate)}   R$ ${formatMoney(grossValue)}`),
  );
  return {
    width: '*',
    stack: [
      { text: `PAGAMENTO${methodOf(order)}`, bold: true, color: MUTED, fontSize: 7, margin: [0, 0, 0, 2] },
      ...(rows.length > 0 ? rows : [muted('A combinar')]),
    ],
  };
};

const notesOf = ({ notes }: Order): Content[] =>
  notes === null
    ? []
    : [
        {
          margin: [0, 14, 0, 0],
          stack: [
            { text: 'OBSERVAÇÕES', bold: true, color: MUTED, fontSize: 7, margin: [0, 0, 0, 2] },
            { text: notes },
          ],
        },
      ];

const WATERMARKS = { WAITING: 'AGUARDANDO APROVAÇÃO', APPROVED: null, REJECTED: 'REPROVADO' };

/** What is written across an order that does not count. */
const watermarkOf = ({ state, approval }: Order): { watermark?: string } => {
  const watermark = state === 'CANCELED' ? 'CANCELADO' : approval && WATERMARKS[approval.status];
  return watermark === null ? {} : { watermark };
};

/** An order as its supplier reads it: canceled lines, stages and what was received are not his matter. */
export const printOrder = (printed: PrintedOrder): PdfDocument => {
  const { order, company, createdAt } = printed;
  const title = `Pedido de compra ${order.document}`;
  return {
    title,
    createdAt,
    landscape: false,
    pageMargins: [MARGIN, 72, MARGIN, 40],
    header: letterhead(company, MARGIN, { title, about: [`Emitido em ${formatDate(order.createdDate)}`] }),
    footer: `Prumo · pedido ${order.document}`,
    ...watermarkOf(order),
    content: [
      partiesOf(printed),
      linesOf(order),
      { margin: [0, 12, 0, 0], columnGap: 24, unbreakable: true, columns: [paymentOf(order), totalsOf(order)] },
      ...notesOf(order),
    ],
  };
};
