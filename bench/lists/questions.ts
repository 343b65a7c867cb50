import type { Books } from '../support/books.ts';

/** A read request of some screen. */
export interface Question {
  name: string;
  path: string;
  /** The least that the request must read, whatever the index. */
  cost: Cost;
  /** Sent as a user who sees the expenses of one building only. */
  limited?: boolean;
}

/**
 * `page`: the rows shown; `matches`: the rows that match the filter; `account`: sums over the books, at least a row a
 * day.
 */
export type Cost = 'page' | 'matches' | 'account';

/** Adds the screens' page size; without a size, a list returns all rows. */
const page = (path: string): string => `${path}${path.includes('?') ? '&' : '?'}size=50`;

const sorted = (base: string, name: string, fields: readonly string[], cost: Cost = 'page'): Question[] =>
  fields.flatMap((field) => [
    { name: `${name} by ${field}`, path: page(`${base}?sort=${field}`), cost },
    { name: `${name} by ${field}, descending`, path: page(`${base}?sort=${field}:desc`), cost },
  ]);

const transactionFilters = ({
  categoryId,
  partnerId,
  buildingId,
  walletId,
  documentNumber,
}: Books): [string, string, Cost][] => [
  ['of a category', `category=${categoryId}`, 'matches'],
  ['of a partner', `partner=${partnerId}`, 'matches'],
  ['of a building', `building=${buildingId}`, 'matches'],
  ['without a building', 'building=-1', 'matches'],
  ['of a wallet', `bank=${walletId}`, 'matches'],
  ['of a number', 'documentNumber=NF 12345', 'matches'],
  ['due in a month', 'from=2026-11-01&to=2026-11-30', 'matches'],
  ['found by its number', `search=${documentNumber}`, 'page'],
  ['found by two words', 'search=cimento 123', 'matches'],
  ['found by a partner', 'search=três rios 17', 'matches'],
];

const transactionQuestions = (books: Books): Question[] => {
  const base = `/api/v1/financial/company/${books.companyId}/debit`;
  const filters = transactionFilters(books);
  // The overdue value of one status is looked up; that of all is stored.
  const ofStatus = ['OPEN', 'PARTIAL', 'PAID', 'OVERDUE'].flatMap((status): Question[] => [
    { name: `expenses ${status.toLowerCase()}`, path: page(`${base}?status=${status}`), cost: 'page' },
    {
      name: `totals of expenses ${status.toLowerCase()}`,
      path: `${base}/totals?status=${status}`,
      cost: status === 'OPEN' || status === 'PARTIAL' ? 'matches' : 'page',
    },
  ]);
  return [
    { name: 'expenses, as the screen opens', path: page(`${base}?sort=settled,dueDate`), cost: 'page' },
    ...[`bank=${books.walletId}`, 'building=-1'].map((filter): Question => ({
      ...{ name: `expenses of ${filter}, as the screen opens`, cost: 'page' },
      path: page(`${base}?sort=settled,dueDate&${filter}`),
    })),
    { name: 'expenses', path: page(base), cost: 'page' },
    { name: 'expenses, the 20th page', path: page(`${base}?page=20`), cost: 'page' },
    ...sorted(base, 'expenses', [
      'dueDate',
      'emissionDate',
      'value',
      'documentNumber',
      'description',
      'partner',
      'status',
      'id',
    ]),
    ...ofStatus,
    ...filters.flatMap(([name, filter, cost]): Question[] => [
      { name: `expenses ${name}`, path: page(`${base}?${filter}`), cost },
      { name: `totals of expenses ${name}`, path: `${base}/totals?${filter}`, cost },
    ]),
    { name: 'totals of expenses', path: `${base}/totals`, cost: 'page' },
    { name: 'expenses, to somebody of one building', path: page(base), cost: 'matches', limited: true },
    { name: 'totals of expenses, to somebody of one building', path: `${base}/totals`, cost: 'matches', limited: true },
    { name: 'one expense', path: `${base}/${books.transactionId}`, cost: 'page' },
    {
      name: 'duplicates of an expense',
      path: `${base}/duplicates?partner=${books.partnerId}&documentNumber=NF 12345&value=10.00`,
      cost: 'page',
    },
    {
      name: 'records of a month',
      path: page(`${base}/transaction-record?from=2026-11-01&to=2026-11-30`),
      cost: 'matches',
    },
  ];
};

const installments = (books: Books): Question[] => {
  const base = `/api/v1/financial/company/${books.companyId}/debit/installments`;
  return [
    { name: 'installments, as the screen opens', path: page(`${base}?sort=settled,dueDate`), cost: 'page' },
    { name: 'installments', path: page(base), cost: 'page' },
    ...sorted(base, 'installments', ['dueDate', 'paymentDate', 'value', 'documentNumber', 'description', 'partner']),
    ...['DUE', 'OVERDUE', 'PAID', 'PLANNED'].flatMap((status): Question[] => [
      { name: `installments ${status.toLowerCase()}`, path: page(`${base}?status=${status}`), cost: 'page' },
    ]),
    ...transactionFilters(books).flatMap(([name, filter, cost]): Question[] => [
      { name: `installments ${name}`, path: page(`${base}?${filter}`), cost },
      { name: `totals of installments ${name}`, path: `${base}/totals?${filter}`, cost },
    ]),
    { name: 'totals of installments', path: `${base}/totals`, cost: 'page' },
    { name: 'installments, to somebody of one building', path: page(base), cost: 'matches', limited: true },
  ];
};

const wallets = ({ companyId, walletId }: Books): Question[] => {
  const company = `/api/v1/financial/company/${companyId}`;
  return [
    { name: 'wallets', path: page(`${company}/bank`), cost: 'page' },
    { name: 'balances of the wallets', path: `${company}/wallets-summary`, cost: 'account' },
    { name: 'balance of a wallet', path: `${company}/cashflow/paid/bank/${walletId}/balance`, cost: 'account' },
    {
      name: 'statement of a month',
      path: page(`${company}/cashflow/paid/bank/${walletId}/statement?from=2026-11-01&to=2026-11-30`),
      cost: 'account',
    },
    { name: 'transfers', path: page(`/api/v1/financial/companies/${companyId}/transfers`), cost: 'page' },
  ];
};

const partners = ({ accountId, companyId, partnerId }: Books): Question[] => {
  const base = `/api/v1/financial/account/${accountId}/partner`;
  return [
    { name: 'suppliers', path: page(`${base}/supplier`), cost: 'page' },
    { name: 'suppliers by name, descending', path: page(`${base}/supplier?sort=name:desc`), cost: 'page' },
    { name: 'suppliers found by a word', path: page(`${base}/supplier?search=açaí 17`), cost: 'matches' },
    {
      name: 'open values of a page of partners',
      path: `/api/v1/financial/company/${companyId}/partner-balances?ids=${partnerId},${partnerId + 1}`,
      cost: 'matches',
    },
    {
      name: 'totals of suppliers',
      path: `/api/v1/financial/company/${companyId}/partner-totals?type=SUPPLIER`,
      cost: 'account',
    },
    { name: 'categories', path: page(`/api/v1/financial/account/${accountId}/category`), cost: 'page' },
    { name: 'buildings', path: page(`/api/v1/financial/company/${companyId}/building`), cost: 'page' },
  ];
};

const cashFlow = ({ companyId, buildingId, walletId }: Books): Question[] => {
  const base = `/api/v1/financial/company/${companyId}/cashflow`;
  const month = 'startDate=2026-11-01&endDate=2026-11-30';
  const half = 'startDate=2026-11-20&endDate=2027-05-20';
  return [
    {
      name: 'cash flow of half a year',
      path: `/api/v1/financial/cash-flows?companyId=${companyId}&${half}`,
      cost: 'account',
    },
    {
      name: 'cash flow of a building',
      path: `/api/v1/financial/cash-flows?companyId=${companyId}&buildingId=${buildingId}&${half}`,
      cost: 'account',
    },
    {
      name: 'cash flow of a wallet',
      path: `/api/v1/financial/cash-flows?companyId=${companyId}&bankId=${walletId}&${half}`,
      cost: 'account',
    },
    {
      name: 'cash flow of a wallet by month',
      path: `${base}/periods?${half}&group=MONTH&bankId=${walletId}`,
      cost: 'account',
    },
    { name: 'cash flow by month', path: `${base}/periods?${half}&group=MONTH`, cost: 'account' },
    { name: 'result of the month by building', path: `${base}/buildings?${month}`, cost: 'account' },
    { name: 'movements of a month', path: page(`${base}/movements?${month}`), cost: 'page' },
    {
      name: 'movements due in a week',
      path: `${base}/movements?startDate=2026-11-20&endDate=2026-11-27&type=DEBIT&state=FORECAST&size=6`,
      cost: 'page',
    },
    {
      name: 'movements of a building due in a week',
      path: `${base}/movements?startDate=2026-11-20&endDate=2026-11-27&type=DEBIT&state=FORECAST&size=6&buildingId=${buildingId}`,
      cost: 'page',
    },
    {
      name: 'movements of a wallet in a month',
      path: page(`${base}/movements?${month}&bankId=${walletId}`),
      cost: 'page',
    },
    {
      name: 'balance of the company',
      path: `/api/v1/financial/balances?companyId=${companyId}&endDate=2026-11-20`,
      cost: 'account',
    },
    { name: 'forecasts by category', path: `${base}/forecast/category/debit/amount`, cost: 'account' },
    { name: 'forecasts by supplier', path: `${base}/forecast/partner/supplier/debit/amount`, cost: 'account' },
    {
      name: 'forecasts of a building',
      path: `${base}/forecast/building/${buildingId}/category/debit/amount`,
      cost: 'account',
    },
  ];
};

const stageCosts = ({ companyId, buildingId }: Books): Question[] => {
  const base = '/api/v1/engineering';
  const date = 'date=2026-11-20';
  const question = (name: string, path: string): Question => ({ name, path: `${base}/${path}`, cost: 'matches' });
  return [
    question('costs of a building', `estimated-vs-actual?buildingId=${buildingId}&${date}`),
    question('costs of all buildings', `companies/${companyId}/estimated-vs-actual?${date}`),
    question('costs by stage', `companies/${companyId}/buildings/${buildingId}/appropriations/overview?${date}`),
  ];
};

/** Every list and figure of the screens, with all sort orders and filters. */
export const questionsOf = (books: Books): Question[] => [
  ...transactionQuestions(books),
  ...installments(books),
  ...wallets(books),
  ...partners(books),
  ...cashFlow(books),
  ...stageCosts(books),
];
