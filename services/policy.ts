import { PERMISSIONS } from '#domain/permissions.ts';
import { jobEndpoints } from '#schema/engineering/jobs.rest.ts';
import { costBreakdownEndpoints } from '#schema/engineering/costBreakdown/costBreakdown.rest.ts';
import { estimatedVsActualEndpoints } from '#schema/engineering/estimatedVsActual.rest.ts';
import { importEndpoints } from '#schema/engineering/imports/imports.rest.ts';
import { ownImportEndpoints } from '#schema/engineering/imports/ownImports.rest.ts';
import { amendmentEndpoints } from '#schema/engineering/costEstimates/amendments.rest.ts';
import { costEstimateEndpoints } from '#schema/engineering/costEstimates/endpoints.ts';
import { clientWorkbookEndpoints } from '#schema/engineering/costEstimates/clientWorkbook.rest.ts';
import { purchaseOverviewEndpoints } from '#schema/engineering/purchaseOverview/purchaseOverview.rest.ts';
import { priceEndpoints } from '#schema/engineering/costEstimates/prices.rest.ts';
import { revisionEndpoints } from '#schema/engineering/costEstimates/revisions.rest.ts';
import { measurementEndpoints } from '#schema/engineering/measurements/endpoints.ts';
import { baselineEndpoints } from '#schema/engineering/schedules/baselines.rest.ts';
import { scheduleFileEndpoints } from '#schema/engineering/schedules/files.rest.ts';
import { scheduleEndpoints } from '#schema/engineering/schedules/schedules.rest.ts';
import { taskEndpoints } from '#schema/engineering/tasks/tasks.rest.ts';
import { billEndpoints, receivableEndpoints } from '#schema/financial/bills/bills.rest.ts';
import { buildingEndpoints } from '#schema/financial/buildings.rest.ts';
import { categoryEndpoints, statementLinesEndpoint } from '#schema/financial/categories.rest.ts';
import { companyEndpoints } from '#schema/financial/companies.rest.ts';
import { mentionEndpoints } from '#schema/financial/transactions/comments.rest.ts';
import { partnerEndpoints } from '#schema/financial/partners.rest.ts';
import { bankStatementEndpoints } from '#schema/financial/bankStatements/bankStatements.rest.ts';
import { reconciliationEndpoints } from '#schema/financial/reconciliation/reconciliation.rest.ts';
import { fiscalDocumentEndpoints } from '#schema/financial/fiscalDocuments/fiscalDocuments.rest.ts';
import { paymentCodeEndpoints } from '#schema/financial/paymentCodes/paymentCodes.rest.ts';
import { transactionModelEndpoints } from '#schema/financial/transactionModels/endpoints.ts';
import { retentionEndpoints } from '#schema/financial/retentions/retentions.rest.ts';
import { retentionRuleEndpoints } from '#schema/financial/retentions/rules.rest.ts';
import { financialStatementEndpoints } from '#schema/financial/financialStatement/financialStatement.rest.ts';
import { monthClosingEndpoints } from '#schema/financial/monthClosing/monthClosing.rest.ts';
import { listPrintEndpoints } from '#schema/lists/print.rest.ts';
import { listColumnEndpoints } from '#schema/lists/listColumns.rest.ts';
import { savedViewEndpoints } from '#schema/lists/savedViews.rest.ts';
import { reportEndpoints } from '#schema/reports/reports.rest.ts';
import { reportScheduleEndpoints } from '#schema/reports/schedules.rest.ts';
import { walletEndpoints } from '#schema/financial/wallets.rest.ts';
import type { Endpoint } from '#schema/platform/endpoint.ts';
import { brandEndpoints } from '#schema/purchase/brands.rest.ts';
import { orderInvoiceEndpoints } from '#schema/purchase/invoices/invoices.rest.ts';
import { purchaseEndpoints } from '#schema/purchase/purchases.rest.ts';
import { orderLimitEndpoints } from '#schema/purchase/orderLimits.rest.ts';
import { purchaseSettingsEndpoints } from '#schema/purchase/settings.rest.ts';
import { deliveryFileEndpoints } from '#schema/purchase/orders/deliveryFiles.rest.ts';
import { orderEndpoints } from '#schema/purchase/orders/endpoints.ts';
import { orderConfirmationEndpoints, orderDispatchEndpoints } from '#schema/purchase/orders/dispatch.rest.ts';
import { orderReturnEndpoints } from '#schema/purchase/orders/returns.rest.ts';
import { orderStagesEndpoint } from '#schema/purchase/orders/orderStages.rest.ts';
import { quoteEndpoints, quoteFileEndpoints, quoteSendingEndpoints } from '#schema/purchase/quotes/endpoints.ts';
import { quoteRequestEndpoints } from '#schema/purchase/quotes/quoteRequest.rest.ts';
import { mergingEndpoints } from '#schema/purchase/merging.rest.ts';
import { productGroupEndpoints } from '#schema/purchase/productGroups.rest.ts';
import { productEndpoints } from '#schema/purchase/products.rest.ts';
import { productTableEndpoints } from '#schema/purchase/productTables.rest.ts';
import { productTypeEndpoints } from '#schema/purchase/productTypes.rest.ts';
import { unitEndpoints } from '#schema/purchase/units.rest.ts';
import { broadcastEndpoints } from '#schema/assistant/broadcasts.rest.ts';
import { preferenceEndpoints } from '#schema/assistant/preferences.rest.ts';
import { apiTokenEndpoints } from '#schema/security/apiTokens.rest.ts';
import { ownAccessEndpoints } from '#schema/security/ownAccess.rest.ts';
import { organizationEndpoints } from '#schema/security/organizations.rest.ts';
import { permissionTemplateEndpoints } from '#schema/security/permissionTemplates.rest.ts';
import { passkeyEndpoints } from '#schema/security/passkeys.rest.ts';
import { userEndpoints } from '#schema/security/users.rest.ts';
import { webhookEndpoints } from '#schema/security/webhooks.rest.ts';
import {
  admin,
  allOf,
  anyOf,
  authenticated,
  everyone,
  settingUp,
  type Access,
  type Policy,
} from './platform/access.ts';

/** The domains that one process may serve together, or several each on its own (PRUMO_DOMAINS). */
export const DOMAINS = ['security', 'financial', 'purchase', 'engineering', 'location', 'assistant'] as const;
export type Domain = (typeof DOMAINS)[number];

/** PRUMO_DOMAINS=security,financial: what this process serves; all of them when it is not set. Throws for an unknown name. */
export const domainsFromEnvironment = (environment: Record<string, string | undefined>): readonly Domain[] => {
  const names = (environment['PRUMO_DOMAINS'] ?? '').split(',').filter((name) => name.trim() !== '');
  if (names.length === 0) return DOMAINS;
  return names.map((name) => {
    const domain = DOMAINS.find((known) => known === name.trim());
    if (!domain) throw new Error(`PRUMO_DOMAINS: "${name.trim()}" não é um domínio: informe ${DOMAINS.join(', ')}.`);
    return domain;
  });
};

/**
 * Any permission in any company: data of the whole account is for users who work in it. A user without permissions reads
 * no CPF, telephone or address.
 */
const anyGrant = anyOf(...PERMISSIONS);

/** What is bought and built with concerns both (mocks 23, 24). */
const purchaseOrEngineering = anyOf('PURCHASE', 'ENGINEERING');

/**
 * Policy of a register's endpoints: `reading` for GET calls, `writing` for the others. A line below it overrides a call.
 */
const register = (endpoints: Record<string, Endpoint>, reading: Access, writing: Access): Policy =>
  Object.fromEntries(
    Object.values(endpoints).map(({ method, path }) => [`${method} ${path}`, method === 'GET' ? reading : writing]),
  );

/** Income and expense answer the same calls (§7); each needs its own permission (§6). */
const transactions = (path: string, access: Access): Policy => ({
  [`GET ${path}`]: access,
  [`GET ${path}/summaries`]: access,
  [`GET ${path}/totals`]: access,
  [`GET ${path}/by-building`]: access,
  [`GET ${path}/period`]: access,
  [`GET ${path}/building/:buildingId`]: access,
  [`GET ${path}/building/:buildingId/period`]: access,
  [`GET ${path}/transaction-record`]: access,
  [`GET ${path}/installments`]: access,
  [`GET ${path}/installments/totals`]: access,
  [`GET ${path}/installments/groups`]: access,
  [`GET ${path}/installments/by-building`]: access,
  [`POST ${path}/installments/payments`]: access,
  [`POST ${path}/installments/payments/undo`]: access,
  [`POST ${path}/installments/due-dates`]: access,
  [`POST ${path}/changes`]: access,
  [`POST ${path}/removals`]: access,
  [`GET ${path}/duplicates`]: access,
  [`GET ${path}/:id`]: access,
  [`POST ${path}`]: access,
  [`PUT ${path}`]: access,
  [`DELETE ${path}/:id`]: access,
  [`GET ${path}/deleted`]: access,
  [`POST ${path}/deleted/:id/restore`]: access,
  [`DELETE ${path}/deleted/:id`]: admin,
  [`DELETE ${path}/deleted`]: admin,
  [`POST ${path}/:id/installment/:installmentId/payment`]: access,
  [`DELETE ${path}/:id/installment/:installmentId/payment`]: access,
  [`GET ${path}/:id/installment/:installmentId/receipt`]: access,
  [`POST ${path}/:id/attachments`]: access,
  [`GET ${path}/:id/attachments/:attachmentId`]: access,
  [`DELETE ${path}/:id/attachments/:attachmentId`]: access,
  [`GET ${path}/:id/history`]: access,
  [`GET ${path}/:id/comments`]: access,
  [`GET ${path}/:id/mentionable`]: access,
  [`POST ${path}/:id/comments`]: access,
  [`PUT ${path}/:id/comments/:commentId`]: access,
  [`DELETE ${path}/:id/comments/:commentId`]: access,
});

/** Cash flow is for admins (§6); a wallet's own balance and statement are its users', below. */
const cashFlow = (path: string): Policy => ({
  [`GET ${path}/periods`]: admin,
  [`GET ${path}/buildings`]: admin,
  [`GET ${path}/movements`]: admin,
  [`GET ${path}/paid/bank/balance`]: admin,
  [`GET ${path}/forecast/bank/balance`]: admin,
  ...Object.fromEntries(
    ['forecast', 'forecast/building/:buildingId'].flatMap((part) =>
      ['category/credit', 'category/debit', 'partner/customer/credit', 'partner/supplier/debit'].map((whose) => [
        `GET ${path}/${part}/${whose}/amount`,
        admin,
      ]),
    ),
  ),
});

/** Datasets for spreadsheets and BI: each has the rule of the list with its rows (docs/decisions/0092). */
const csvDatasets = (path: string): Policy => ({
  [`GET ${path}/expenses`]: anyOf('DEBIT'),
  [`GET ${path}/expense-installments`]: anyOf('DEBIT'),
  [`GET ${path}/expense-shares`]: anyOf('DEBIT'),
  [`GET ${path}/income`]: anyOf('CREDIT'),
  [`GET ${path}/income-installments`]: anyOf('CREDIT'),
  [`GET ${path}/income-shares`]: anyOf('CREDIT'),
  [`GET ${path}/wallets`]: anyOf('DEBIT', 'CREDIT'),
  [`GET ${path}/transfers`]: allOf('DEBIT', 'CREDIT'),
  [`GET ${path}/suppliers`]: anyGrant,
  [`GET ${path}/customers`]: anyGrant,
  [`GET ${path}/categories`]: anyGrant,
  [`GET ${path}/buildings`]: authenticated,
  [`GET ${path}/orders`]: anyOf('PURCHASE'),
  [`GET ${path}/purchases`]: anyOf('PURCHASE'),
  [`GET ${path}/estimated-vs-actual`]: anyOf('ENGINEERING'),
});

/** SCIM, whose contract is RFC 7644: its routes have no endpoint objects. */
const provisioned = (access: Access): Policy => {
  const read = ['ServiceProviderConfig', 'ResourceTypes', 'ResourceTypes/:id', 'Schemas', 'Schemas/:id'];
  const rows = ['Users', 'Groups'].flatMap((name) => [
    ...[`GET /scim/v2/${name}`, `POST /scim/v2/${name}`],
    ...['GET', 'PUT', 'PATCH', 'DELETE'].map((method) => `${method} /scim/v2/${name}/:id`),
  ]);
  return Object.fromEntries([...read.map((path) => `GET /scim/v2/${path}`), ...rows].map((key) => [key, access]));
};

/**
 * Permissions of all routes (§6). The services do not start when a route has no line here, or a line has no route. A
 * rule admits the request; each feature filters its rows by the grants on their buildings (domain.md §2).
 */
export const policy: Record<Domain | 'platform', Policy> = {
  platform: {
    'GET /api/v1/openapi.json': everyone,
    'GET /healthz': everyone,
    'GET /readyz': everyone,
  },
  security: {
    'POST /oauth/token': everyone,
    'DELETE /api/v1/security/token': settingUp,
    'GET /api/v1/security/session': settingUp,
    'POST /api/v1/security/reauthentication': settingUp,
    ...register(ownAccessEndpoints, authenticated, authenticated),
    'GET /api/v1/security/profile': settingUp,
    'POST /api/v1/security/totp': settingUp,
    'POST /api/v1/security/totp/confirmation': settingUp,
    ...register(passkeyEndpoints, authenticated, authenticated),
    'POST /api/v1/security/passkeys': settingUp,
    'POST /api/v1/security/passkeys/creation': settingUp,
    'POST /api/v1/security/passkey-login': everyone,
    ...register(organizationEndpoints, admin, admin),
    'GET /api/v1/security/login-status': everyone,
    'GET /api/v1/security/organizations': everyone,
    'GET /api/v1/security/sso/start': everyone,
    // The cookie and the state are the key.
    'GET /callback/prumoid': everyone,
    // An organization's own token is the key, and its account all that it opens.
    ...provisioned(everyone),
    ...register(permissionTemplateEndpoints, admin, admin),
    ...register(apiTokenEndpoints, admin, admin),
    ...register(webhookEndpoints, admin, admin),
    'POST /api/v1/security/accounts': everyone,
    'POST /api/v1/security/account-drafts': everyone,
    'GET /api/v1/security/account-drafts': everyone,
    'POST /api/v1/security/account-drafts/resume': everyone,
    'GET /api/v1/security/first-steps': authenticated,
    'GET /api/v1/security/demonstration': admin,
    'DELETE /api/v1/security/demonstration': admin,
    'GET /api/v1/security/first-password/confirm': everyone,
    'POST /api/v1/security/first-password/change': everyone,
    'POST /api/v1/security/recover-password': everyone,
    'GET /api/v1/security/recover-password/confirm': everyone,
    'POST /api/v1/security/recover-password/change': everyone,
    'GET /api/v1/security/user/confirm': everyone,
    'POST /api/v1/security/user/confirm': everyone,
    'GET /api/v1/security/my-data': authenticated,
    'POST /api/v1/security/my-data/export': authenticated,
    'GET /api/v1/security/my-data/exports/:id/file': authenticated,
    'GET /api/v1/security/anonymisations': admin,
    // One's own, or as an administrator.
    'POST /api/v1/security/anonymisations': authenticated,
    'POST /api/v1/security/anonymisations/:id/decision': authenticated,
    'GET /api/v1/security/data-views': admin,
    'GET /api/v1/security/data-retention': admin,
    'PUT /api/v1/security/data-retention': admin,
    // To anybody else it would tell which addresses have a login in the account.
    'GET /api/v1/security/user/check-email/:email': admin,
  },
  financial: {
    ...transactions('/api/v1/financial/company/:companyId/debit', anyOf('DEBIT')),
    ...register(billEndpoints, anyOf('DEBIT'), anyOf('DEBIT')),
    ...transactions('/api/v1/financial/company/:companyId/credit', anyOf('CREDIT')),
    ...register(receivableEndpoints, anyOf('CREDIT'), anyOf('CREDIT')),
    'POST /api/v1/financial/company/:companyId/debit/classifications': anyOf('DEBIT'),
    ...register(paymentCodeEndpoints, anyOf('DEBIT'), anyOf('DEBIT')),
    ...register(companyEndpoints, authenticated, admin),
    ...register(userEndpoints, admin, admin),
    ...register(buildingEndpoints, authenticated, anyOf('ENGINEERING')),
    ...register(categoryEndpoints, anyGrant, anyOf('DEBIT', 'CREDIT')),
    ...register({ statementLinesEndpoint }, anyGrant, anyOf('DEBIT', 'CREDIT')),
    ...register(mentionEndpoints, anyOf('DEBIT', 'CREDIT'), anyOf('DEBIT', 'CREDIT')),
    ...register(partnerEndpoints, anyGrant, anyGrant),
    'GET /api/v1/financial/company/:companyId/partner-balances': authenticated,
    'GET /api/v1/financial/company/:companyId/partner-totals': authenticated,
    ...register(walletEndpoints, anyOf('DEBIT', 'CREDIT'), allOf('DEBIT', 'CREDIT')),
    'GET /api/v1/financial/company/:companyId/wallets-summary': allOf('DEBIT', 'CREDIT'),
    'GET /api/v1/financial/company/:companyId/cashflow/paid/bank/:bankId/balance': allOf('DEBIT', 'CREDIT'),
    'GET /api/v1/financial/company/:companyId/cashflow/paid/bank/:bankId/statement': allOf('DEBIT', 'CREDIT'),
    ...register(bankStatementEndpoints, allOf('DEBIT', 'CREDIT'), allOf('DEBIT', 'CREDIT')),
    ...register(reconciliationEndpoints, allOf('DEBIT', 'CREDIT'), allOf('DEBIT', 'CREDIT')),
    'GET /api/v1/financial/reconciliation-settings': anyOf('DEBIT', 'CREDIT'),
    'PUT /api/v1/financial/reconciliation-settings': admin,
    ...register(fiscalDocumentEndpoints, anyOf('DEBIT'), anyOf('DEBIT')),
    ...register(retentionEndpoints, anyOf('DEBIT'), anyOf('DEBIT')),
    ...register(retentionRuleEndpoints, anyOf('DEBIT'), admin),
    ...register(transactionModelEndpoints, allOf('DEBIT', 'CREDIT'), allOf('DEBIT', 'CREDIT')),
    'GET /api/v1/financial/companies/:companyId/transfers': allOf('DEBIT', 'CREDIT'),
    'POST /api/v1/financial/companies/:companyId/transfers': allOf('DEBIT', 'CREDIT'),
    'DELETE /api/v1/financial/companies/:companyId/transfers/:id': allOf('DEBIT', 'CREDIT'),
    ...cashFlow('/api/v1/financial/company/:companyId/cashflow'),
    ...register(financialStatementEndpoints, admin, admin),
    ...register(monthClosingEndpoints, admin, admin),
    // Each report has a rule of its own (`access` of its description).
    ...register(reportEndpoints, authenticated, authenticated),
    ...register(reportScheduleEndpoints, authenticated, authenticated),
    // Each list has the rule of its screen (services/lists/access.ts).
    ...register(savedViewEndpoints, authenticated, authenticated),
    // What is printed was read by the list's own call; this gives the letterhead of the company.
    ...register(listPrintEndpoints, anyOf(...PERMISSIONS), anyOf(...PERMISSIONS)),
    // One's own.
    ...register(listColumnEndpoints, authenticated, authenticated),
    ...csvDatasets('/api/v1/csv/company/:companyId'),
    'GET /api/v1/financial/balances': admin,
    'GET /api/v1/financial/cash-flows': admin,
  },
  purchase: {
    ...register(brandEndpoints, anyGrant, anyOf('PURCHASE', 'ENGINEERING')),
    ...register(unitEndpoints, anyGrant, anyOf('PURCHASE', 'ENGINEERING')),
    ...register(productTypeEndpoints, purchaseOrEngineering, anyOf('PURCHASE')),
    ...register(productGroupEndpoints, purchaseOrEngineering, anyOf('PURCHASE')),
    ...register(productEndpoints, purchaseOrEngineering, anyOf('PURCHASE')),
    ...register(mergingEndpoints, purchaseOrEngineering, anyOf('PURCHASE')),
    // It tells what a merge would do, and changes nothing.
    'POST /api/v1/purchase/account/:accountId/product-merges/preview': purchaseOrEngineering,
    ...register(orderEndpoints, anyOf('PURCHASE'), anyOf('PURCHASE')),
    ...register(deliveryFileEndpoints, anyOf('PURCHASE'), anyOf('PURCHASE')),
    ...register(orderReturnEndpoints, anyOf('PURCHASE'), anyOf('PURCHASE')),
    ...register({ orderStagesEndpoint }, anyOf('PURCHASE'), anyOf('PURCHASE')),
    ...register(orderDispatchEndpoints, anyOf('PURCHASE'), anyOf('PURCHASE')),
    // Pages of suppliers: their link is the key.
    ...register(orderConfirmationEndpoints, everyone, everyone),
    ...register(quoteRequestEndpoints, everyone, everyone),
    ...register(quoteEndpoints, anyOf('PURCHASE'), anyOf('PURCHASE')),
    ...register(quoteSendingEndpoints, anyOf('PURCHASE'), anyOf('PURCHASE')),
    ...register(quoteFileEndpoints, anyOf('PURCHASE'), anyOf('PURCHASE')),
    ...register(orderInvoiceEndpoints, anyOf('PURCHASE'), anyOf('PURCHASE')),
    ...register(purchaseSettingsEndpoints, anyOf('PURCHASE'), admin),
    ...register(orderLimitEndpoints, admin, admin),
    ...register(purchaseEndpoints, anyOf('PURCHASE'), anyOf('PURCHASE')),
    ...register(productTableEndpoints, purchaseOrEngineering, purchaseOrEngineering),
  },
  engineering: {
    'GET /api/v1/engineering/companies/:companyId/buildings/:id/groups': authenticated,
    ...register(estimatedVsActualEndpoints, anyOf('ENGINEERING'), anyOf('ENGINEERING')),
    ...register(costBreakdownEndpoints, anyOf('DEBIT', 'ENGINEERING'), anyOf('DEBIT', 'ENGINEERING')),
    'GET /api/v1/engineering/companies/:companyId/groups': authenticated,
    ...register(purchaseOverviewEndpoints, anyOf('PURCHASE'), anyOf('PURCHASE')),
    ...register(scheduleEndpoints, anyOf('ENGINEERING'), anyOf('ENGINEERING')),
    ...register(measurementEndpoints, anyOf('ENGINEERING'), anyOf('ENGINEERING')),
    'GET /api/v1/engineering/measurements/:measurementId/bulletin-state': anyOf('ENGINEERING'),
    'GET /api/v1/engineering/bulletins/:code': everyone,
    ...register(scheduleFileEndpoints, anyOf('ENGINEERING'), anyOf('ENGINEERING')),
    ...register(baselineEndpoints, anyOf('ENGINEERING'), anyOf('ENGINEERING')),
    // Jobs of every kind; each is seen and cancelled by those who have its own permission.
    ...register(jobEndpoints, anyGrant, anyGrant),
    ...register(importEndpoints, anyOf('ENGINEERING'), anyOf('ENGINEERING')),
    ...register(ownImportEndpoints, purchaseOrEngineering, anyOf('ENGINEERING')),
    'POST /api/v1/engineering/cost-databases/:id/resources': purchaseOrEngineering,
    ...register(taskEndpoints, anyOf('PURCHASE', 'ENGINEERING'), anyOf('ENGINEERING')),
    ...register(costEstimateEndpoints, anyOf('ENGINEERING'), anyOf('ENGINEERING')),
    ...register(priceEndpoints, anyOf('ENGINEERING'), anyOf('ENGINEERING')),
    ...register(revisionEndpoints, anyOf('ENGINEERING'), anyOf('ENGINEERING')),
    ...register(amendmentEndpoints, anyOf('ENGINEERING'), anyOf('ENGINEERING')),
    ...register(clientWorkbookEndpoints, anyOf('ENGINEERING'), anyOf('ENGINEERING')),
    // Beside products and tasks, which both permissions see; the rows are those of buildings with ENGINEERING.
    'GET /api/v1/engineering/products/:id/cost-estimates': purchaseOrEngineering,
    'GET /api/v1/engineering/tasks/:id/cost-estimates': purchaseOrEngineering,
  },
  location: {
    'GET /api/v1/location/cep/:cep': authenticated,
    'GET /api/v1/location/city': authenticated,
  },
  assistant: {
    'GET /api/v1/assistant/messages': authenticated,
    'GET /api/v1/assistant/stream': authenticated,
    'GET /api/v1/assistant/live': authenticated,
    'POST /api/v1/assistant/presence': authenticated,
    'POST /api/v1/assistant/broadcast/ack': authenticated,
    'POST /api/v1/assistant/broadcast/ack/:id': authenticated,
    'GET /api/v1/assistant/conversation/frame': authenticated,
    'POST /api/v1/assistant/conversation': authenticated,
    ...register(broadcastEndpoints, admin, admin),
    ...register(preferenceEndpoints, authenticated, authenticated),
  },
};
