import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { openOffice, type Office } from '#tests/financial/officeKit.ts';
import { startServices, type Reply, type TestServices } from '#tests/support/services.ts';

let services: TestServices;
let office: Office;
let stranger: Office;

beforeAll(async () => {
  services = await startServices();
  office = await openOffice(services.seed);
  stranger = await openOffice(services.seed, 'CANARIO');
});
afterAll(() => services.stop());

const brands = '/api/v1/purchase/brand';
const make = (name: string, { of = office, active = true } = {}) =>
  services.seed.insert('brands', { account_id: of.accountId, name, active });
const names = ({ body }: Reply) => body.data.content.map(({ name }: { name: string }) => name);

describe('Brands', () => {
  test('are created in their account, changed by id under their version, and deleted', async () => {
    const { api } = services;
    const token = await office.as(['PURCHASE']);
    const account = { id: office.accountId };
    const made = await api.post(`${brands}/`, { token, body: { name: '  Cerâmica   Vale ', account } });
    const { id } = made.body.data;
    expect(made.body.data).toEqual({
      id: expect.any(Number),
      name: 'Cerâmica Vale',
      active: true,
      account,
      version: 1,
    });
    const changed = await api.put(`${brands}/${id}`, { token, body: { name: 'Vale', active: false, version: 1 } });
    expect(changed.body.data).toEqual({ id, name: 'Vale', active: false, account, version: 2 });
    expect((await api.put(`${brands}/${id}`, { token, body: { name: 'X', version: 1 } })).status).toBe(409);
    const unversioned = await api.put(`${brands}/${id}`, { token, body: { name: 'Vale Azul' } });
    expect(unversioned.body.data).toMatchObject({ name: 'Vale Azul', active: false, version: 3 });
    expect(unversioned.headers['warning']).toContain('No version was sent');
    expect((await api.delete(`${brands}/${id}`, { token })).body.data).toEqual({ id });
    const gone = await api.get(`${brands}/${id}`, { token });
    expect([gone.status, gone.body.message]).toEqual([404, 'Marca não encontrada.']);
  });

  test('are created once for a repeated key, and each change is in the history', async () => {
    const { api, seed } = services;
    const call = { token: office.admin, headers: { 'idempotency-key': 'marca-1' }, body: { name: 'Repetida' } };
    const [first, second] = [await api.post(brands, call), await api.post(brands, call)];
    const { id } = first.body.data;
    expect(second.body.data).toEqual(first.body.data);
    expect(second.headers['idempotency-replayed']).toBe('true');
    await api.put(`${brands}/${id}`, { token: office.admin, body: { name: 'Repetida II', version: 1 } });
    await api.delete(`${brands}/${id}`, { token: office.admin });
    const history = await seed.sql(
      `select action, details ->> 'name' as name from audit_log where entity = 'brand' and entity_id = $1 order by id`,
      [id],
    );
    expect(history).toEqual([
      { action: 'create', name: 'Repetida' },
      { action: 'update', name: '["Repetida", "Repetida II"]' },
      { action: 'delete', name: 'Repetida II' },
    ]);
  });

  test('have unique names, without case and accents; invalid fields are reported', async () => {
    const { api } = services;
    const token = office.admin;
    const id = await make('Ipê Tintas');
    const other = await make('Outra');
    const taken = [{ path: 'name', message: 'Já existe uma marca com este nome.' }];
    const statusAndFields = ({ status, body }: Reply) => [status, body.fields];
    expect(statusAndFields(await api.post(brands, { token, body: { name: 'IPE TINTAS' } }))).toEqual([409, taken]);
    expect(statusAndFields(await api.put(`${brands}/${other}`, { token, body: { name: 'ipê tintas' } }))).toEqual([
      409,
      taken,
    ]);
    const required = [{ path: 'name', message: 'Campo obrigatório.' }];
    expect(statusAndFields(await api.post(brands, { token, body: { name: '  ' } }))).toEqual([400, required]);
    expect(statusAndFields(await api.post(brands, { token, body: {} }))).toEqual([400, required]);
    const unknown = [{ path: 'color', message: 'Campo desconhecido.' }];
    expect(statusAndFields(await api.post(brands, { token, body: { name: 'Y', color: 'azul' } }))).toEqual([
      400,
      unknown,
    ]);
    const same = await api.put(`${brands}/${id}`, { token, body: { name: 'IPÊ TINTAS', version: 1 } });
    expect(same.body.data.name).toBe('IPÊ TINTAS');
    expect((await api.post(brands, { token: stranger.admin, body: { name: 'Ipê Tintas' } })).status).toBe(200);
  });

  test('are listed by page, search, name, activity and ids, with counts per view, and as many statements for 5 as for 50', async () => {
    const { api, seed } = services;
    const big = await openOffice(seed);
    const of = { of: big };
    const list = (query = {}, path = '') => api.get(`${brands}${path}`, { token: big.admin, query });
    const ids = [await make('Água Boa', of), await make('Zinco', of), await make('Areia', of)];
    await make('Antiga', { of: big, active: false });
    await make('agua clara', of);
    const five = await list();
    expect(names(five)).toEqual(['Água Boa', 'agua clara', 'Antiga', 'Areia', 'Zinco']);
    expect(names(await list({ sort: 'name:desc', size: '2', page: '1' }))).toEqual(['Antiga', 'agua clara']);
    expect(names(await list({ search: 'agua' }))).toEqual(['Água Boa', 'agua clara']);
    expect(names(await list({ name: 'AGUA BOA' }))).toEqual(['Água Boa']);
    expect(names(await list({ active: 'true' }))).toEqual(['Água Boa', 'agua clara', 'Areia', 'Zinco']);
    expect(names(await list({ active: 'false' }))).toEqual(['Antiga']);
    expect(names(await list({ ids: `${ids[2]},${ids[1]}` }))).toEqual(['Areia', 'Zinco']);
    expect((await list({ search: 'a' }, '-totals')).body.data).toEqual({ all: 4, active: 3, inactive: 1 });
    expect((await list({}, '-totals')).body.data).toEqual({ all: 5, active: 4, inactive: 1 });
    const wrong = await list({ sort: 'active' });
    expect([wrong.status, wrong.body.message]).toEqual([400, 'Não é possível ordenar por "active".']);
    expect((await list({ color: 'azul' })).status).toBe(400);
    for (let index = 5; index < 50; index += 1) await make(`Marca ${index}`, of);
    const fifty = await list({ size: '2000000' });
    expect(fifty.body.data).toMatchObject({ totalElements: 50, last: true, number: 0 });
    expect(fifty.headers['x-sql-queries']).toBe(five.headers['x-sql-queries']);
  });

  test('are read with any permission, written with PURCHASE or ENGINEERING', async () => {
    const { api } = services;
    const id = await make('De todos');
    const statuses = async (token: string) => [
      (await api.get(`${brands}/${id}`, { token })).status,
      (await api.get(brands, { token })).status,
      (await api.post(brands, { token, body: { name: `Nova ${token.slice(0, 8)}` } })).status,
      (await api.put(`${brands}/${id}`, { token, body: { name: 'De todos' } })).status,
    ];
    expect(await statuses(await office.as(['DEBIT']))).toEqual([200, 200, 403, 403]);
    expect(await statuses(await office.as(['CREDIT']))).toEqual([200, 200, 403, 403]);
    expect(await statuses(await office.as(['PURCHASE']))).toEqual([200, 200, 200, 200]);
    expect(await statuses(await office.as(['ENGINEERING']))).toEqual([200, 200, 200, 200]);
    expect((await api.get(brands)).status).toBe(401);
  });

  test('of another account are not found', async () => {
    const { api } = services;
    const theirs = await make('CANARIO', { of: stranger });
    const token = office.admin;
    const probes = [
      await api.get(`${brands}/${theirs}`, { token }),
      await api.put(`${brands}/${theirs}`, { token, body: { name: 'X' } }),
      await api.delete(`${brands}/${theirs}`, { token }),
    ];
    expect(probes.map(({ status }) => status)).toEqual([404, 404, 404]);
    const listed = await api.get(brands, { token, query: { ids: String(theirs) } });
    expect(listed.body.data.content).toEqual([]);
    expect([...probes, listed].map(({ text }) => text).join()).not.toContain('CANARIO');
    const account = { id: stranger.accountId };
    const moved = await api.post(brands, { token, body: { name: 'Minha', account } });
    expect([moved.status, moved.body.fields[0].path]).toEqual([400, 'account.id']);
  });

  test('report other failures with the texts of §8', async () => {
    const { body } = await services.api.get('/api/v1/openapi.json');
    expect(
      Object.keys(body.paths)
        .filter((path) => path.startsWith(brands))
        .sort(),
    ).toEqual([
      '/api/v1/purchase/brand',
      '/api/v1/purchase/brand-totals',
      '/api/v1/purchase/brand/import',
      '/api/v1/purchase/brand/import/{importId}/undo',
      '/api/v1/purchase/brand/{id}',
    ]);
  });
});
