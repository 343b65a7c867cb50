import { authenticated, everyone, type Policy } from './platform/access.ts';

/** The domains that one process may serve together, or several each on its own (PRUMO_DOMAINS). */
export const DOMAINS = ['security', 'financial', 'engineering', 'assistant'] as const;
export type Domain = (typeof DOMAINS)[number];

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
  financial: {},
  engineering: {},
  assistant: {},
};
