import { building, count, date, decimal, id, period, text, type CsvDataset } from './dataset.ts';

export const orders = {
  ...{ key: 'orders', title: 'Pedidos', about: 'Um pedido por linha; `from` e `to` são dias do pedido.' },
  columns: {
    id: id('Id'),
    document: text('Pedido'),
    date: date('Data'),
    deliveryDate: date('Entrega'),
    state: text('Situação', 'Pedido, Recebido em parte, Recebido ou Cancelado'),
    supplierId: id('Id do fornecedor'),
    supplier: text('Fornecedor'),
    buildingId: id('Id da obra'),
    building: text('Obra'),
    lines: count('Itens'),
    total: decimal('Valor', 'com frete, impostos e descontos; os cancelados também o têm'),
    receivedValue: decimal('Valor recebido'),
  },
  query: { ...period('day of the order'), ...building },
} satisfies CsvDataset;

export const purchases = {
  key: 'purchases',
  title: 'Compras recebidas',
  about: 'Um item de cada recebimento por linha, já sem devoluções; `from` e `to` são dias de recebimento.',
  columns: {
    id: text('Id', 'recebimento e item'),
    date: date('Recebimento'),
    documentNumber: text('Nota'),
    orderId: id('Id do pedido'),
    order: text('Pedido'),
    supplierId: id('Id do fornecedor'),
    supplier: text('Fornecedor'),
    buildingId: id('Id da obra'),
    building: text('Obra'),
    productId: id('Id do insumo'),
    productCode: text('Código do insumo'),
    product: text('Insumo'),
    quantity: decimal('Quantidade'),
    unit: text('Unidade'),
    price: decimal('Preço', 'valor por unidade, quatro casas'),
    value: decimal('Valor', 'posto na obra'),
  },
  query: { ...period('day of receipt'), ...building },
} satisfies CsvDataset;
