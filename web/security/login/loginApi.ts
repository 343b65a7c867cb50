import { DEFAULT_FAILURE, EMAIL_CHECK_FAILED, LEGAL_RESTRICTION, NO_CONNECTION } from '#domain/messages.ts';
import { isRecord, isText } from '#web/client/storage.ts';
import { saveToken } from '#web/client/token.ts';
import { callOpenly } from '#web/public/linkApi.ts';
import { PRODUCT_SLUG } from '#domain/product.ts';

/** How the users of a domain log in. */
export type LoginStatus = 'PASSWORD' | 'ORGANIZATION' | 'SSO_ONLY';

/** An organization that users log in through. */
export interface Organization {
  id: number;
  name: string;
  /** Product of its identity provider: "Microsoft Entra ID". */
  provider: string;
}

/** What the address decides; `problem` is the sentence to show. */
export type Way = { status: LoginStatus; organizations: readonly Organization[] } | { problem: string };

const isStatus = (value: unknown): value is LoginStatus =>
  value === 'PASSWORD' || value === 'ORGANIZATION' || value === 'SSO_ONLY';

const isOrganization = (value: unknown): value is Organization =>
  isRecord(value) && typeof value.id === 'number' && isText(value.name) && isText(value.provider);

const ask = (path: string, login: string) =>
  callOpenly(`security/${path}?email=${encodeURIComponent(login)}`, {}, EMAIL_CHECK_FAILED);

/** The organizations of the address's domain. */
export const findOrganizations = async (login: string): Promise<readonly Organization[] | { problem: string }> => {
  const found = await ask('organizations', login);
  if ('problem' in found) return found;
  return Array.isArray(found.data) ? found.data.filter(isOrganization) : [];
};

/** Returns the way to log in with an address; the answer is the same whether it has a login or not. */
export const findWay = async (login: string): Promise<Way> => {
  // A login without a domain belongs to no organization.
  if (!login.includes('@')) return { status: 'PASSWORD', organizations: [] };
  const answer = await ask('login-status', login);
  if ('problem' in answer) return answer;
  const status = isRecord(answer.data) && isStatus(answer.data.status) ? answer.data.status : 'PASSWORD';
  if (status === 'PASSWORD') return { status, organizations: [] };
  const organizations = await findOrganizations(login);
  return 'problem' in organizations ? organizations : { status, organizations };
};

/** Address that leads to the page of an organization's provider. `fresh` asks for the login there again. */
export const startAddress = (organization: Organization, login: string, fresh = false): string => {
  const query = new URLSearchParams({ organization: String(organization.id), login });
  if (fresh) query.set('fresh', 'true');
  return `/api/v1/security/sso/start?${query.toString()}`;
};

const textOf = (body: unknown): string =>
  isRecord(body) && isText(body.error_description) && body.error_description !== ''
    ? body.error_description
    : DEFAULT_FAILURE;

const store = (body: unknown): boolean => {
  if (!isRecord(body) || !isText(body.access_token) || !isText(body.login) || typeof body.expires_in !== 'number') {
    return false;
  }
  saveToken({
    user: body.login,
    type: isText(body.token_type) ? body.token_type : 'Bearer',
    token: body.access_token,
    expires: body.expires_in,
    initialDate: new Date().toISOString(),
  });
  return true;
};

/**
 * Completes the login with what the provider has sent back, and stores the token.
 * @returns null on success, else the sentence to show
 */
export const completeLogin = async (query: string): Promise<string | null> => {
  const response = await fetch(`/callback/${PRODUCT_SLUG}id${query}`).catch(() => null);
  if (!response) return NO_CONNECTION;
  if (response.status === 451) return LEGAL_RESTRICTION;
  const body: unknown = await response.json().catch(() => null);
  return response.ok && store(body) ? null : textOf(body);
};
