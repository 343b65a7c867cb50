import { broadcasts } from './assistant/broadcasts.ts';
import { conversation } from './assistant/conversation.ts';
import { live } from './assistant/live.ts';
import { messages } from './assistant/messages.ts';
import { assistantPreferences } from './assistant/preferences.ts';
import { estimateAmendments } from './engineering/costEstimates/amendments.ts';
import { clientWorkbook } from './engineering/costEstimates/clientWorkbook.ts';
import { costEstimates } from './engineering/costEstimates/costEstimates.ts';
import { estimateStates } from './engineering/costEstimates/states.ts';
import { costBreakdown } from './engineering/costBreakdown.ts';
import { estimatedVsActual } from './engineering/estimatedVsActual.ts';
import { purchaseOverview } from './engineering/purchaseOverview.ts';
import { imports } from './engineering/imports.ts';
import { jobs } from './engineering/jobs.ts';
import { measurements } from './engineering/measurements.ts';
import { scheduleBaselines } from './engineering/baselines.ts';
import { schedules } from './engineering/schedules.ts';
import { tasks } from './engineering/tasks/tasks.ts';
import { buildings } from './financial/buildings.ts';
import { cashFlows } from './financial/cashFlows.ts';
import { financialStatement } from './financial/financialStatement.ts';
import { fiscalDocuments } from './financial/fiscalDocuments.ts';
import { retentions } from './financial/retentions.ts';
import { categories } from './financial/categories.ts';
import { companies } from './financial/companies.ts';
import { bulkChanges } from './financial/transactions/bulk.ts';
import { classification } from './financial/classification.ts';
import { installments } from './financial/installments.ts';
import { listColumns } from './lists/listColumns.ts';
import { savedViews } from './lists/savedViews.ts';
import { reports } from './reports/reports.ts';
import { reportSchedules } from './reports/schedules.ts';
import { monthClosing } from './financial/monthClosing.ts';
import { partners } from './financial/partners.ts';
import { bills } from './financial/bills.ts';
import { deletedTransactions } from './financial/transactions/deleted.ts';
import { buildingParts } from './financial/transactions/byBuilding.ts';
import { transactionComments } from './financial/transactions/comments.ts';
import { transactionMutations } from './financial/transactions/mutations.ts';
import { transactions } from './financial/transactions/transactions.ts';
import { bankStatements } from './financial/bankStatements.ts';
import { reconciliation } from './financial/reconciliation.ts';
import { paymentCodes } from './financial/paymentCodes.ts';
import { transactionModels } from './financial/transactionModels.ts';
import { transfers } from './financial/transfers.ts';
import { wallets } from './financial/wallets.ts';
import type { Resolvers } from './generated/resolvers.ts';
import { location } from './location/location.ts';
import { scalars } from './platform/scalars.ts';
import { brands } from './purchase/brands.ts';
import { productGroups } from './purchase/productGroups.ts';
import { merging } from './purchase/merging.ts';
import { orders } from './purchase/orders.ts';
import { purchases } from './purchase/purchases.ts';
import { quotes } from './purchase/quotes.ts';
import { orderLimits } from './purchase/orderLimits.ts';
import { purchaseSettings } from './purchase/settings.ts';
import { products } from './purchase/products.ts';
import { productTables } from './purchase/productTables.ts';
import { productTypes } from './purchase/productTypes.ts';
import { units } from './purchase/units.ts';
import { privacy } from './security/privacy/privacy.ts';
import { apiTokens } from './security/apiTokens.ts';
import { webhooks } from './security/webhooks.ts';
import { ownAccess } from './security/ownAccess.ts';
import { passkeys } from './security/passkeys.ts';
import { organizations } from './security/organizations.ts';
import { permissionTemplates } from './security/permissionTemplates.ts';
import { demonstration } from './security/demonstration.ts';
import { firstSteps } from './security/firstSteps.ts';
import { session } from './security/session.ts';
import { users } from './security/users.ts';

/** Resolvers of all features; a new feature adds a line. */
export const resolvers: Resolvers[] = [
  scalars,
  demonstration,
  firstSteps,
  session,
  privacy,
  ownAccess,
  passkeys,
  organizations,
  permissionTemplates,
  apiTokens,
  webhooks,
  assistantPreferences,
  broadcasts,
  users,
  companies,
  buildings,
  categories,
  partners,
  wallets,
  transfers,
  bankStatements,
  reconciliation,
  paymentCodes,
  transactionModels,
  fiscalDocuments,
  transactions,
  buildingParts,
  transactionComments,
  bills,
  transactionMutations,
  deletedTransactions,
  classification,
  bulkChanges,
  installments,
  cashFlows,
  financialStatement,
  retentions,
  monthClosing,
  reports,
  reportSchedules,
  savedViews,
  listColumns,
  costEstimates,
  estimateAmendments,
  clientWorkbook,
  estimateStates,
  estimatedVsActual,
  costBreakdown,
  purchaseOverview,
  imports,
  jobs,
  tasks,
  schedules,
  measurements,
  scheduleBaselines,
  purchases,
  brands,
  units,
  productTypes,
  productTables,
  productGroups,
  merging,
  orders,
  quotes,
  orderLimits,
  purchaseSettings,
  products,
  location,
  messages,
  live,
  conversation,
];
