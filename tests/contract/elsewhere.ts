/** Suites that cover the other calls, which store no row or are not read by their own GET. */
export const ELSEWHERE: Record<string, string> = {
  'POST /oauth/token': 'tests/security/session.test.ts',
  'POST /api/v1/security/reauthentication': 'tests/security/reauthentication.test.ts',
  'POST /api/v1/security/my-data/export': 'tests/security/privacy.test.ts',
  'POST /api/v1/security/anonymisations': 'tests/security/privacy.test.ts',
  'POST /api/v1/security/anonymisations/:id/decision': 'tests/security/privacy.test.ts',
  'PUT /api/v1/security/data-retention': 'tests/security/privacy.test.ts',
  'PUT /api/v1/security/profile': 'tests/security/ownAccess.test.ts',
  'PUT /api/v1/security/password': 'tests/security/ownAccess.test.ts',
  'POST /api/v1/security/totp': 'tests/security/secondFactor.test.ts',
  'POST /api/v1/security/totp/confirmation': 'tests/security/secondFactor.test.ts',
  'POST /api/v1/security/totp/removal': 'tests/security/secondFactor.test.ts',
  'POST /api/v1/security/recovery-codes': 'tests/security/secondFactor.test.ts',
  'POST /api/v1/security/passkeys': 'tests/security/passkeys.test.ts',
  'POST /api/v1/security/passkeys/creation': 'tests/security/passkeys.test.ts',
  'POST /api/v1/security/passkeys/confirmation': 'tests/security/passkeys.test.ts',
  'PUT /api/v1/security/passkeys/:id': 'tests/security/passkeys.test.ts',
  'POST /api/v1/security/passkey-login': 'tests/security/passkeys.test.ts',
  'PUT /api/v1/security/sso/second-factor': 'tests/security/requiredFactor.test.ts',
  'PUT /api/v1/security/sso': 'tests/security/singleSignOn/settings.test.ts',
  'POST /api/v1/security/sso/organizations': 'tests/security/singleSignOn/settings.test.ts',
  'PUT /api/v1/security/sso/organizations': 'tests/security/singleSignOn/settings.test.ts',
  'POST /api/v1/security/sso/organizations/:id/proof': 'tests/security/singleSignOn/settings.test.ts',
  'POST /api/v1/security/sso/organizations/:id/test': 'tests/security/singleSignOn/settings.test.ts',
  'PUT /api/v1/security/sso/organizations/:id/groups': 'tests/security/provisioning/groups.test.ts',
  'POST /api/v1/security/sso/organizations/:id/scim-token': 'tests/security/provisioning/refusals.test.ts',
  'POST /api/v1/security/permission-templates': 'tests/security/provisioning/groups.test.ts',
  'PUT /api/v1/security/permission-templates': 'tests/security/provisioning/groups.test.ts',
  'POST /api/v1/security/api-tokens': 'tests/security/apiTokens.test.ts',
  'POST /api/v1/security/webhooks': 'tests/security/webhooks/queue.test.ts',
  'PUT /api/v1/security/webhooks/:id': 'tests/security/webhooks/queue.test.ts',
  'PUT /api/v1/security/webhooks/:id/state': 'tests/security/webhooks/queue.test.ts',
  'POST /api/v1/security/webhooks/:id/secret': 'tests/security/webhooks/queue.test.ts',
  'POST /api/v1/security/webhooks/:id/test': 'tests/security/webhooks/queue.test.ts',
  'POST /api/v1/security/webhooks/:id/deliveries/:webhookDeliveryId/resend': 'tests/security/webhooks/queue.test.ts',
  'POST /api/v1/security/webhooks/:id/resend-failed': 'tests/security/webhooks/deliveries.test.ts',
  'POST /api/v1/security/accounts': 'tests/security/accounts.test.ts',
  'POST /api/v1/security/account-drafts': 'tests/security/accountDrafts.test.ts',
  'POST /api/v1/security/account-drafts/resume': 'tests/security/accountDrafts.test.ts',
  'POST /api/v1/security/first-password/change': 'tests/security/passwordLinks.test.ts',
  'POST /api/v1/security/recover-password': 'tests/security/passwordLinks.test.ts',
  'POST /api/v1/security/recover-password/change': 'tests/security/passwordLinks.test.ts',
  'POST /api/v1/security/user/confirm': 'tests/security/accounts.test.ts',
  'POST /api/v1/financial/user/:id/invitation': 'tests/security/users.test.ts',
  'POST /api/v1/purchase/company/:companyId/order-stages':
    'tests/engineering/purchaseOverview/purchaseOverview.test.ts',
  'POST /api/v1/financial/company/:companyId/debit/changes': 'tests/financial/bulk/changes.test.ts',
  'POST /api/v1/financial/company/:companyId/debit/removals': 'tests/financial/bulk/changes.test.ts',
  'POST /api/v1/financial/company/:companyId/debit/installments/due-dates': 'tests/financial/bulk/dueDates.test.ts',
  'POST /api/v1/financial/company/:companyId/credit/changes': 'tests/financial/bulk/changes.test.ts',
  'POST /api/v1/financial/company/:companyId/credit/removals': 'tests/financial/bulk/changes.test.ts',
  'POST /api/v1/financial/company/:companyId/credit/installments/due-dates': 'tests/financial/bulk/dueDates.test.ts',
  'POST /api/v1/financial/company/:companyId/debit/classifications':
    'tests/engineering/estimatedVsActual/overview.test.ts',
  'POST /api/v1/financial/company/:companyId/payment-codes/read': 'tests/financial/paymentCodes/paymentCodes.test.ts',
  'POST /api/v1/financial/company/:companyId/payment-codes/documents': 'tests/financial/paymentCodes/documents.test.ts',
  'PUT /api/v1/financial/company/:companyId/debit/installments/:id/payment-code':
    'tests/financial/paymentCodes/paymentCodes.test.ts',
  'PUT /api/v1/financial/account/:accountId/category/statement-lines':
    'tests/financial/financialStatement/uses.test.ts',
  'POST /api/v1/financial/company/:companyId/debit/:id/comments': 'tests/financial/transactions/comments.test.ts',
  'PUT /api/v1/financial/company/:companyId/debit/:id/comments/:commentId':
    'tests/financial/transactions/comments.test.ts',
  'POST /api/v1/financial/company/:companyId/credit/:id/comments': 'tests/financial/transactions/comments.test.ts',
  'PUT /api/v1/financial/company/:companyId/credit/:id/comments/:commentId':
    'tests/financial/transactions/comments.test.ts',
  'POST /api/v1/financial/company/:companyId/financial-statement/notes':
    'tests/financial/financialStatement/uses.test.ts',
  'PUT /api/v1/financial/company/:companyId/financial-statement/notes/:id':
    'tests/financial/financialStatement/uses.test.ts',
  'POST /api/v1/financial/company/:companyId/month-closings/:month/close':
    'tests/financial/monthClosing/monthClosing.test.ts',
  'POST /api/v1/financial/company/:companyId/month-closings/:month/reopen':
    'tests/financial/monthClosing/monthClosing.test.ts',
  'POST /api/v1/financial/company/:companyId/month-closings/:month/exceptions':
    'tests/financial/monthClosing/monthClosing.test.ts',
  'POST /api/v1/financial/company/:companyId/month-closings/exceptions/:id/end':
    'tests/financial/monthClosing/monthClosing.test.ts',
  'POST /api/v1/financial/company/:companyId/month-closings/:month/folder':
    'tests/financial/monthClosing/folder.test.ts',
  'PUT /api/v1/reports/company/:companyId/reports/:report/favourite': 'tests/reports/reports.test.ts',
  'POST /api/v1/reports/company/:companyId/saved-reports': 'tests/reports/reports.test.ts',
  'POST /api/v1/reports/company/:companyId/report-files': 'tests/reports/reports.test.ts',
  'POST /api/v1/reports/company/:companyId/report-schedules': 'tests/reports/scheduleRules.test.ts',
  'PUT /api/v1/reports/company/:companyId/report-schedules/:id': 'tests/reports/scheduleRules.test.ts',
  'PUT /api/v1/reports/company/:companyId/report-schedules/:id/active': 'tests/reports/scheduleRules.test.ts',
  'POST /api/v1/reports/company/:companyId/report-schedules/:id/test': 'tests/reports/scheduleRules.test.ts',
  'POST /api/v1/lists/company/:companyId/print': 'tests/lists/print.test.ts',
  'POST /api/v1/lists/company/:companyId/saved-views': 'tests/lists/savedViews.test.ts',
  'PUT /api/v1/lists/columns': 'tests/lists/listColumns.test.ts',
  'PUT /api/v1/lists/company/:companyId/saved-views/:id': 'tests/lists/savedViews.test.ts',
  'POST /api/v1/financial/account/:accountId/retention-rules': 'tests/financial/retentions/rules.test.ts',
  'PUT /api/v1/financial/account/:accountId/retention-rules/:id': 'tests/financial/retentions/rules.test.ts',
  'PUT /api/v1/engineering/input-categories': 'tests/engineering/costBreakdown.test.ts',
  'POST /api/v1/assistant/broadcast/ack': 'tests/assistant/messages.test.ts',
  'POST /api/v1/assistant/broadcast/ack/:id': 'tests/assistant/messages.test.ts',
  'POST /api/v1/assistant/presence': 'tests/assistant/live.test.ts',
  'POST /api/v1/assistant/conversation': 'tests/assistant/conversation.test.ts',
  'POST /api/v1/assistant/broadcast': 'tests/assistant/broadcasts.test.ts',
  'PUT /api/v1/assistant/preferences': 'tests/assistant/preferences.test.ts',
  'POST /api/v1/purchase/account/:accountId/product': 'tests/purchase/products.test.ts',
  'PUT /api/v1/purchase/account/:accountId/product': 'tests/purchase/products.test.ts',
  'PUT /api/v1/purchase/account/:accountId/product-batch': 'tests/purchase/productLists.test.ts',
  'PUT /api/v1/purchase/account/:accountId/product-pairs/:id': 'tests/purchase/productPairs.test.ts',
  'POST /api/v1/purchase/account/:accountId/product-merges': 'tests/purchase/merging.test.ts',
  'POST /api/v1/purchase/account/:accountId/product-merges/preview': 'tests/purchase/merging.test.ts',
  'POST /api/v1/purchase/account/:accountId/product-merges/:id/undo': 'tests/purchase/merging.test.ts',
  'POST /api/v1/purchase/company/:companyId/order': 'tests/purchase/orders/orders.test.ts',
  'PUT /api/v1/purchase/company/:companyId/order': 'tests/purchase/orders/orders.test.ts',
  'POST /api/v1/purchase/company/:companyId/order/check': 'tests/purchase/orders/check.test.ts',
  'POST /api/v1/financial/company/:companyId/fiscal-documents':
    'tests/financial/fiscalDocuments/fiscalDocuments.test.ts',
  'PUT /api/v1/financial/company/:companyId/fiscal-documents/:id/products':
    'tests/financial/fiscalDocuments/hostile.test.ts',
  'POST /api/v1/financial/company/:companyId/fiscal-documents/examples': 'tests/demo/notas.test.ts',
  'POST /api/v1/financial/company/:companyId/bank-statements/examples': 'tests/demo/statements.test.ts',
  'POST /api/v1/financial/company/:companyId/bank-statements/files':
    'tests/financial/bankStatements/bankStatements.test.ts',
  'PUT /api/v1/financial/company/:companyId/bank-statements/files/:id/layout':
    'tests/financial/bankStatements/tables.test.ts',
  'PUT /api/v1/financial/company/:companyId/bank-statements/files/:id/accounts/:position':
    'tests/financial/bankStatements/bankStatements.test.ts',
  'POST /api/v1/financial/company/:companyId/bank-statements/files/:id/import':
    'tests/financial/bankStatements/bankStatements.test.ts',
  'POST /api/v1/financial/company/:companyId/bank-statements/files/:id/undo':
    'tests/financial/bankStatements/bankStatements.test.ts',
  'POST /api/v1/financial/company/:companyId/bank-statements/reconciliation':
    'tests/financial/reconciliation/reconciliation.test.ts',
  'POST /api/v1/financial/company/:companyId/bank-statements/reconciliation/undo':
    'tests/financial/reconciliation/reconciliation.test.ts',
  'POST /api/v1/financial/company/:companyId/bank-statements/reconciliation/ignored':
    'tests/financial/reconciliation/reconciliation.test.ts',
  'POST /api/v1/financial/company/:companyId/bank-statements/reconciliation/ignored/undo':
    'tests/financial/reconciliation/reconciliation.test.ts',
  'PUT /api/v1/financial/company/:companyId/bank-statements/reconciliation/wallets/:walletId/reconciled-through':
    'tests/financial/reconciliation/balances.test.ts',
  'PUT /api/v1/financial/reconciliation-settings': 'tests/financial/reconciliation/reconciliation.test.ts',
  'POST /api/v1/financial/company/:companyId/transaction-models':
    'tests/financial/transactionModels/transactionModels.test.ts',
  'PUT /api/v1/financial/company/:companyId/transaction-models':
    'tests/financial/transactionModels/transactionModels.test.ts',
  'PUT /api/v1/financial/company/:companyId/transaction-models/:id/paused':
    'tests/financial/transactionModels/transactionModels.test.ts',
  'POST /api/v1/financial/company/:companyId/transaction-models/documents':
    'tests/financial/transactionModels/months.test.ts',
  'POST /api/v1/financial/company/:companyId/transaction-models/batches/:id/undo':
    'tests/financial/transactionModels/months.test.ts',
  'POST /api/v1/financial/company/:companyId/transaction-models/:id/documents':
    'tests/financial/transactionModels/proposals.test.ts',
  'PUT /api/v1/financial/company/:companyId/transaction-models/suggestions/dismissal':
    'tests/financial/transactionModels/proposals.test.ts',
  'POST /api/v1/financial/company/:companyId/transaction-models/adjustments':
    'tests/financial/transactionModels/proposals.test.ts',
  'POST /api/v1/financial/company/:companyId/transaction-models/adjustments/:id/undo':
    'tests/financial/transactionModels/proposals.test.ts',
  'POST /api/v1/purchase/company/:companyId/quote': 'tests/purchase/quotes/quotes.test.ts',
  'PUT /api/v1/purchase/company/:companyId/quote/:id': 'tests/purchase/quotes/quotes.test.ts',
  'PUT /api/v1/purchase/company/:companyId/quote/:id/awards': 'tests/purchase/quotes/deciding.test.ts',
  'POST /api/v1/purchase/company/:companyId/quote/:id/orders': 'tests/purchase/quotes/deciding.test.ts',
  'POST /api/v1/purchase/company/:companyId/quote/:id/close': 'tests/purchase/quotes/quotes.test.ts',
  'POST /api/v1/purchase/company/:companyId/quote/:id/reopen': 'tests/purchase/quotes/quotes.test.ts',
  'POST /api/v1/purchase/company/:companyId/quote/:id/send': 'tests/purchase/quotes/sending.test.ts',
  'POST /api/v1/purchase/company/:companyId/quote/:id/reminders': 'tests/purchase/quotes/sending.test.ts',
  'POST /api/v1/purchase/company/:companyId/quote/:id/suppliers/:supplierId/links':
    'tests/purchase/quotes/sending.test.ts',
  'POST /api/v1/purchase/company/:companyId/quote/:id/attachments': 'tests/purchase/quotes/sending.test.ts',
  'PUT /api/v1/purchase/quote-request/:token/draft': 'tests/purchase/quotes/quoteRequest.test.ts',
  'POST /api/v1/purchase/quote-request/:token/answer': 'tests/purchase/quotes/quoteRequest.test.ts',
  'POST /api/v1/purchase/quote-request/:token/decline': 'tests/purchase/quotes/quoteRequest.test.ts',
  'POST /api/v1/purchase/quote-request/:token/resume': 'tests/purchase/quotes/quoteRequest.test.ts',
  'POST /api/v1/purchase/quote-request/:token/attachments': 'tests/purchase/quotes/quoteRequest.test.ts',
  'PUT /api/v1/purchase/settings': 'tests/purchase/orders/check.test.ts',
  'PUT /api/v1/purchase/company/:companyId/order-limits': 'tests/purchase/orders/approval.test.ts',
  'POST /api/v1/purchase/company/:companyId/order/:id/approval': 'tests/purchase/orders/approval.test.ts',
  'POST /api/v1/purchase/company/:companyId/order/:id/deliveries': 'tests/purchase/orders/deliveries.test.ts',
  'POST /api/v1/purchase/company/:companyId/order/:id/deliveries/:deliveryId/attachments':
    'tests/purchase/orders/deliveryFiles.test.ts',
  'POST /api/v1/purchase/company/:companyId/order/:id/send': 'tests/purchase/orders/dispatch.test.ts',
  'POST /api/v1/purchase/company/:companyId/order/:id/link': 'tests/purchase/orders/dispatch.test.ts',
  'POST /api/v1/purchase/company/:companyId/order/:id/revoke': 'tests/purchase/orders/dispatch.test.ts',
  'POST /api/v1/purchase/company/:companyId/order/:id/proposed-date': 'tests/purchase/orders/dispatch.test.ts',
  'POST /api/v1/purchase/order-confirmation/:token/confirm': 'tests/purchase/orders/dispatch.test.ts',
  'POST /api/v1/purchase/order-confirmation/:token/propose': 'tests/purchase/orders/dispatch.test.ts',
  'POST /api/v1/purchase/company/:companyId/order/:id/deliveries/:deliveryId/returns':
    'tests/purchase/orders/returns.test.ts',
  'POST /api/v1/purchase/company/:companyId/order-invoice': 'tests/purchase/invoices/matching.test.ts',
  'POST /api/v1/purchase/company/:companyId/order/:id/invoice-delivery': 'tests/purchase/invoices/receiving.test.ts',
  'POST /api/v1/engineering/tasks': 'tests/engineering/tasks.test.ts',
  'PUT /api/v1/engineering/tasks/:id': 'tests/engineering/tasks.test.ts',
  'POST /api/v1/engineering/tasks/:id/copies': 'tests/engineering/taskUses.test.ts',
  'POST /api/v1/engineering/company/:companyId/cost-estimate': 'tests/engineering/costEstimates/lifecycle.test.ts',
  'PUT /api/v1/engineering/company/:companyId/cost-estimate': 'tests/engineering/costEstimates/lifecycle.test.ts',
  'PUT /api/v1/engineering/company/:companyId/cost-estimate/:id': 'tests/engineering/costEstimates/lifecycle.test.ts',
  'POST /api/v1/engineering/company/:companyId/cost-estimate/:id/approval':
    'tests/engineering/costEstimates/lifecycle.test.ts',
  'POST /api/v1/engineering/company/:companyId/cost-estimate/:id/export':
    'tests/engineering/costEstimates/export.test.ts',
  'POST /api/v1/engineering/company/:companyId/cost-estimate/:id/lock':
    'tests/engineering/costEstimates/lifecycle.test.ts',
  'POST /api/v1/engineering/company/:companyId/cost-estimate/:id/detail':
    'tests/engineering/costEstimates/rows.test.ts',
  'POST /api/v1/engineering/company/:companyId/cost-estimate/:id/amendments':
    'tests/engineering/measurements/amendments.test.ts',
  'PUT /api/v1/engineering/company/:companyId/cost-estimate/:id/amendments/:amendmentId':
    'tests/engineering/measurements/amendments.test.ts',
  'POST /api/v1/engineering/company/:companyId/cost-estimate/:id/amendments/:amendmentId/status':
    'tests/engineering/measurements/amendments.test.ts',
  'POST /api/v1/engineering/company/:companyId/cost-estimate/:id/price-update':
    'tests/engineering/costEstimates/prices.test.ts',
  'POST /api/v1/engineering/company/:companyId/cost-estimate/:id/price-update/preview':
    'tests/engineering/costEstimates/prices.test.ts',
  'POST /api/v1/engineering/company/:companyId/cost-estimate/:id/price-update/undo':
    'tests/engineering/costEstimates/prices.test.ts',
  'POST /api/v1/engineering/company/:companyId/cost-estimate/:id/client-workbook':
    'tests/engineering/costEstimates/clientWorkbook.test.ts',
  'POST /api/v1/engineering/company/:companyId/cost-estimate/:id/client-workbook/preview':
    'tests/engineering/costEstimates/clientWorkbook.test.ts',
  'PUT /api/v1/engineering/company/:companyId/cost-estimate/:id/client-workbook/layout':
    'tests/engineering/costEstimates/clientWorkbook.test.ts',
  'PUT /api/v1/engineering/company/:companyId/cost-estimate/:id/task/:resourceId':
    'tests/engineering/costEstimates/resources.test.ts',
  'POST /api/v1/engineering/company/:companyId/cost-estimate/:id/resource/:resourceId/reset':
    'tests/engineering/costEstimates/resources.test.ts',
  'PUT /api/v1/engineering/cost-estimates/:id/schedule': 'tests/engineering/schedules/schedules.test.ts',
  'POST /api/v1/engineering/cost-estimates/:id/schedule-baselines': 'tests/engineering/schedules/baselines.test.ts',
  'POST /api/v1/engineering/cost-estimates/:id/schedule/preview': 'tests/engineering/schedules/schedules.test.ts',
  'POST /api/v1/engineering/cost-estimates/:id/schedule/project-file':
    'tests/engineering/schedules/projectFile.test.ts',
  'POST /api/v1/engineering/cost-estimates/:id/days-off-settings': 'tests/engineering/schedules/schedules.test.ts',
  'POST /api/v1/engineering/cost-estimates/:id/days-off': 'tests/engineering/schedules/schedules.test.ts',
  'POST /api/v1/engineering/cost-estimates/:id/schedule-items': 'tests/engineering/schedules/schedules.test.ts',
  'PUT /api/v1/engineering/cost-estimates/:id/schedule-items/:scheduleItemId':
    'tests/engineering/schedules/schedules.test.ts',
  'POST /api/v1/engineering/cost-estimates/:id/measurement-contracts':
    'tests/engineering/measurements/measurements.test.ts',
  'PUT /api/v1/engineering/measurement-contracts/:contractId': 'tests/engineering/measurements/measurements.test.ts',
  'POST /api/v1/engineering/measurement-contracts/:contractId/measurements':
    'tests/engineering/measurements/measurements.test.ts',
  'POST /api/v1/engineering/measurement-contracts/:contractId/releases':
    'tests/engineering/measurements/measurements.test.ts',
  'PUT /api/v1/engineering/measurements/:measurementId': 'tests/engineering/measurements/measurements.test.ts',
  'PUT /api/v1/engineering/measurements/:measurementId/lines': 'tests/engineering/measurements/measurements.test.ts',
  'POST /api/v1/engineering/measurements/:measurementId/status': 'tests/engineering/measurements/measurements.test.ts',
  'POST /api/v1/engineering/measurements/:measurementId/lines/:rowId/photos':
    'tests/engineering/measurements/files.test.ts',
  'POST /api/v1/engineering/account/:accountId/task': 'tests/engineering/tasks.test.ts',
  'POST /api/v1/engineering/cost-databases/:id/resources': 'tests/engineering/ownImports.test.ts',
  'POST /api/v1/engineering/cost-databases/:id/tasks': 'tests/engineering/ownImports.test.ts',
  'POST /api/v1/engineering/cost-databases/imports': 'tests/engineering/sinapi/import.test.ts',
  'POST /api/v1/engineering/cost-databases/imports/:id/answer': 'tests/engineering/sinapi/import.test.ts',
  'PUT /api/v1/engineering/measurements/:measurementId/presence': 'tests/engineering/measurements/presence.test.ts',
  'POST /api/v1/engineering/company/:companyId/cost-estimate/:id/amendments/measured-excess':
    'tests/engineering/measurements/excess.test.ts',
};
