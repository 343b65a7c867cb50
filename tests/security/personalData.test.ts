import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startServices, type TestServices } from '#tests/support/services.ts';
import { rowsWith } from './rowsWith.ts';

let services: TestServices;
let accountId: number;
let token: string;

beforeAll(async () => {
  services = await startServices();
  accountId = await services.seed.account();
  token = await services.seed.tokenOf(await services.seed.user(accountId, { admin: true }));
});
afterAll(() => services.stop());

const tablesWith = (words: readonly string[]) => rowsWith(services.seed, words);

const historyOf = (entity: string, id: number) =>
  services.seed.sql('select action, details from audit_log where entity = $1 and entity_id = $2 order by id', [
    entity,
    id,
  ]);

test('A deleted supplier leaves no personal data in any table, and the history of the actions stays', async () => {
  const path = `/api/v1/financial/account/${accountId}/partner`;
  const known = {
    name: 'Zulmira Quintanilha',
    tradeName: 'Reformas da Zuzu',
    taxId: '52998224725',
    email: 'zulmira@quintanilha.example',
    phone: '11987650123',
    postalCode: '04567123',
    street: 'Travessa do Beija-Flor',
    streetNumber: '4711-B',
    complement: 'casa dos fundos',
    district: 'Vila Quitandinha',
    city: 'Itaquaquecetuba',
    state: 'SP',
    notes: 'Pix: zuzu-chave-77',
  };
  const created = await services.api.post(path, { token, body: { type: 'SUPPLIER', active: true, ...known } });
  expect(created.status).toBe(200);
  const { id, version } = created.body.data;
  const renamed = { ...created.body.data, name: 'Zulmira Q. Sobrenome', phone: '11955550199', version };
  expect((await services.api.put(path, { token, body: renamed })).status).toBe(200);

  const words = [...Object.values(known).filter((word) => word !== 'SP'), 'Zulmira Q. Sobrenome', '11955550199'];
  expect(await tablesWith(words)).not.toEqual([]);
  expect((await services.api.delete(`${path}/${id}`, { token })).status).toBe(200);
  expect(await tablesWith(words)).toEqual([]);

  const history = await historyOf('partner', id);
  expect(history.map(({ action }) => action)).toEqual(['create', 'update', 'delete']);
  expect(history[1]).toEqual({ action: 'update', details: { name: 'erased', phone: 'erased' } });
  expect(history[2]?.details).toMatchObject({ id, type: 'SUPPLIER', tax_id: 'erased', version: version + 1 });
});

test('A deleted user leaves no name and no address in any table', async () => {
  const path = `/api/v1/financial/account/${accountId}/user`;
  const body = { name: 'Hermengarda Vasques', login: 'hermengarda@vasques.example', admin: false, active: true };
  const created = await services.api.post(path, { token, body: { ...body, permissions: {} } });
  expect(created.status).toBe(200);
  const { id } = created.body.data;
  const words = ['Hermengarda', 'hermengarda', 'vasques.example'];
  expect(await tablesWith(words)).not.toEqual([]);
  expect((await services.api.delete(`/api/v1/financial/user/${id}`, { token })).status).toBe(200);
  expect(await tablesWith(words)).toEqual([]);
  const history = await historyOf('user', id);
  // The delivery of the invitation may be logged afterwards.
  expect(history.find(({ action }) => action === 'delete')?.details).toMatchObject({
    login: 'erased',
    name: 'erased',
    admin: false,
  });
});

test('The history of an existing partner keeps what was changed, and the old values', async () => {
  const path = `/api/v1/financial/account/${accountId}/partner`;
  const body = { type: 'CUSTOMER', active: true, name: 'Osvaldo Antes' };
  const { id, version } = (await services.api.post(path, { token, body })).body.data;
  const other = await services.api.post(path, { token, body: { ...body, name: 'Outro que sai' } });
  expect((await services.api.put(path, { token, body: { ...body, id, version, name: 'Osvaldo Depois' } })).status).toBe(
    200,
  );
  await services.api.delete(`${path}/${other.body.data.id}`, { token });
  const history = await historyOf('partner', id);
  expect(history.at(-1)).toEqual({ action: 'update', details: { name: ['Osvaldo Antes', 'Osvaldo Depois'] } });
});

test('A user without permissions reads no partner and no category, and sees no company or building', async () => {
  const withoutPermission = await services.seed.tokenOf(await services.seed.user(accountId));
  const base = `/api/v1/financial/account/${accountId}`;
  const kinds = ['partner', 'partner/1', 'category', 'category/active', 'category/1'];
  for (const type of ['customer', 'supplier']) kinds.push(`partner/${type}`, `partner/${type}/active`);
  for (const kind of kinds) {
    const { status, body } = await services.api.get(`${base}/${kind}`, { token: withoutPermission });
    expect([kind, status, body.message]).toEqual([kind, 403, 'Você não tem permissão para esta operação.']);
  }
  for (const kind of ['company', 'company/active', 'building']) {
    const { status, body } = await services.api.get(`${base}/${kind}`, { token: withoutPermission });
    expect([kind, status, body.data.content]).toEqual([kind, 200, []]);
  }
});
