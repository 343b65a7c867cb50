import type { ViewedList } from '#domain/savedViews.ts';

const FORMS = '/home/forms';

/** The lists that keep views, by the path of their screen. */
export const LIST_PATHS: Record<ViewedList, string> = {
  EXPENSES: `${FORMS}/transactions/outcome`,
  EXPENSE_INSTALLMENTS: `${FORMS}/transactions/debit-installments`,
  INCOME: `${FORMS}/transactions/income`,
  INCOME_INSTALLMENTS: `${FORMS}/transactions/credit-installments`,
  RETENTIONS: `${FORMS}/transactions/retentions`,
  SUPPLIERS: `${FORMS}/supplier`,
  CUSTOMERS: `${FORMS}/customer`,
  BUILDINGS: `${FORMS}/engineering/building`,
  COMPANIES: `${FORMS}/settings/company`,
  USERS: `${FORMS}/settings/user`,
  PRODUCTS: `${FORMS}/product`,
  COMPOSITIONS: `${FORMS}/task`,
  COST_ESTIMATES: `${FORMS}/engineering/cost-estimate`,
  MEASUREMENTS: `${FORMS}/engineering/measurements`,
  ORDERS: `${FORMS}/purchase/orders-and-receipts`,
  QUOTES: `${FORMS}/purchase/quotes`,
  BRANDS: `${FORMS}/product-brand`,
  UNITS: `${FORMS}/product-unit`,
  PRODUCT_TYPES: `${FORMS}/product-type`,
  PRODUCT_TABLES: `${FORMS}/product-table`,
};

const byPath = new Map(Object.entries(LIST_PATHS).map(([list, path]) => [path, list as ViewedList]));

/** The list whose screen is at a path; undefined where none is. */
export const listAt = (pathname: string): ViewedList | undefined => byPath.get(pathname.replace(/\/+$/, ''));
