import { PRODUCT_SLUG } from '#domain/product.ts';

/** Clients of these calls read failures in the form of a standard, and not in the product's (domain.md §7). */
interface Protocol {
  /** Whether a path, without its query, is the protocol's. */
  owns: (path: string) => boolean;
  type: string;
  failure: (status: number, message: string) => object;
}

const OAUTH_CODES: Readonly<Record<number, string>> = { 401: 'invalid_client', 429: 'temporarily_unavailable' };
/** RFC 6749 §5.2 has no code for what is wrong with a request as HTTP; whatever the service cannot do is of §4.1.2.1. */
const oauthCodeOf = (status: number): string =>
  OAUTH_CODES[status] ??
  (status < 500 ? 'invalid_request' : status === 500 ? 'server_error' : 'temporarily_unavailable');

export const oauthFailure = (status: number, message: string, code = oauthCodeOf(status)) => ({
  error: code,
  error_description: message,
});

export const SCIM_MEDIA = 'application/scim+json';
export const SCIM_BASE = '/scim/v2';

/** RFC 7644 §3.12. */
export const scimFailure = (status: number, detail: string, scimType?: string) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
  status: String(status),
  ...(scimType ? { scimType } : {}),
  detail,
});

const PROTOCOLS: readonly Protocol[] = [
  {
    owns: (path) => path === '/oauth/token' || path === `/callback/${PRODUCT_SLUG}id`,
    type: 'application/json; charset=utf-8',
    failure: (status, message) => oauthFailure(status, message),
  },
  {
    owns: (path) => path === SCIM_BASE || path.startsWith(`${SCIM_BASE}/`),
    type: SCIM_MEDIA,
    failure: (status, message) => scimFailure(status, message),
  },
];

/** The protocol whose clients ask for a path; undefined for the product's own calls. */
export const protocolOf = (path: string): Protocol | undefined => PROTOCOLS.find(({ owns }) => owns(path));
