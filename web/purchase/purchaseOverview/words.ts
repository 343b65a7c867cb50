export const BY_INPUT = '/home/forms/purchase/purchase-overview';
export const BY_STAGE = '/home/forms/purchase/purchase-overview-appropriate';
export const ORDERS = '/home/forms/purchase/orders-and-receipts';
export const QUOTES = '/home/forms/purchase/quotes';
export const OUTCOME = '/home/forms/transactions/outcome';
export const ESTIMATES = '/home/forms/engineering/cost-estimate';
/** Orçado × realizado. */
export const ACTUAL = '/home/forms/engineering/appropriate-overview';

/** Texts for failures without their own reason. */
export const failures = {
  fetch: 'Falha para buscar resumo de compras',
  lines: 'Falha para buscar itens de pedidos e cotações',
  classify: 'Falha para classificar pedidos',
};

/** Measures of a purchase from left to right. */
export const MEASURES = ['estimated', 'requested', 'ordered', 'received', 'invoiced', 'paid', 'balance'] as const;
export type Measure = (typeof MEASURES)[number];

export const MEASURE_LABELS: Readonly<Record<Measure, string>> = {
  estimated: 'Orçado',
  requested: 'Solicitado',
  ordered: 'Pedido',
  received: 'Recebido',
  invoiced: 'Faturado',
  paid: 'Pago',
  balance: 'Saldo',
};

/** Values of each measure, as rows, groups, stages and totals have them. */
export type Values = Readonly<Record<Measure, { readonly value: string }>>;
