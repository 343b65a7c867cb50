import type { Access, Policy, TokenUse } from './platform/access.ts';

/** Calls without a permission of their own that programs may make: where they are, and what is the same for everybody. */
const OPEN: ReadonlySet<string> = new Set([
  'GET /api/v1/openapi.json',
  'GET /healthz',
  'GET /readyz',
  'GET /api/v1/security/session',
  'GET /api/v1/financial/account/:accountId/company',
  'GET /api/v1/financial/account/:accountId/company-totals',
  'GET /api/v1/financial/account/:accountId/company/:id',
  'GET /api/v1/financial/account/:accountId/company/active',
  'GET /api/v1/financial/account/:accountId/company/:id/logo',
  'GET /api/v1/financial/account/:accountId/company/:id/logo-summary',
  'GET /api/v1/financial/account/:accountId/building',
  'GET /api/v1/financial/company/:companyId/building',
  'GET /api/v1/financial/company/:companyId/building-totals',
  'GET /api/v1/financial/company/:companyId/building/:id',
  'GET /api/v1/financial/company/:companyId/building/active',
  'GET /api/v1/csv/company/:companyId/buildings',
  'GET /api/v1/financial/company/:companyId/partner-balances',
  'GET /api/v1/financial/company/:companyId/partner-totals',
  'GET /api/v1/engineering/companies/:companyId/buildings/:id/groups',
  'GET /api/v1/engineering/companies/:companyId/groups',
  'GET /api/v1/location/cep/:cep',
  'GET /api/v1/location/city',
]);

/** Calls that read by POST: they run in a READ ONLY transaction. */
const READING_POSTS: ReadonlySet<string> = new Set([
  'POST /api/v1/purchase/account/:accountId/product-merges/preview',
  'POST /api/v1/engineering/company/:companyId/cost-estimate/:id/price-update/preview',
  'POST /api/v1/engineering/company/:companyId/cost-estimate/:id/export',
  'POST /api/v1/engineering/cost-estimates/:id/schedule/preview',
  'POST /api/v1/engineering/company/:companyId/cost-estimate/:id/client-workbook/preview',
  'POST /api/v1/purchase/company/:companyId/order/check',
  'POST /api/v1/financial/company/:companyId/payment-codes/read',
]);

/** What a person answers for: an approval by a program would be nobody's, and paper says who printed it. */
const OF_A_PERSON: ReadonlySet<string> = new Set([
  'POST /api/v1/purchase/company/:companyId/order/:id/approval',
  'POST /api/v1/lists/company/:companyId/print',
]);

const useOf = (key: string, { kind }: Access): TokenUse | undefined => {
  const isPermitted = kind === 'anyOf' || kind === 'allOf';
  if (OF_A_PERSON.has(key)) return undefined;
  if (!isPermitted) return OPEN.has(key) ? 'read' : undefined;
  return key.startsWith('GET ') || READING_POSTS.has(key) ? 'read' : 'write';
};

/**
 * Adds to each rule what the call is to a token of programs (docs/decisions/0083). A call that asks for a permission is
 * one of programs; what belongs to a person, to administrators or to whoever has a link is none, unless it is named here.
 */
export const withTokens = (policy: Policy): Policy =>
  Object.fromEntries(
    Object.entries(policy).map(([key, access]) => {
      const tokens = useOf(key, access);
      return [key, tokens ? { ...access, tokens } : access];
    }),
  );
