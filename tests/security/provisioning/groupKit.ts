import { expect } from '@jest/globals';
import type { Permission } from '#domain/permissions.ts';
import type { TestUser } from '#tests/support/seedKit.ts';
import type { Reply, TestServices } from '#tests/support/services.ts';
import { callScim, patch, SSO, type Method, type TestDirectory } from './directory.ts';

export const TEMPLATES = '/api/v1/security/permission-templates';
/** Said to whoever has no permission. */
export const NOTHING = 'Nenhuma empresa disponível';

export type Matrix = Record<string, Record<string, readonly Permission[]>>;

/** What a directory and its administrator do about groups; `now` has the directory of the test that runs. */
export const groupKit = (now: () => TestDirectory & { services: TestServices }) => {
  const scim = (method: Method, path: string, body?: unknown): Promise<Reply> => {
    const { services, token } = now();
    return callScim(services, { token, method, path, ...(body === undefined ? {} : { body }) });
  };
  return {
    scim,
    makeTemplate: async (name: string, permissions: Matrix): Promise<number> => {
      const { services, adminToken: token } = now();
      const { status, body } = await services.api.post(TEMPLATES, { token, body: { name, permissions } });
      expect([status, body.data?.name]).toEqual([200, name]);
      return body.data.id;
    },
    mapGroups: (groups: { name: string; templateId: number }[], claim = 'groups'): Promise<Reply> => {
      const { services, adminToken: token, organizationId } = now();
      return services.api.put(`${SSO}/organizations/${organizationId}/groups`, { token, body: { claim, groups } });
    },
    provision: async (name: string): Promise<string> => {
      const { status, body } = await scim('POST', '/Users', { userName: `${name}@${now().domain}` });
      expect(status).toBe(201);
      return body.id;
    },
    makeGroup: async (displayName: string, members: string[], values: object = {}): Promise<string> => {
      const { status, body } = await scim('POST', '/Groups', {
        schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'],
        displayName,
        members: members.map((value) => ({ value })),
        ...values,
      });
      expect(status).toBe(201);
      return body.id;
    },
    patchGroup: (id: string, ...operations: unknown[]) => scim('PATCH', `/Groups/${id}`, patch(...operations)),
    matrixOf: async (id: string | number) => {
      const { services, adminToken: token } = now();
      const { body } = await services.api.get(`/api/v1/financial/user/${id}`, { token });
      return { permissions: body.data.permissions, groupPermissions: body.data.groupPermissions };
    },
    /** What a session of the user may do: the product's own answer, which knows no sources. */
    heldBy: async (userId: string | number): Promise<Matrix | string> => {
      const { services, accountId } = now();
      const token = await services.seed.tokenOf({ id: Number(userId), accountId } as TestUser);
      const { status, body } = await services.api.get('/api/v1/security/session', { token });
      return status === 200 ? body.data.permissions : body.message;
    },
  };
};
