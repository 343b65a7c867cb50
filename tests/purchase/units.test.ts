import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { openOffice, type Office } from '#tests/financial/officeKit.ts';
import { startGateway, type TestGateway } from '#tests/support/gateway.ts';
import { startServices, type Reply, type TestServices } from '#tests/support/services.ts';

let services: TestServices;
let gateway: TestGateway;
let office: Office;

beforeAll(async () => {
  services = await startServices();
  gateway = await startGateway({ services: await services.listen() });
  office = await openOffice(services.seed);
});
afterAll(async () => {
  await gateway.stop();
  await services.stop();
});

const units = '/api/v1/purchase/unit';

describe('Units', () => {
  test('are the same for m³ and M3; the typed texts are kept', async () => {
    const { api } = services;
    const token = office.admin;
    const made = await api.post(units, { token, body: { acronyms: 'm³', description: 'Metro cúbico' } });
    expect(made.body.data).toMatchObject({ acronyms: 'm³', description: 'Metro cúbico', active: true, version: 1 });
    const statusAndFields = ({ status, body }: Reply) => [status, body.fields];
    const again = await api.post(units, { token, body: { acronyms: 'M3', description: 'Metros cúbicos' } });
    expect(statusAndFields(again)).toEqual([
      409,
      [{ path: 'acronyms', message: 'Já existe uma unidade com esta sigla.' }],
    ]);
    const found = await api.get(units, { token, query: { acronyms: 'M3' } });
    expect(found.body.data.content).toEqual([made.body.data]);
    for (const search of ['m3', 'M³', 'metro cub']) {
      expect((await api.get(units, { token, query: { search } })).body.data.content).toEqual([made.body.data]);
    }
    const long = await api.post(units, { token, body: { acronyms: '12345678901', description: 'X' } });
    expect([long.status, long.body.fields[0].path]).toEqual([400, 'acronyms']);
  });

  test('are listed through GraphQL, created, changed under their version and deleted, with errors at fields', async () => {
    const ask = (query: string, variables = {}) => gateway.ask(query, { token: office.admin, variables });
    const fields = 'id acronyms description active version';
    const create = `mutation ($input: UnitInput!) { createUnit(input: $input) { unit { ${fields} } } }`;
    const { data } = await ask(create, { input: { acronyms: 'sc', description: 'Saco', active: null } });
    const { unit } = data.createUnit;
    expect(unit).toEqual({ id: expect.any(String), acronyms: 'sc', description: 'Saco', active: true, version: 1 });
    const twice = await ask(create, { input: { acronyms: 'SC', description: 'Sacos' } });
    expect(twice.errors?.[0]?.extensions).toMatchObject({
      code: 'CONFLICT',
      fields: [{ path: 'acronyms', message: 'Já existe uma unidade com esta sigla.' }],
    });
    const update = `mutation ($id: ID!, $version: Int!, $input: UnitInput!) {
      updateUnit(id: $id, version: $version, input: $input) { unit { ${fields} } } }`;
    const input = { acronyms: 'sc', description: 'Saco de 50 kg', active: false };
    const changed = await ask(update, { id: unit.id, version: 1, input });
    expect(changed.data.updateUnit.unit).toEqual({ ...input, id: unit.id, version: 2 });
    const stale = await ask(update, { id: unit.id, version: 1, input });
    expect(stale.errors?.[0]?.extensions['code']).toBe('CONFLICT');
    const list = `query ($filter: UnitFilter) {
      units(filter: $filter, sort: [{ id: "description", desc: true }]) { totalElements content { ${fields} } }
      unitTotals(filter: $filter) { all active inactive } }`;
    const listed = await ask(list, { filter: { search: '50 KG' } });
    expect(listed.data.units).toEqual({ totalElements: 1, content: [changed.data.updateUnit.unit] });
    expect(listed.data.unitTotals).toEqual({ all: 1, active: 0, inactive: 1 });
    const one = await ask(`query ($id: ID!) { unit(id: $id) { ${fields} } }`, { id: unit.id });
    expect(one.data.unit).toEqual(changed.data.updateUnit.unit);
    const gone = await ask('mutation ($id: ID!) { deleteUnit(id: $id) { id } }', { id: unit.id });
    expect(gone.data.deleteUnit).toEqual({ id: unit.id });
    const missing = await ask('query ($id: ID!) { unit(id: $id) { id } }', { id: unit.id });
    expect(missing.errors?.[0]?.extensions['code']).toBe('NOT_FOUND');
  });
});
