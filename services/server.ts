import type { FastifyInstance } from 'fastify';
import { live } from './assistant/live/live.ts';
import { assistantBroadcasts } from './assistant/broadcasts.ts';
import { assistantMessages } from './assistant/messages.ts';
import { assistantPreferences } from './assistant/preferences.ts';
import { attachments } from './financial/attachments/attachments.ts';
import { bills } from './financial/bills/bills.ts';
import { deletedTransactions } from './financial/transactions/deleted/deleted.ts';
import { comments } from './financial/transactions/comments/comments.ts';
import { transactions } from './financial/transactions/transactions.ts';
import { costBreakdown } from './engineering/costBreakdown/costBreakdown.ts';
import { estimatedVsActual } from './engineering/estimatedVsActual/estimatedVsActual.ts';
import { imports } from './engineering/imports/imports.ts';
import { jobs } from './engineering/jobs.ts';
import { ownImports } from './engineering/ownImports/ownImports.ts';
import { amendments } from './engineering/amendments/amendments.ts';
import { clientWorkbook } from './engineering/costEstimates/clientWorkbook/clientWorkbook.ts';
import { costEstimates } from './engineering/costEstimates/costEstimates.ts';
import { estimateStates } from './engineering/costEstimates/states.ts';
import { measurements } from './engineering/measurements/measurements.ts';
import { baselines } from './engineering/schedules/baselines.ts';
import { scheduleFiles } from './engineering/schedules/scheduleFiles.ts';
import { purchaseOverview } from './engineering/purchaseOverview/purchaseOverview.ts';
import { schedules } from './engineering/schedules/schedules.ts';
import { stages } from './engineering/stages.ts';
import { tasks } from './engineering/tasks/tasks.ts';
import { buildings } from './financial/buildings.ts';
import { cashFlowPaths } from './financial/cashFlows/paths.ts';
import { cashFlows } from './financial/cashFlows/cashFlows.ts';
import { categories } from './financial/categories/categories.ts';
import { statementLines } from './financial/categories/statementLines.ts';
import { fiscalDocuments } from './financial/fiscalDocuments/fiscalDocuments.ts';
import { retentions } from './financial/retentions/report.ts';
import { retentionRules } from './financial/retentions/rules.ts';
import { financialStatement } from './financial/financialStatement/financialStatement.ts';
import { companies } from './financial/companies/companies.ts';
import { classification } from './financial/classification.ts';
import { bulkChanges } from './financial/transactions/bulk/bulk.ts';
import { installments } from './financial/installments/installments.ts';
import { monthClosing } from './financial/monthClosing/monthClosing.ts';
import { partners } from './financial/partners/partners.ts';
import { bankStatements } from './financial/bankStatements/bankStatements.ts';
import { reconciliation } from './financial/reconciliation/reconciliation.ts';
import { paymentCodes } from './financial/paymentCodes/paymentCodes.ts';
import { transactionModels } from './financial/transactionModels/transactionModels.ts';
import { transfers } from './financial/transfers.ts';
import { wallets } from './financial/wallets/wallets.ts';
import { addresses, type AddressSettings } from './location/addresses.ts';
import { cities } from './location/cities.ts';
import { brands } from './purchase/brands.ts';
import { orderInvoices } from './purchase/invoices/invoices.ts';
import { merging } from './purchase/merging/merging.ts';
import { deliveryFiles } from './purchase/orders/deliveryFiles.ts';
import { orderConfirmation } from './purchase/orderConfirmation/orderConfirmation.ts';
import { orderDispatch } from './purchase/orders/dispatch/routes.ts';
import { orders } from './purchase/orders/orders.ts';
import { quoteRequest } from './purchase/quoteRequest/quoteRequest.ts';
import { quotes } from './purchase/quotes/quotes.ts';
import { quoteSending } from './purchase/quotes/sendingRoutes.ts';
import { orderLimits } from './purchase/orderLimits.ts';
import { purchases } from './purchase/purchases/purchases.ts';
import { purchaseSettings } from './purchase/settings.ts';
import { productGroups } from './purchase/productGroups/productGroups.ts';
import { products } from './purchase/products/products.ts';
import { productTables } from './purchase/productTables.ts';
import { productTypes } from './purchase/productTypes.ts';
import { units } from './purchase/units.ts';
import { accounts } from './security/accounts/accounts.ts';
import { draftMail } from './security/accounts/draftMail.ts';
import { apiTokens } from './security/apiTokens/apiTokens.ts';
import { apiLimitMessages } from './security/apiTokens/limitMessages.ts';
import { confirmation } from './security/confirmation.ts';
import { demonstration } from './security/demonstration/demonstration.ts';
import { firstSteps } from './security/demonstration/firstSteps.ts';
import { emailCheck } from './security/emailCheck.ts';
import { mailDelivery } from './security/mail/mail.ts';
import { ownAccess } from './security/ownAccess.ts';
import { organizations, type SsoSettings } from './security/organizations/organizations.ts';
import { passkeys } from './security/passkeys/passkeys.ts';
import { passwordLinks } from './security/passwordLinks.ts';
import { reauthentication } from './security/reauthentication.ts';
import { permissionTemplates } from './security/permissionTemplates/permissionTemplates.ts';
import { privacy } from './security/privacy/privacy.ts';
import { provisioning } from './security/provisioning/scim.ts';
import { session } from './security/session.ts';
import { users } from './security/users/users.ts';
import { webhooks, type WebhookSettings } from './security/webhooks/webhooks.ts';
import { composeDigest } from './digest.ts';
import { csv } from './csv.ts';
import { listPrint } from './lists/print/print.ts';
import { listColumns } from './lists/listColumns.ts';
import { savedViews } from './lists/savedViews.ts';
import { reports } from './reports.ts';
import { speaksFirst } from './speaks.ts';
import type { Policy } from './platform/access.ts';
import { buildServer, type Feature, type PlatformOptions } from './platform/build.ts';
import { DOMAINS, policy, type Domain } from './policy.ts';
import { withTokens } from './tokenPolicy.ts';

/** Features of the services. */
const features: { domain: Domain; plugin: Feature }[] = [
  { domain: 'security', plugin: session },
  { domain: 'security', plugin: reauthentication },
  { domain: 'security', plugin: ownAccess },
  { domain: 'security', plugin: passkeys },
  { domain: 'security', plugin: passwordLinks },
  { domain: 'security', plugin: confirmation },
  { domain: 'security', plugin: emailCheck },
  { domain: 'security', plugin: privacy },
  { domain: 'security', plugin: permissionTemplates },
  { domain: 'security', plugin: apiTokens },
  { domain: 'security', plugin: provisioning },
  { domain: 'security', plugin: draftMail },
  { domain: 'security', plugin: demonstration },
  { domain: 'security', plugin: firstSteps },
  { domain: 'security', plugin: mailDelivery({ DIGEST: composeDigest }) },
  // Their paths belong to the financial service (§7).
  { domain: 'financial', plugin: users },
  { domain: 'financial', plugin: companies },
  { domain: 'financial', plugin: buildings },
  { domain: 'financial', plugin: categories },
  { domain: 'financial', plugin: statementLines },
  { domain: 'financial', plugin: partners },
  { domain: 'financial', plugin: wallets },
  { domain: 'financial', plugin: transfers },
  { domain: 'financial', plugin: bankStatements },
  { domain: 'financial', plugin: reconciliation },
  { domain: 'financial', plugin: transactionModels },
  { domain: 'financial', plugin: fiscalDocuments },
  { domain: 'financial', plugin: cashFlows },
  { domain: 'financial', plugin: cashFlowPaths },
  { domain: 'financial', plugin: financialStatement },
  { domain: 'financial', plugin: retentions },
  { domain: 'financial', plugin: retentionRules },
  { domain: 'financial', plugin: monthClosing },
  // Of all domains, which share the database: one service answers them.
  { domain: 'financial', plugin: reports },
  { domain: 'financial', plugin: savedViews },
  { domain: 'financial', plugin: listPrint },
  { domain: 'financial', plugin: listColumns },
  { domain: 'financial', plugin: csv },
  { domain: 'engineering', plugin: stages },
  { domain: 'engineering', plugin: costEstimates },
  { domain: 'engineering', plugin: amendments },
  { domain: 'engineering', plugin: clientWorkbook },
  { domain: 'engineering', plugin: estimateStates },
  { domain: 'engineering', plugin: estimatedVsActual },
  { domain: 'engineering', plugin: costBreakdown },
  { domain: 'engineering', plugin: purchaseOverview },
  { domain: 'engineering', plugin: jobs },
  { domain: 'engineering', plugin: imports },
  { domain: 'engineering', plugin: ownImports },
  { domain: 'engineering', plugin: tasks },
  { domain: 'engineering', plugin: schedules },
  { domain: 'engineering', plugin: measurements },
  { domain: 'engineering', plugin: baselines },
  { domain: 'engineering', plugin: scheduleFiles },
  { domain: 'financial', plugin: transactions },
  { domain: 'financial', plugin: deletedTransactions },
  { domain: 'financial', plugin: bills },
  { domain: 'financial', plugin: installments },
  { domain: 'financial', plugin: classification },
  { domain: 'financial', plugin: bulkChanges },
  { domain: 'financial', plugin: paymentCodes },
  { domain: 'financial', plugin: attachments },
  { domain: 'financial', plugin: comments },
  { domain: 'purchase', plugin: brands },
  { domain: 'purchase', plugin: units },
  { domain: 'purchase', plugin: productTypes },
  { domain: 'purchase', plugin: productTables },
  { domain: 'purchase', plugin: productGroups },
  { domain: 'purchase', plugin: products },
  { domain: 'purchase', plugin: merging },
  { domain: 'purchase', plugin: orders },
  { domain: 'purchase', plugin: deliveryFiles },
  { domain: 'purchase', plugin: orderDispatch },
  { domain: 'purchase', plugin: orderConfirmation },
  { domain: 'purchase', plugin: quotes },
  { domain: 'purchase', plugin: quoteRequest },
  { domain: 'purchase', plugin: quoteSending },
  { domain: 'purchase', plugin: orderInvoices },
  { domain: 'purchase', plugin: purchaseSettings },
  { domain: 'purchase', plugin: orderLimits },
  { domain: 'purchase', plugin: purchases },
  { domain: 'location', plugin: cities },
  { domain: 'assistant', plugin: assistantMessages },
  { domain: 'assistant', plugin: live },
  { domain: 'assistant', plugin: assistantBroadcasts },
  { domain: 'assistant', plugin: assistantPreferences },
];

export interface ServicesOptions extends PlatformOptions {
  /** Domains that this process serves; default all. */
  domains?: readonly Domain[];
  /** Provider of addresses by postal code; without it, no external calls. */
  addresses?: AddressSettings;
  /** Which providers of single sign-on may be called. */
  sso?: SsoSettings;
  /** How receivers of webhooks are reached; tests alone say anything here. */
  webhooks?: WebhookSettings;
  /** Whether this process does the daily rounds and letters of the assistant; default false. */
  rounds?: boolean;
  /** Whether strangers may open accounts; default true. */
  signUp?: boolean;
}

/** Builds the REST services: all domains in one process, or only the given ones. */
export const buildServices = (options: ServicesOptions): Promise<FastifyInstance> => {
  const domains = options.domains ?? DOMAINS;
  const configured: typeof features = [
    { domain: 'location', plugin: addresses(options.addresses ?? {}) },
    { domain: 'security', plugin: organizations(options.sso ?? {}) },
    { domain: 'security', plugin: webhooks(options.webhooks ?? {}) },
    { domain: 'security', plugin: accounts({ signUp: options.signUp }) },
    ...(options.rounds ? ([{ domain: 'assistant', plugin: speaksFirst }] satisfies typeof features) : []),
  ];
  const served = [...features, ...configured].filter(({ domain }) => domains.includes(domain));
  return buildServer(
    options,
    // Every process counts what programs use of it.
    [apiLimitMessages, ...served.map(({ plugin }) => plugin)],
    withTokens(Object.assign({}, policy.platform, ...domains.map((domain) => policy[domain])) as Policy),
  );
};
