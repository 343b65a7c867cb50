import { allOf, anyOf, authenticated, everyone, type Access, type Policy } from './platform/access.ts';

/** The domains that one process may serve together, or several each on its own (PRUMO_DOMAINS). */
export const DOMAINS = ['security', 'financial', 'engineering', 'assistant'] as const;
export type Domain = (typeof DOMAINS)[number];

/** Income and expense answer the same calls (§7); each needs its own permission (§6). */
const documents = (path: string, access: Access): Policy => ({
  [`GET ${path}`]: access,
  [`GET ${path}/totals`]: access,
  [`GET ${path}/period`]: access,
  [`GET ${path}/building/:buildingId`]: access,
  [`GET ${path}/building/:buildingId/period`]: access,
  [`GET ${path}/transaction-record`]: access,
  [`GET ${path}/duplicates`]: access,
  [`GET ${path}/:id`]: access,
  [`POST ${path}`]: access,
  [`PUT ${path}`]: access,
  [`DELETE ${path}/:id`]: access,
  [`POST ${path}/:id/installment/:installmentId/payment`]: access,
  [`DELETE ${path}/:id/installment/:installmentId/payment`]: access,
  [`POST ${path}/:id/attachments`]: access,
  [`GET ${path}/:id/attachments/:attachmentId`]: access,
  [`DELETE ${path}/:id/attachments/:attachmentId`]: access,
});

/**
 * Who may call what: the one table of permissions (§6). The services do not start with a route that is missing here,
 * nor with a line that has no route. A rule opens the door; each feature filters its rows by the grants of their
 * buildings (domain.md §2).
 */
export const policy: Record<Domain | 'platform', Policy> = {
  platform: {
    'GET /api/v1/openapi.json': everyone,
    'GET /healthz': everyone,
    'GET /readyz': everyone,
  },
  security: {
    'POST /oauth/token': everyone,
    'DELETE /api/v1/security/token': authenticated,
    'GET /api/v1/security/session': authenticated,
    'GET /api/v1/security/login-status': everyone,
  },
  financial: {
    ...documents('/api/v1/financial/company/:companyId/debit', anyOf('DEBIT')),
    ...documents('/api/v1/financial/company/:companyId/credit', anyOf('CREDIT')),
    'GET /api/v1/financial/company/:companyId/bank': anyOf('DEBIT', 'CREDIT'),
    'GET /api/v1/financial/company/:companyId/bank/:id': anyOf('DEBIT', 'CREDIT'),
    'POST /api/v1/financial/company/:companyId/bank': allOf('DEBIT', 'CREDIT'),
    'PUT /api/v1/financial/company/:companyId/bank': allOf('DEBIT', 'CREDIT'),
    'DELETE /api/v1/financial/company/:companyId/bank/:id': allOf('DEBIT', 'CREDIT'),
    'GET /api/v1/financial/company/:companyId/wallets-summary': allOf('DEBIT', 'CREDIT'),
    'GET /api/v1/financial/company/:companyId/cashflow/paid/bank/:bankId/balance': allOf('DEBIT', 'CREDIT'),
    'GET /api/v1/financial/company/:companyId/cashflow/paid/bank/:bankId/statement': allOf('DEBIT', 'CREDIT'),
  },
  engineering: {},
  assistant: {
    'GET /api/v1/assistant/messages': authenticated,
    'GET /api/v1/assistant/stream': authenticated,
    'POST /api/v1/assistant/broadcast/ack': authenticated,
    'POST /api/v1/assistant/broadcast/ack/:id': authenticated,
  },
};
