import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ofProduct, ofTask, path, product, publishedTable, startDesk, type Desk } from './tasksKit.ts';

let desk: Desk;
beforeAll(async () => (desk = await startDesk()));
afterAll(() => desk.services.stop());

const get = (at: string, token = desk.office.admin) => desk.services.api.get(at, { token });

describe('The history of a task', () => {
  test('tells who made it and each change, by field and by item, the latest first', async () => {
    const { input, make, read, put, own, office, services } = desk;
    const sand = await input({ code: '11', name: 'Areia', price: '100.00' });
    const lime = await input({ code: '12', name: 'Cal', price: '2.00' });
    const mortar = await make({ code: 'CP-H1', items: [ofProduct(sand, '1.22')] });
    const id = await make({
      code: 'CP-H2',
      description: 'Reboco',
      items: [ofTask(mortar, '0.02'), ofProduct(lime, '3')],
    });
    const first = await read(id);
    const unit = await services.seed.insert('units', {
      ...{ account_id: own.accountId, acronyms: 'vb', description: 'Verba' },
    });
    const body = {
      code: 'CP-H2',
      description: 'Reboco fino',
      unit: { id: unit },
      group: 'Paredes',
      version: first.version,
    };
    const [inner, other] = first.items;
    const items = [
      { id: inner.id, taskId: mortar, quantity: '0.025' },
      { id: other.id, resourceId: lime, quantity: '3' },
      ofProduct(lime, '0.5'),
      ofProduct(sand, '0.1'),
    ];
    const saved = await put(id, { ...body, items });
    expect(saved.status).toBe(200);
    const { data } = (await get(`${path}/${id}/history`)).body;
    expect(data).toEqual({
      content: [
        {
          id: expect.any(Number),
          at: '2026-11-20T15:00:00.000Z',
          action: 'CHANGED',
          user: { id: expect.any(Number), name: expect.any(String) },
          fields: [
            { field: 'description', before: 'Reboco', after: 'Reboco fino' },
            { field: 'group', before: null, after: 'Paredes' },
            // 0.02 × 122 + 6; 0.025 × 122 + 6 + 1 + 10.
            { field: 'unitPrice', before: '8.4400', after: '20.0500' },
            { field: 'unitId', before: 'm²', after: 'vb' },
          ],
          items: [
            { kind: 'TASK', code: 'CP-H1', name: 'Serviço', before: ['0.02'], after: ['0.025'] },
            { kind: 'PRODUCT', code: '12', name: 'Cal', before: ['3'], after: ['3', '0.5'] },
            { kind: 'PRODUCT', code: '11', name: 'Areia', before: [], after: ['0.1'] },
          ],
        },
        {
          id: expect.any(Number),
          ...{ at: '2026-11-20T15:00:00.000Z', action: 'CREATED', fields: [], items: [] },
          user: data.content[0].user,
        },
      ],
      ...{ number: 0, size: 50, last: true, totalElements: 2 },
    });
    const few = await get(`${path}/${id}/history?size=1&page=1`);
    expect(few.body.data.content.map(({ action }: { action: string }) => action)).toEqual(['CREATED']);
    const copied = await services.api.post(`${path}/${id}/copies`, {
      ...{ token: office.admin, body: { code: 'CP-H3', costDatabase: { id: own.tableId } } },
    });
    const told = (await get(`${path}/${copied.body.data.id}/history`)).body.data.content;
    expect(told.map(({ action }: { action: string }) => action)).toEqual(['COPIED']);
  });

  test('of 49 changes is read by as many statements as that of 5', async () => {
    const { input, make, read, put, own } = desk;
    const id = await make({ items: [ofProduct(await input({ code: '21', name: 'Prego', price: '1' }), '1')] });
    const change = async (times: number) => {
      for (let turn = 0; turn < times; turn += 1) {
        const { code, items, version } = await read(id);
        const line = [{ id: items[0].id, resourceId: items[0].resourceId, quantity: `${turn + 2}` }];
        await put(id, { ...{ code, description: 'Serviço', unit: { id: own.unitId }, version }, items: line });
      }
    };
    await change(4);
    const five = await get(`${path}/${id}/history`);
    await change(44);
    const many = await get(`${path}/${id}/history`);
    expect([five.body.data.totalElements, many.body.data.totalElements]).toEqual([5, 49]);
    expect(many.headers['x-sql-queries']).toBe(five.headers['x-sql-queries']);
  });
});

describe('The reference of a task', () => {
  const publish = async (month: string, state: string, unitPrice: string | null) => {
    const { services, own } = desk;
    const { seed } = services;
    const [known] = await seed.sql<{ id: string }>(`select id from catalogues where account_id = $1 and month = $2`, [
      own.accountId,
      month,
    ]);
    const account = { account_id: own.accountId };
    const table = async (catalogueId: number) =>
      seed.insert('product_tables', {
        ...{
          ...account,
          catalogue_id: catalogueId,
          name: `SINAPI ${month} ${state}`,
          source: 'SINAPI',
          state,
          regime: 'SD',
        },
      });
    const made = known ? null : await publishedTable(services, own, month);
    const catalogueId = known ? Number(known.id) : (made?.catalogueId ?? 0);
    const tableId = made && state === 'GO' ? made.tableId : await table(catalogueId);
    const code = { ...account, catalogue_id: catalogueId, code: '87620' };
    const [defined] = await seed.sql<{ id: string }>(
      `select id from task_definitions where account_id = $1 and catalogue_id = $2 and code = '87620'`,
      [own.accountId, catalogueId],
    );
    const definition_id = defined
      ? Number(defined.id)
      : await seed.insert('task_definitions', { ...code, description: 'Contrapiso', unit_id: own.unitId });
    const id = await seed.insert('tasks', {
      ...{ ...account, product_table_id: tableId, definition_id, unit_price: unitPrice },
    });
    return { id, tableId, catalogueId };
  };
  const reference = async (id: number) => (await get(`${path}/${id}/reference`)).body.data.task;

  test('is the published task of the latest month, of the state whose prices it uses', async () => {
    const { input, make, own, services } = desk;
    const tile = await input({ code: '31', name: 'Piso', price: '10.00' });
    const of = (sourceReference: string | null, resource = tile) =>
      make({ items: [ofProduct(resource, '1')], ...{ sourceReference: sourceReference ?? undefined } });
    const named = await of('SINAPI 87620');
    expect(await reference(named)).toBeNull();
    await publish('2026-09-01', 'GO', '57.10');
    const october = await publish('2026-10-01', 'GO', '58.91');
    const saoPaulo = await publish('2026-10-01', 'SP', null);
    const price = { month: '2026-10-01', code: '87620', regime: 'SD', unit: 'm²' };
    expect(await reference(named)).toEqual({ ...price, id: october.id, state: 'GO', unitPrice: '58.9100' });
    const cement = await product(services, { ...own, ...saoPaulo }, { code: '777', name: 'Cimento', price: '1' });
    const paulista = await of('sinapi 87620 (SP)', cement);
    expect(await reference(paulista)).toEqual({ ...price, id: saoPaulo.id, state: 'SP', unitPrice: null });
    for (const nothing of ['SINAPI 99999', 'Caderno da obra, 87620', null]) {
      expect([nothing, await reference(await of(nothing))]).toEqual([nothing, null]);
    }
    await services.seed.sql(`update product_tables set active = false where account_id = $1 and source = 'SINAPI'`, [
      own.accountId,
    ]);
    expect(await reference(named)).toBeNull();
  });
});

test('Both are told to who buys or builds, of tasks of his own account', async () => {
  const { input, make, stranger, office } = desk;
  const id = await make({ items: [ofProduct(await input({ code: '41', name: 'Fio', price: '1' }), '1')] });
  for (const part of ['history', 'reference']) {
    const of = async (token: string) => (await get(`${path}/${id}/${part}`, token)).status;
    const roles = [['PURCHASE'], ['ENGINEERING'], ['DEBIT', 'CREDIT']] as const;
    const statuses = [];
    for (const role of roles) statuses.push(await of(await office.as([...role])));
    expect([part, statuses, await of(stranger.admin)]).toEqual([part, [200, 200, 403], 404]);
  }
});
