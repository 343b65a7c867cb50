import { csvEndpoint, type CsvDataset } from './dataset.ts';
import { expenses, income } from './documents.ts';
import { expenseInstallments, incomeInstallments } from './installments.ts';
import { orders, purchases } from './purchases.ts';
import { buildings, categories, customers, suppliers, transfers, wallets } from './registers.ts';
import { expenseShares, incomeShares } from './shares.ts';
import { estimatedVsActual } from './stages.ts';

/** All datasets, in the order of the guide. */
export const CSV_DATASETS: readonly CsvDataset[] = [
  ...[expenses, income, expenseInstallments, incomeInstallments, expenseShares, incomeShares],
  ...[wallets, transfers, suppliers, customers, categories, buildings],
  ...[orders, purchases, estimatedVsActual],
];

/** Each is asked by the rule of its list (services/policy.ts). */
export const csvEndpoints = {
  expenses: csvEndpoint(expenses),
  income: csvEndpoint(income),
  expenseInstallments: csvEndpoint(expenseInstallments),
  incomeInstallments: csvEndpoint(incomeInstallments),
  expenseShares: csvEndpoint(expenseShares),
  incomeShares: csvEndpoint(incomeShares),
  wallets: csvEndpoint(wallets),
  transfers: csvEndpoint(transfers),
  suppliers: csvEndpoint(suppliers),
  customers: csvEndpoint(customers),
  categories: csvEndpoint(categories),
  buildings: csvEndpoint(buildings),
  orders: csvEndpoint(orders),
  purchases: csvEndpoint(purchases),
  estimatedVsActual: csvEndpoint(estimatedVsActual),
};
