import { PERMISSIONS } from '#domain/permissions.ts';
import type { ViewedList } from '#domain/savedViews.ts';
import { admin, anyOf, type Access } from '../platform/access.ts';

const expenses = anyOf('DEBIT');
const income = anyOf('CREDIT');
const partners = anyOf(...PERMISSIONS);
const engineering = anyOf('ENGINEERING');
const purchase = anyOf('PURCHASE');
const inputs = anyOf('PURCHASE', 'ENGINEERING');

/** Who may open each list (§6): the rule of its screen, so that nobody learns the views of a list that is closed to them. */
export const LIST_ACCESS: Record<ViewedList, Access> = {
  EXPENSES: expenses,
  EXPENSE_INSTALLMENTS: expenses,
  INCOME: income,
  INCOME_INSTALLMENTS: income,
  RETENTIONS: expenses,
  SUPPLIERS: partners,
  CUSTOMERS: partners,
  BUILDINGS: engineering,
  COMPANIES: admin,
  USERS: admin,
  PRODUCTS: inputs,
  COMPOSITIONS: inputs,
  COST_ESTIMATES: engineering,
  MEASUREMENTS: engineering,
  ORDERS: purchase,
  QUOTES: purchase,
  BRANDS: inputs,
  UNITS: inputs,
  PRODUCT_TYPES: inputs,
  PRODUCT_TABLES: inputs,
};
