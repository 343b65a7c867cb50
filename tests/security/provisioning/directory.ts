import { expect } from '@jest/globals';
import type { TestUser } from '#tests/support/seedKit.ts';
import type { Call, Reply, TestServices } from '#tests/support/services.ts';

export const ORIGIN = 'http://localhost:4000';
export const SSO = '/api/v1/security/sso';
export const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';

/** An account with an organization whose directory provisions users. */
export interface TestDirectory {
  /** A domain of its own, so that no test sees another's users. */
  domain: string;
  accountId: number;
  admin: TestUser;
  adminToken: string;
  organizationId: number;
  token: string;
}

export const organizationOf = (
  { seed }: TestServices,
  account: number,
  values: { domain: string; issuer?: string },
): Promise<number> =>
  seed.insert('organizations', {
    account_id: account,
    name: 'Ipê no Entra',
    issuer: 'https://login.microsoftonline.com/3f2a/v2.0',
    client_id: 'prumo',
    proof: 'prova-de-teste-com-24-letras',
    proven_at: '2026-11-01T12:00:00Z',
    ...values,
  });

export const tokenFor = async ({ api }: TestServices, id: number, token: string): Promise<string> => {
  const { status, body } = await api.post(`${SSO}/organizations/${id}/scim-token`, { token });
  expect(status).toBe(200);
  return body.data.token;
};

let serial = 0;

export const newDirectory = async (services: TestServices, issuer?: string): Promise<TestDirectory> => {
  const { seed } = services;
  const domain = `ipe${(serial += 1)}.com.br`;
  const accountId = await seed.account('Construtora Ipê');
  const admin = await seed.user(accountId, { login: `marcos@${domain}`, admin: true });
  const adminToken = await seed.tokenOf(admin);
  const organizationId = await organizationOf(services, accountId, { domain, ...(issuer ? { issuer } : {}) });
  const token = await tokenFor(services, organizationId, adminToken);
  return { domain, accountId, admin, adminToken, organizationId, token };
};

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** One call of the directory. */
export const callScim = (
  { api }: TestServices,
  { method, path, body, ...options }: Call & { method: Method; path: string },
): Promise<Reply> =>
  api.call(method, `/scim/v2${path}`, {
    ...options,
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/scim+json' }), ...options.headers },
  });

/** As the documentation of Entra ID shows it ("Create User"). */
export const entraUser = (domain: string, name: string, values: Record<string, unknown> = {}) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:User', ENTERPRISE],
  externalId: '0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef',
  userName: `${name}@${domain}`,
  active: true,
  displayName: 'Ana Prado',
  emails: [{ primary: true, type: 'work', value: `${name}@${domain}` }],
  meta: { resourceType: 'User' },
  name: { formatted: 'Ana Prado', familyName: 'Prado', givenName: 'Ana' },
  title: 'Engenheira',
  phoneNumbers: [{ type: 'mobile', value: '+55 11 99999-0000' }],
  roles: [],
  [ENTERPRISE]: { department: 'Obras', manager: { value: '1' } },
  ...values,
});

export const patch = (...operations: unknown[]) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
  Operations: operations,
});

/** Status and type of a failure, which has the form of RFC 7644 §3.12. */
export const errorOf = ({ status, body }: Reply) => {
  expect(body).toEqual({
    schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
    status: String(status),
    detail: expect.any(String),
    ...('scimType' in body ? { scimType: body.scimType } : {}),
  });
  return [status, body.scimType];
};
