import { counted } from '#domain/numberFormat.ts';
import { addDays } from '#domain/dates.ts';
import { formatMoney, type Money } from '#domain/money.ts';
import type { Answer } from '../asking.ts';
import { placeWords } from '../scope.ts';
import { amount, answer, listAt, openWords, part, PATHS, say } from '../words.ts';

interface OrderTotals {
  orderTotals: {
    all: number;
    ordered: number;
    late: number;
    partial: number;
    received: number;
    canceled: number;
    waitingApproval: number;
    total: Money;
    openTotal: Money;
    lateTotal: Money;
  } | null;
}
const ORDERS = `query AssistantOrders($companyId: ID!, $filter: OrderFilter) {
  orderTotals(companyId: $companyId, filter: $filter) { all ordered late partial received canceled waitingApproval total openTotal lateTotal }
}`;

const VIEWS = {
  OPEN: { filter: { open: true }, keys: { open: 'true' }, words: 'a receber' },
  OVERDUE: { filter: { late: true }, keys: { view: 'late' }, words: 'com entrega atrasada' },
  PAID: { filter: { state: 'RECEIVED' }, keys: { view: 'received' }, words: 'recebidos' },
  PARTIAL: { filter: { state: 'PARTIAL' }, keys: { view: 'partial' }, words: 'recebidos em parte' },
  WAITING: { filter: { approval: 'WAITING' }, keys: { view: 'approval' }, words: 'esperando aprovação' },
} as const;

/** Orders by their state, supplier, obra and days. */
export const orders: Answer = async (request, asking) => {
  const { slots, names } = request;
  const view = slots.status && slots.status in VIEWS ? VIEWS[slots.status as keyof typeof VIEWS] : null;
  const period = slots.periods?.[0]?.past;
  const { orderTotals } = await asking.query<OrderTotals>(ORDERS, {
    companyId: asking.companyId,
    filter: {
      ...view?.filter,
      ...(names.partner && { supplierId: names.partner.id }),
      ...(names.building && { buildingId: names.building.id }),
      ...(period && { date: { start: period.from, end: addDays(period.to, 1) } }),
    },
  });
  const totals = orderTotals;
  const count = !totals ? 0 : countOf(slots.status, totals);
  const to = listAt(
    PATHS.orders,
    { ...view?.keys, supplier: names.partner?.id, building: names.building?.id ?? 'all' },
    period,
  );
  const words = view ? ` ${view.words}` : '';
  return answer(
    'orders',
    count === 0
      ? say`Nenhum pedido${words}.`
      : say`${counted(count, 'pedido')}${words}: ${amount(totals?.total ?? '0.00')}.`,
    {
      parts:
        totals && count > 0
          ? [part('A receber', formatMoney(totals.openTotal)), part('Atrasado', formatMoney(totals.lateTotal), 'LATE')]
          : [],
      links: [{ label: openWords(count, 'o', 'pedido'), to }],
      scope: `Pedidos${period ? ` de ${period.label}` : ''}, ${placeWords(request, asking, 'PURCHASE')}`,
    },
  );
};

const countOf = (status: string | undefined, totals: NonNullable<OrderTotals['orderTotals']>): number => {
  if (status === 'OPEN') return totals.ordered + totals.partial;
  if (status === 'OVERDUE') return totals.late;
  if (status === 'PAID') return totals.received;
  if (status === 'PARTIAL') return totals.partial;
  return status === 'WAITING' ? totals.waitingApproval : totals.all;
};

const QUOTES = `query AssistantQuotes($companyId: ID!, $filter: QuoteFilter) {
  quotes(companyId: $companyId, size: 1, filter: $filter) { totalElements }
}`;

/** Quotes of an obra or an input. */
export const quotes: Answer = async (request, asking) => {
  const { names, said, slots } = request;
  const search = said.product;
  const open = slots.status === 'OPEN';
  const { quotes: page } = await asking.query<{ quotes: { totalElements: number } | null }>(QUOTES, {
    companyId: asking.companyId,
    filter: {
      ...(names.building && { buildingId: names.building.id }),
      ...(search !== undefined && { search }),
      ...(open && { state: 'WAITING' }),
    },
  });
  const count = page?.totalElements ?? 0;
  const to = listAt(PATHS.quotes, {
    view: open ? 'waiting' : undefined,
    building: names.building?.id ?? 'all',
    search,
  });
  const words = open ? ' aguardando respostas' : '';
  return answer(
    'quotes',
    count === 0 ? say`Nenhuma cotação${words}.` : say`${counted(count, 'cotação', 'cotações')}${words}.`,
    {
      links: [{ label: 'Abrir Cotações', to }],
      scope: `Cotações, ${placeWords(request, asking, 'PURCHASE')}`,
    },
  );
};

const MEASUREMENTS = `query AssistantMeasurements($companyId: ID!, $filter: MeasurementFilter) {
  measurements(companyId: $companyId, size: 1, filter: $filter) { totalElements }
}`;

/** Measurements of an obra. */
export const measurements: Answer = async (request, asking) => {
  const { names } = request;
  const { measurements: page } = await asking.query<{ measurements: { totalElements: number } | null }>(MEASUREMENTS, {
    companyId: asking.companyId,
    filter: names.building ? { buildingId: names.building.id } : {},
  });
  const count = page?.totalElements ?? 0;
  return answer('measurements', count === 0 ? say`Nenhuma medição.` : say`${counted(count, 'medição', 'medições')}.`, {
    links: [{ label: 'Abrir Medições', to: listAt(PATHS.measurements, { building: names.building?.id ?? 'all' }) }],
    scope: `Medições, ${placeWords(request, asking, 'ENGINEERING')}`,
  });
};

const searchOf =
  (path: string, title: string): Answer =>
  async ({ intent, text }) =>
    answer(intent.name, text === '' ? say`Aqui estão: ${title}.` : say`Procurando “${text}” em ${title}.`, {
      links: [{ label: `Abrir ${title}`, to: listAt(path, { search: text === '' ? undefined : text }) }],
    });

export const tasks = searchOf(PATHS.tasks, 'Serviços');
export const products = searchOf(PATHS.products, 'Insumos');
