import { formatDate } from '#domain/dates.ts';
import { formatQuantity, formatUnitPrice } from '#domain/numberFormat.ts';
import type { PurchaseRowFragment as Row } from '#web/generated/purchase.ts';
import { MoneyText, type CardItem, type Column } from '#web/ui/index.ts';

const quantityOf = ({ quantity, unit }: Row): string => `${formatQuantity(quantity)} ${unit}`;

export const columns: readonly Column<Row>[] = [
  { id: 'date', title: 'Recebimento', kind: 'date', width: 118, sortable: true, value: ({ date }) => date },
  {
    ...{ id: 'product', title: 'Insumo', minWidth: 180, flex: 3, sortable: true, tone: 'strong' },
    value: ({ product }) => product.name,
  },
  {
    ...{ id: 'supplier', title: 'Fornecedor', minWidth: 140, flex: 2, sortable: true },
    value: ({ supplier }) => supplier.name,
  },
  {
    ...{ id: 'building', title: 'Obra', ofBuilding: true, minWidth: 120, flex: 2, sortable: true },
    value: ({ building }) => building.name,
  },
  { id: 'document', title: 'Pedido', width: 96, sortable: true, value: ({ order }) => order.document },
  { id: 'documentNumber', title: 'Nota', width: 112, value: ({ documentNumber }) => documentNumber },
  { id: 'quantity', title: 'Quantidade', width: 124, align: 'right', value: quantityOf },
  {
    ...{ id: 'price', title: 'Preço (R$)', width: 112, kind: 'money', value: ({ price }) => price },
    render: ({ price }) => formatUnitPrice(price),
  },
  {
    ...{ id: 'value', title: 'Valor (R$)', width: 120, kind: 'money', pinned: 'right', sortable: true },
    value: ({ value }) => value,
  },
];

/** In the file, besides the columns of the grid. */
export const fileColumns: readonly Column<Row>[] = [
  { id: 'code', title: 'Código do insumo', value: ({ product }) => product.code },
];

export const card = (row: Row): CardItem => ({
  id: row.id,
  title: row.product.name,
  meta: [row.supplier.name, row.order.document].join(' · '),
  end: <MoneyText value={row.value} />,
  endMeta: `${quantityOf(row)} a ${formatUnitPrice(row.price)}`,
  group: { title: formatDate(row.date), label: `Recebimento ${formatDate(row.date)}`, amount: row.value },
});
