import { formatDate } from '#domain/dates.ts';
import { purchaseColumns, purchaseFileColumns, quantityOf } from '#domain/lists/purchases.ts';
import { formatUnitPrice } from '#domain/numberFormat.ts';
import type { PurchaseRowFragment as Row } from '#web/generated/purchase.ts';
import { withLooks } from '#web/list/columns/withLooks.ts';
import { MoneyText, type CardItem, type Column } from '#web/ui/index.ts';

export const columns: readonly Column<Row>[] = withLooks<Row>(purchaseColumns, {
  date: { width: 118, sortable: true },
  product: { minWidth: 180, flex: 3, sortable: true, tone: 'strong' },
  supplier: { minWidth: 140, flex: 2, sortable: true },
  building: { ofBuilding: true, minWidth: 120, flex: 2, sortable: true },
  document: { width: 96, sortable: true },
  documentNumber: { width: 112 },
  quantity: { width: 124, align: 'right' },
  price: { width: 112, render: ({ price }) => formatUnitPrice(price) },
  value: { width: 120, pinned: 'right', sortable: true },
});

/** In the file, besides the columns of the grid. */
export const fileColumns: readonly Column<Row>[] = purchaseFileColumns;

export const card = (row: Row): CardItem => ({
  id: row.id,
  title: row.product.name,
  meta: [row.supplier.name, row.order.document].join(' · '),
  end: <MoneyText value={row.value} />,
  endMeta: `${quantityOf(row)} a ${formatUnitPrice(row.price)}`,
  group: { title: formatDate(row.date), label: `Recebimento ${formatDate(row.date)}`, amount: row.value },
});
