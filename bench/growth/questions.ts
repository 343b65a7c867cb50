import { screenDocument } from '../support/documents.ts';
import type { Books } from '../support/books.ts';
import type { Shot } from '../support/load.ts';

/** A question of a screen whose answer is as long for a large company as for a small one. */
export interface Question {
  name: string;
  shot: (books: Books) => Shot;
  /** Most milliseconds that p50 may be at the largest size; without one, `linear` says what is read. */
  goal?: number;
  linear?: string;
}

const GOAL = 50;

const operation =
  (operationName: string, variables: (books: Books) => object) =>
  (books: Books): Shot => ({
    path: '/graphql',
    token: books.token,
    body: {
      query: screenDocument(operationName),
      operationName,
      variables: { companyId: String(books.companyId), ...variables(books) },
    },
  });

const expenses = (filter: (books: Books) => object, rest: object = {}) =>
  operation('Transactions', (books) => ({
    ...{ type: 'DEBIT', page: 0, size: 15, sort: [{ id: 'settled' }, { id: 'dueDate' }], ...rest },
    filter: { documentNumber: null, search: null, ...filter(books) },
  }));

const week = { today: '2026-11-20', soon: '2026-11-27' };
const series = { seriesStart: '2026-06-01', seriesEnd: '2027-05-31' };
const building = ({ buildingId }: Books) => ({ buildingId: String(buildingId) });
const cashFlow = {
  ...{ startDate: '2026-06-01', endDate: '2027-05-31', group: 'MONTH', from: '2026-11-01', to: '2026-11-30' },
  ...{ today: week.today, horizon: '2027-05-19' },
};

/** The company and one obra: what the dashboard and the cash flow ask. */
const flows: Question[] = [
  { name: 'dashboard: flow', shot: operation('DashboardFlow', () => series), goal: GOAL },
  {
    name: 'dashboard: flow of an obra',
    shot: operation('DashboardFlow', (one) => ({ ...series, ...building(one) })),
    goal: GOAL,
  },
  { name: 'dashboard: due', shot: operation('DashboardDue', () => week), goal: GOAL },
  {
    name: 'dashboard: due of an obra',
    shot: operation('DashboardDue', (one) => ({ ...week, ...building(one) })),
    goal: GOAL,
  },
  { name: 'dashboard: categories', shot: operation('DashboardCategories', () => week), goal: GOAL },
  {
    name: 'dashboard: obras',
    shot: operation('DashboardBuildings', () => ({ first: '2026-11-01', last: '2026-11-30', today: week.today })),
    goal: GOAL,
  },
  { name: 'cash flow, by month', shot: operation('CashFlow', () => cashFlow), goal: GOAL },
  {
    name: 'cash flow, by day',
    shot: operation('CashFlow', () => ({ ...cashFlow, group: 'DAY' })),
    linear: '366 days, four times',
  },
  {
    name: 'cash flow of an obra',
    shot: operation('CashFlow', (one) => ({ ...cashFlow, ...building(one) })),
    goal: GOAL,
  },
  {
    name: 'cash flow of a wallet',
    shot: operation('CashFlow', ({ walletId }) => ({ ...cashFlow, walletId: String(walletId) })),
    goal: GOAL,
  },
];

const lists: Question[] = [
  { name: 'Despesas, as the screen opens', shot: expenses(() => ({})), goal: GOAL },
  { name: 'Despesas, the 5th page', shot: expenses(() => ({}), { page: 4 }), goal: GOAL },
  {
    name: 'Despesas of a wallet',
    shot: expenses(({ walletId }) => ({ walletId: String(walletId) })),
    goal: GOAL,
  },
  { name: 'Despesas without obra', shot: expenses(() => ({ buildingId: null })), goal: GOAL },
  {
    name: 'Despesas: search of one word',
    shot: expenses(() => ({ search: 'cimento' })),
    linear: 'what it finds: an eighth',
  },
  {
    name: 'suppliers',
    shot: operation('Partners', () => ({
      ...{ type: 'SUPPLIER', page: 0, size: 50, sort: [{ id: 'name' }], filter: { type: 'SUPPLIER' } },
    })),
    linear: 'open installments',
  },
  {
    name: 'Despesas: page 200 of an export',
    shot: expenses(() => ({}), { page: 200, size: 500 }),
    linear: 'its 500 rows',
  },
];

export const questions: Question[] = [...flows, ...lists];
