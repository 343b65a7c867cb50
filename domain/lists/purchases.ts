import { formatQuantity } from '../numberFormat.ts';
import type { ListColumn } from './column.ts';

interface Named {
  name: string;
}

/** What the columns read of a purchase: what was received of a line of an order. */
export interface PurchaseRow {
  date: string;
  order: { document: string };
  documentNumber?: string | null;
  supplier: Named;
  building: Named;
  product: Named & { code: string };
  quantity: string;
  unit: string;
  price: string;
  value: string;
}

export const PURCHASE_LIST_TITLE = 'Insumos comprados';

export const quantityOf = ({ quantity, unit }: Pick<PurchaseRow, 'quantity' | 'unit'>): string =>
  `${formatQuantity(quantity)} ${unit}`;

export const purchaseColumns: readonly ListColumn<PurchaseRow>[] = [
  { id: 'date', title: 'Recebimento', kind: 'date', value: ({ date }) => date },
  { id: 'product', title: 'Insumo', value: ({ product }) => product.name },
  { id: 'supplier', title: 'Fornecedor', value: ({ supplier }) => supplier.name },
  { id: 'building', title: 'Obra', value: ({ building }) => building.name },
  { id: 'document', title: 'Pedido', value: ({ order }) => order.document },
  { id: 'documentNumber', title: 'Nota', value: ({ documentNumber }) => documentNumber },
  { id: 'quantity', title: 'Quantidade', value: quantityOf },
  { id: 'price', title: 'Preço (R$)', kind: 'money', value: ({ price }) => price },
  { id: 'value', title: 'Valor (R$)', kind: 'money', value: ({ value }) => value },
];

/** Columns of the file besides those of the grid. */
export const purchaseFileColumns: readonly ListColumn<PurchaseRow>[] = [
  { id: 'code', title: 'Código do insumo', value: ({ product }) => product.code },
];
