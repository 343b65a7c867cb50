import { TEST_PASSWORD, type TestUser } from '#tests/support/seedKit.ts';
import type { Reply, TestServices } from '#tests/support/services.ts';

export const TOKENS = '/api/v1/security/api-tokens';
export const SESSION = '/api/v1/security/session';

/** An account with an administrator, Marina, and a person of expenses, Rita, who answers for service accounts. */
export const openHouse = async (services: TestServices) => {
  const { seed, api } = services;
  const accountId = await seed.account();
  const companyId = await seed.company(accountId);
  const buildingId = await seed.building({ accountId, companyId });
  const admin = await seed.user(accountId, { name: 'Marina', admin: true });
  const rita = await seed.user(accountId, { name: 'Rita', grants: [{ companyId, permissions: ['DEBIT'] }] });
  const adminToken = await seed.tokenOf(admin);
  const users = `/api/v1/financial/account/${accountId}/user`;
  const user = (id: number) => `/api/v1/financial/user/${id}`;

  const add = (body: object, token = adminToken): Promise<Reply> => api.post(users, { token, body });
  const change = (body: object, token = adminToken): Promise<Reply> => api.put(users, { token, body });
  const read = async (id: number) => (await api.get(user(id), { token: adminToken })).body.data;
  /** Permissions on the company's only building, and on its rows without a building. */
  const rights = (...permissions: string[]) => ({
    [companyId]: { '-1': permissions, [buildingId]: permissions },
  });
  const service = async (body: object = {}) => {
    const reply = await add({ name: 'Power BI', service: true, responsibleId: rita.id, permissions: {}, ...body });
    if (reply.status !== 200) throw new Error(reply.text);
    return reply.body.data as { id: number; login: string; version: number };
  };
  const confirm = (token: string) =>
    api.post('/api/v1/security/reauthentication', { token, body: { password: TEST_PASSWORD } });
  const makeToken = (body: object, token = adminToken): Promise<Reply> =>
    api.post(TOKENS, { token, body: { name: 'Painel', areas: ['FINANCIAL'], expiresOn: '2027-02-18', ...body } });
  /** The token of a program that acts for a service account. */
  const tokenFor = async (serviceAccountId: number, body: object = {}): Promise<string> => {
    const reply = await makeToken({ serviceAccountId, ...body });
    if (reply.status !== 200) throw new Error(reply.text);
    return reply.body.data.token;
  };
  const told = async (who: TestUser): Promise<{ kind: string; title: string; text: string; link: string }[]> => {
    const { body } = await api.get('/api/v1/assistant/messages', { token: await seed.tokenOf(who) });
    return body.data.content.filter(({ title }: { title: string | null }) => title?.includes('sem responsável'));
  };
  const debits = `/api/v1/financial/company/${companyId}/debit`;
  return {
    ...{ accountId, companyId, buildingId, admin, rita, adminToken, users, user, debits },
    ...{ add, change, read, rights, service, confirm, makeToken, tokenFor, told },
  };
};

export type House = Awaited<ReturnType<typeof openHouse>>;

/** Status and path of a refusal. */
export const refused = ({ status, body }: Reply) => [status, body.fields?.[0]?.path, body.message];
