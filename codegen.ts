import { readdirSync } from 'node:fs';
import type { CodegenConfig } from '@graphql-codegen/cli';
import type { Types } from '@graphql-codegen/plugin-helpers';

/** Every scalar travels as text: money is never a JS number, a date never a Date object (domain.md §1). */
const scalars = { ID: 'string', Decimal: 'string', Date: 'string', DateTime: 'string' };

const hasOperations = (folder: string): boolean =>
  readdirSync(folder, { recursive: true }).some((file) => String(file).endsWith('.graphql'));

/** Folders of web/ with operations of their own: one output each, so that a screen loads no other domain's documents. */
const webDomains = (): string[] =>
  readdirSync('web', { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && hasOperations(`web/${entry.name}`))
    .map((entry) => entry.name);

const webOutput = (folder: string): Types.ConfiguredOutput => ({
  documents: `${folder}/**/*.graphql`,
  plugins: ['typescript-operations', 'typed-document-node', './web/codegen/hooksPlugin.mjs'],
  config: {
    scalars,
    useTypeImports: true,
    enumsAsTypes: true,
    skipTypename: true,
    documentNodeImport: '@apollo/client#TypedDocumentNode',
  },
});

const config: CodegenConfig = {
  schema: process.env.SCHEMA ?? 'schema/**/*.graphql',
  generates: {
    'gateway/generated/resolvers.ts': {
      plugins: ['typescript', 'typescript-resolvers'],
      config: {
        // The services' ids are numbers; they become text on their way out, and nowhere before.
        scalars: { ...scalars, ID: { input: 'string', output: 'string | number' } },
        useTypeImports: true,
        enumsAsTypes: true,
        maybeValue: 'T | null | undefined',
        contextType: '../context.ts#GatewayContext',
        // A resolver answers what the service sent; the fields that need another call have resolvers of their own.
        defaultMapper: 'Partial<{T}>',
        mappers: {
          Apportionment: '../financial/transactions/rows.ts#ApportionmentParent',
          Building: '../financial/buildings.ts#BuildingParent',
          CashFlowBuilding: '../financial/cashFlows.ts#CashFlowBuildingParent',
          CashFlowCategory: '../financial/cashFlows.ts#CashFlowCategoryParent',
          CashFlowMovement: '../financial/cashFlows.ts#CashFlowMovementParent',
          Category: '../financial/categories.ts#CategoryParent',
          Company: '../financial/companies.ts#CompanyParent',
          EstimatedVsActual: '../engineering/estimatedVsActual.ts#EstimatedVsActualParent',
          ForecastAmount: '../financial/cashFlows.ts#ForecastAmountParent',
          Installment: '../financial/transactions/rows.ts#InstallmentParent',
          BulkPayload: '../financial/installments.ts#BulkPayloadParent',
          InstallmentRow: '../financial/installments.ts#InstallmentRowParent',
          InstallmentRowPage: '../financial/installments.ts#InstallmentRowPageParent',
          InstallmentShare: '../financial/transactions/rows.ts#InstallmentShareParent',
          Partner: '../financial/partners.ts#PartnerParent',
          Session: '../security/session.ts#SessionParent',
          StatementLine: '../financial/wallets.ts#StatementLineParent',
          Transaction: '../financial/transactions/rows.ts#TransactionParent',
          TransactionPage: '../financial/transactions/transactions.ts#TransactionPageParent',
          Transfer: '../financial/transfers.ts#TransferParent',
          User: '../security/users.ts#UserParent',
          Wallet: '../financial/wallets.ts#WalletParent',
        },
      },
    },
    'gateway/generated/operations.ts': {
      documents: 'web/**/*.graphql',
      plugins: ['./web/codegen/namesPlugin.mjs'],
      // Two screens may call their own operations alike.
      config: { skipDocumentsValidation: { skipDuplicateValidation: true } },
    },
    'web/generated/cache.ts': { plugins: ['./web/codegen/cachePlugin.mjs'] },
    ...Object.fromEntries(webDomains().map((domain) => [`web/generated/${domain}.ts`, webOutput(`web/${domain}`)])),
  },
  ignoreNoDocuments: true,
  // A contract that is half written in one layer does not keep the other one from being built.
  allowPartialOutputs: true,
};

export default config;
