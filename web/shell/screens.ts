import { PRODUCT_SLUG } from '#domain/product.ts';
import type { RoutePath } from '#web/session/routes.ts';
import type { ComponentType } from 'react';

export type LoadScreen = () => Promise<{ default: ComponentType }>;

const dashboard = () => import('#web/home/dashboard/DashboardScreen.tsx');
const partners = () => import('#web/financial/partners/PartnersScreen.tsx');
const model = () => import('#web/financial/transactionModels/form/ModelScreen.tsx');
const importing = () => import('#web/import/ImportScreen.tsx');
const login = () => import('#web/security/login/LoginPage.tsx');
const callback = () => import('#web/security/login/CallbackPage.tsx');
const onboarding = () => import('#web/security/onboarding/OnboardingPage.tsx');

/** The screen of every route, one lazy chunk each. */
export const screens: Readonly<Record<RoutePath, LoadScreen>> = {
  '/': () => import('#web/public-pages/LandingPage.tsx'),
  [`/${PRODUCT_SLUG}id`]: login,
  '/organizations': login,
  '/callback': callback,
  '/organizations/callback': callback,
  '/onboarding': onboarding,
  '/onboarding/login': login,
  '/onboarding/new-user': onboarding,
  '/onboarding/new-company': onboarding,
  '/onboarding/customer-associate': onboarding,
  '/onboarding/new-building': onboarding,
  '/onboarding/banking-info': onboarding,
  '/onboarding/callback': callback,
  '/first-password/:confirmation_token': () => import('#web/security/password/FirstPasswordPage.tsx'),
  '/recover-password/:confirmation_token': () => import('#web/security/password/RecoverPasswordPage.tsx'),
  '/user/validate/:confirmation_token': () => import('#web/security/password/ConfirmUserPage.tsx'),
  '/success-info': () => import('#web/security/password/SuccessInfoPage.tsx'),
  '/quote-request/:token': () => import('#web/purchase/quoteRequest/QuoteRequestPage.tsx'),
  '/order-confirmation/:token': () => import('#web/purchase/orderConfirmation/OrderConfirmationPage.tsx'),
  '/boletim/:code': () => import('#web/engineering/bulletinCheck/BulletinPage.tsx'),
  '/home': () => import('./HomeScreen.tsx'),
  '/home/dashboard': dashboard,
  '/reports': () => import('#web/reports/ReportsScreen.tsx'),
  '/home/dashboard/index': dashboard,
  '/home/welcome': () => import('#web/home/myDay/MyDayScreen.tsx'),
  '/home/first-access': () => import('#web/home/FirstAccessScreen.tsx'),
  '/home/account': () => import('#web/security/account/AccountScreen.tsx'),
  '/home/tutorials': () => import('#web/home/TutorialsScreen.tsx'),
  '/home/forms/transactions/outcome': () => import('#web/financial/transactions/OutcomeScreen.tsx'),
  '/home/forms/transactions/debit-installments': () =>
    import('#web/financial/installments/DebitInstallmentsScreen.tsx'),
  '/home/forms/transactions/income': () => import('#web/financial/transactions/IncomeScreen.tsx'),
  '/home/forms/transactions/credit-installments': () =>
    import('#web/financial/installments/CreditInstallmentsScreen.tsx'),
  '/home/forms/transactions/retentions': () => import('#web/financial/retentions/RetentionsScreen.tsx'),
  '/home/forms/transactions/bank': () => import('#web/financial/wallets/WalletsScreen.tsx'),
  '/home/forms/transactions/ofx-files': () => import('#web/financial/bankStatements/desk/DeskScreen.tsx'),
  '/home/forms/transactions/ofx-files/import': () => import('#web/financial/bankStatements/import/ImportScreen.tsx'),
  '/home/forms/transactions/transaction-models': () => import('#web/financial/transactionModels/ModelsScreen.tsx'),
  '/home/forms/transactions/transaction-models/new-model': async () => ({ default: (await model()).NewModelScreen }),
  '/home/forms/transactions/transaction-models/:modelId/edit-model': async () => ({
    default: (await model()).EditModelScreen,
  }),
  '/home/forms/transactions/cashflow': () => import('#web/financial/cashFlow/CashFlowScreen.tsx'),
  '/home/forms/transactions/financial-statement': () =>
    import('#web/financial/financialStatement/FinancialStatementScreen.tsx'),
  '/home/forms/transactions/month-closing': () => import('#web/financial/monthClosing/MonthClosingScreen.tsx'),
  '/home/forms/transactions/costbreakdown': () => import('#web/engineering/costBreakdown/CostBreakdownScreen.tsx'),
  '/home/forms/purchase/quotes': () => import('#web/purchase/quotes/QuotesScreen.tsx'),
  '/home/forms/purchase/orders-and-receipts': () => import('#web/purchase/orders/OrdersScreen.tsx'),
  '/home/forms/purchase/purchases': () => import('#web/purchase/purchases/PurchasesScreen.tsx'),
  '/home/forms/purchase/purchase-overview': () => import('#web/purchase/purchaseOverview/PurchaseOverviewScreen.tsx'),
  '/home/forms/purchase/purchase-overview-appropriate': () =>
    import('#web/purchase/purchaseOverview/stages/ByStageScreen.tsx'),
  '/home/forms/engineering/building': () => import('#web/financial/buildings/BuildingsScreen.tsx'),
  '/home/forms/engineering/appropriate-overview': () =>
    import('#web/engineering/estimatedVsActual/AppropriateOverviewScreen.tsx'),
  '/home/forms/engineering/schedule': () => import('#web/engineering/schedules/ScheduleScreen.tsx'),
  '/home/forms/engineering/measurements': () => import('#web/engineering/measurements/MeasurementsScreen.tsx'),
  '/home/forms/transactions/category': () => import('#web/financial/categories/CategoriesScreen.tsx'),
  '/home/forms/supplier': async () => ({ default: (await partners()).SuppliersScreen }),
  '/home/forms/customer': async () => ({ default: (await partners()).CustomersScreen }),
  '/home/forms/engineering/cost-estimate': () => import('#web/engineering/costEstimates/CostEstimatesScreen.tsx'),
  '/home/forms/product': () => import('#web/purchase/products/ProductsScreen.tsx'),
  '/home/forms/task': () => import('#web/engineering/tasks/TasksScreen.tsx'),
  '/home/forms/product-brand': () => import('#web/purchase/brands/BrandsScreen.tsx'),
  '/home/forms/product-unit': () => import('#web/purchase/units/UnitsScreen.tsx'),
  '/home/forms/product-type': () => import('#web/purchase/productTypes/ProductTypesScreen.tsx'),
  '/home/forms/product-groups': () => import('#web/purchase/productGroups/ProductGroupsScreen.tsx'),
  '/home/forms/product-table': () => import('#web/purchase/productTables/ProductTablesScreen.tsx'),
  '/home/forms/product-table/import': () => import('#web/engineering/imports/ImportScreen.tsx'),
  '/home/forms/transactions/outcome/import': importing,
  '/home/forms/transactions/income/import': importing,
  '/home/forms/engineering/building/import': importing,
  '/home/forms/supplier/import': importing,
  '/home/forms/customer/import': importing,
  '/home/forms/transactions/category/import': importing,
  '/home/forms/product/import': importing,
  '/home/forms/product-brand/import': importing,
  '/home/forms/product-unit/import': importing,
  '/home/forms/product-type/import': importing,
  '/home/forms/product-groups/import': importing,
  '/home/forms/settings/company': () => import('#web/financial/companies/CompaniesScreen.tsx'),
  '/home/forms/settings/privacy': () => import('#web/security/privacy/PrivacyScreen.tsx'),
  '/home/forms/settings/sso': () => import('#web/security/sso/SsoScreen.tsx'),
  '/home/forms/settings/integrations': () => import('#web/security/integrations/IntegrationsScreen.tsx'),
  '/home/forms/settings/user': () => import('#web/security/users/UsersScreen.tsx'),
};

/** Returns the loader of a route's screen. */
export const screenOf = ({ path }: { path: string }): LoadScreen => screens[path as RoutePath];
