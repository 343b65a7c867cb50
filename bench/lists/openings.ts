import type { Catalogue } from '../catalogue/seed.ts';
import type { Bought } from '../purchases/bought.ts';
import type { Books } from '../support/books.ts';
import type { Question, QuestionPlan } from '../support/questions.ts';

/** The call by which a screen opens its list, and the index that has the rows of its page one after the other. */
export interface Opening extends Question {
  index: string;
  /** How many tables the answer reads once to count or to sum up all rows, which nothing keeps. */
  counted: number;
}

const PAGE = 50;
/** Rows that one of a page may have: its installments, shares and names. */
const MOST_ROWS = 20;
const MOST_SORTED = 4;

const opening = (name: string, index: string, path: string, counted = 0): Opening => ({
  ...{ name, index, counted, cost: 'page' },
  path: `${path}${path.includes('?') ? '&' : '?'}page=0&size=${PAGE}`,
});

/** Lists of the books. */
export const openingsOf = ({ accountId, companyId }: Books): Opening[] => {
  const company = `/api/v1/financial/company/${companyId}`;
  const first = 'sort=settled,dueDate';
  const partners = `/api/v1/financial/account/${accountId}/partner`;
  return [
    opening('expenses', 'transactions_open_first', `${company}/debit/summaries?${first}&totals=true`),
    opening('income', 'transactions_open_first', `${company}/credit/summaries?${first}&totals=true`),
    opening('installments to pay', 'installments_open_first', `${company}/debit/installments?${first}`),
    opening('installments to receive', 'installments_open_first', `${company}/credit/installments?${first}`),
    opening('suppliers', 'partners_name', `${partners}/supplier?sort=name&active=true`),
    opening('customers', 'partners_name', `${partners}/customer?sort=name&active=true`),
  ];
};

/** Lists of purchases and of the catalogue. */
export const purchaseOpeningsOf = ({ accountId, companyId, tableId }: Bought & Catalogue): Opening[] => {
  const purchases = `/api/v1/purchase/company/${companyId}`;
  const products = `/api/v1/purchase/account/${accountId}/product?active=true&productTable=${tableId}&sort=name`;
  return [
    opening('orders', 'orders_list', `${purchases}/order`, 1),
    opening('quotes', 'quotes_list', `${purchases}/quote`, 1),
    opening('purchases', 'order_deliveries_received', `${purchases}/purchases?sort=date:desc`, 4),
    opening('products', 'product_definitions_names', products),
    opening('tasks', 'task_definitions_code', '/api/v1/engineering/tasks?sort=code&active=true'),
  ];
};

/** What is wrong with the plan of an opening of a list of so many rows; nothing where it reads its page by its index. */
export const faultsOf = ({ index, counted }: Opening, plan: QuestionPlan, all: number): string[] => {
  const most = MOST_ROWS * PAGE + counted * all * 1.1;
  return [
    ...(plan.indexes.includes(index) ? [] : [`does not walk ${index}, but ${plan.indexes.join(', ')}`]),
    ...(plan.sorted > MOST_SORTED * PAGE ? [`puts ${Math.round(plan.sorted)} rows in order`] : []),
    // A plan for all values that does not know how long a page is sorts a large account, though not yet a small one.
    ...(plan.cut > PAGE ? [`is planned for ${plan.cut} rows`] : []),
    ...(plan.rows > most ? [`reads ${Math.round(plan.rows)} rows, of at most ${Math.round(most)}`] : []),
    ...(counted === 0 && plan.scanned.length > 0 ? [`reads ${plan.scanned.join(', ')} from end to end`] : []),
  ];
};
