import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { openOffice, type Office } from '#tests/financial/officeKit.ts';
import { startServices, type Reply, type TestServices } from '#tests/support/services.ts';

let services: TestServices;
let office: Office;
let groups: string;

beforeAll(async () => {
  services = await startServices();
});
afterAll(() => services.stop());
/** Each test has an account, and so a tree, of its own. */
beforeEach(async () => {
  office = await openOffice(services.seed);
  groups = `/api/v1/purchase/account/${office.accountId}/product-group`;
});

type Body = Record<string, unknown>;
const send = (body: Body, token = office.admin) => services.api.post(groups, { token, body });
const put = (body: Body, token = office.admin) => services.api.put(groups, { token, body });
const said = ({ status, body }: Reply) => [status, body.fields];

const made = async (name: string, parent?: number, position?: number): Promise<number> => {
  const { status, text, body } = await send({
    name,
    ...(parent === undefined ? {} : { parent: { id: parent } }),
    ...(position === undefined ? {} : { position }),
  });
  if (status !== 200) throw new Error(text);
  return body.data.id;
};

/** The tree as it is listed: "01 Elétrica". */
const tree = async (path = '', query: Record<string, string> = {}): Promise<string[]> => {
  const { body } = await services.api.get(`${groups}${path}`, { token: office.admin, query });
  return body.data.content.map(({ code, name }: { code: string; name: string }) => `${code} ${name}`);
};

/** Inserts a product of the group. */
const fill = async (groupId: number, code: string): Promise<void> => {
  const owned = { account_id: office.accountId };
  await services.seed.insert('product_definitions', {
    ...owned,
    catalogue_id: await services.seed.insert('catalogues', { ...owned, source: 'GO' }),
    unit_id: await services.seed.insert('units', { ...owned, acronyms: code, description: code }),
    product_type_id: await services.seed.insert('product_types', { ...owned, name: code }),
    ...{ product_group_id: groupId, code, name: code },
  });
};

describe('Product groups', () => {
  test('are made at the end of their parent or at a position, renamed, and deleted with the gap closed', async () => {
    const { api, seed } = services;
    const token = await office.as(['PURCHASE']);
    const account = { id: office.accountId };
    const first = await send({ name: ' Cimento,  areia e brita ', account }, token);
    const { id } = first.body.data;
    expect(first.body.data).toEqual({
      ...{ id: expect.any(Number), name: 'Cimento, areia e brita', code: '01', parent: null },
      ...{ position: 1, level: 1, leaf: true, active: true, account, version: 1 },
    });
    const second = await made('Elétrica');
    const sand = await made('Areias', id);
    await made('Cimentos', id, 1);
    expect(await tree()).toEqual(['01 Cimento, areia e brita', '01.01 Cimentos', '01.02 Areias', '02 Elétrica']);
    const renamed = await put({ id, name: 'Agregados', active: false, version: 1 }, token);
    expect(renamed.body.data).toEqual({
      ...first.body.data,
      ...{ name: 'Agregados', active: false, leaf: false, version: 2 },
    });
    expect((await put({ id, name: 'X', version: 1 })).status).toBe(409);
    const child = (await api.get(`${groups}/${sand}`, { token })).body.data;
    expect(child).toMatchObject({
      code: '01.02',
      parent: { id, name: 'Agregados' },
      position: 2,
      level: 2,
      leaf: true,
    });
    const before = await made('Aço', undefined, 1);
    expect(await tree()).toEqual(['01 Aço', '02 Agregados', '02.01 Cimentos', '02.02 Areias', '03 Elétrica']);
    expect((await api.delete(`${groups}/${before}`, { token })).body.data).toEqual({ id: before });
    expect(await tree()).toEqual(['01 Agregados', '01.01 Cimentos', '01.02 Areias', '02 Elétrica']);
    const history = `select action, details -> 'place' as place from audit_log
      where entity = 'productGroup' and entity_id = $1 order by id`;
    expect(await seed.sql(history, [id])).toEqual([
      { action: 'create', place: [1] },
      { action: 'update', place: null },
    ]);
    expect((await api.get(`${groups}/${second}`, { token })).body.data.version).toBe(1);
  });

  test('move with all groups inside, in one command of as many statements for a large branch as for a small one', async () => {
    const [a, b] = [await made('A'), await made('B')];
    const inA = await made('A1', a);
    await made('A1a', inA);
    await made('A1b', inA);
    await made('B1', b);
    const moved = await put({ id: inA, name: 'A1', parent: { id: b }, position: 1, version: 1 });
    expect(moved.body.data).toMatchObject({ code: '02.01', parent: { id: b, name: 'B' }, level: 2, version: 2 });
    expect(await tree()).toEqual(['01 A', '02 B', '02.01 A1', '02.01.001 A1a', '02.01.002 A1b', '02.02 B1']);
    const top = await put({ id: inA, name: 'A1', parent: null, position: 1 });
    expect(top.body.data).toMatchObject({ code: '01', parent: null });
    expect(await tree()).toEqual(['01 A1', '01.01 A1a', '01.02 A1b', '02 A', '03 B', '03.01 B1']);
    for (let index = 0; index < 40; index += 1) await made(`G${index}`, inA);
    const large = await put({ id: inA, name: 'A1', parent: { id: b } });
    expect(large.body.data).toMatchObject({ code: '02.02' });
    expect(large.headers['x-sql-queries']).toBe(moved.headers['x-sql-queries']);
    expect((await tree()).slice(-2)).toEqual(['02.02.041 G38', '02.02.042 G39']);
  });

  test('are refused inside themselves, below the fourth level, and where there is no such place', async () => {
    const a = await made('A');
    const b = await made('B', a);
    const c = await made('C', b);
    const d = await made('D', c);
    const other = await made('E');
    const within = await made('F', other);
    const cycle = [{ path: 'parent', message: 'Um grupo não pode ficar dentro de si mesmo.' }];
    expect(said(await put({ id: a, name: 'A', parent: { id: c } }))).toEqual([422, cycle]);
    expect(said(await put({ id: a, name: 'A', parent: { id: a } }))).toEqual([422, cycle]);
    const deep = [{ path: 'parent', message: 'Os grupos têm no máximo quatro níveis.' }];
    expect(said(await send({ name: 'X', parent: { id: d } }))).toEqual([422, deep]);
    expect(said(await put({ id: other, name: 'E', parent: { id: c } }))).toEqual([422, deep]);
    expect((await put({ id: within, name: 'F', parent: { id: c } })).body.data.code).toBe('01.01.001.002');
    const far = [{ path: 'position', message: 'Não há tantos grupos neste lugar.' }];
    expect(said(await send({ name: 'X', position: 4 }))).toEqual([422, far]);
    expect(said(await put({ id: other, name: 'E', position: 3 }))).toEqual([422, far]);
    expect((await send({ name: 'X', position: 0 })).body.fields[0].path).toBe('position');
    const unknown = [{ path: 'parent', message: 'Grupo de insumos não encontrado.' }];
    expect(said(await send({ name: 'X', parent: { id: 999_999 } }))).toEqual([422, unknown]);
    const taken = [{ path: 'name', message: 'Já existe um grupo com este nome neste lugar.' }];
    expect(said(await send({ name: 'É' }))).toEqual([409, taken]);
    expect((await send({ name: 'e', parent: { id: a } })).status).toBe(200);
  });

  test('hold products or groups, not both, and are not deleted while they hold something', async () => {
    const { api } = services;
    const [a, b] = [await made('Aços'), await made('Brocas')];
    await fill(a, 'P1');
    const full = [{ path: 'parent', message: 'O grupo Aços tem insumos: mova-os antes de criar grupos dentro dele.' }];
    expect(said(await send({ name: 'X', parent: { id: a } }))).toEqual([422, full]);
    expect(said(await put({ id: b, name: 'Brocas', parent: { id: a } }))).toEqual([422, full]);
    const refusal = async (id: number) => {
      const { status, body } = await api.delete(`${groups}/${id}`, { token: office.admin });
      return [status, body.message];
    };
    expect(await refusal(a)).toEqual([
      409,
      'Este grupo não pode ser excluído: está em uso por 1 insumo. Desative-o para que não apareça em novos lançamentos.',
    ]);
    await made('Widia', b);
    await made('Aço rápido', b);
    expect((await refusal(b))[1]).toContain('está em uso por 2 subgrupos.');
    expect(await tree()).toEqual(['01 Aços', '02 Brocas', '02.01 Widia', '02.02 Aço rápido']);
  });

  test('are listed in the order of the tree, by page, search and name; parents and leaves by themselves', async () => {
    const a = await made('Ático');
    await made('Beiral', a);
    await made('Calha', a);
    await made('Zinco');
    expect(await tree('', { page: '0', size: '2000000' })).toEqual([
      '01 Ático',
      '01.01 Beiral',
      '01.02 Calha',
      '02 Zinco',
    ]);
    expect(await tree('', { page: '1', size: '2' })).toEqual(['01.02 Calha', '02 Zinco']);
    expect(await tree('', { sort: 'name:desc', size: '1' })).toEqual(['02 Zinco']);
    expect(await tree('', { search: 'AT' })).toEqual(['01 Ático']);
    expect(await tree('', { name: 'zinco' })).toEqual(['02 Zinco']);
    expect(await tree('/parents', { page: '0', size: '50' })).toEqual(['01 Ático']);
    expect(await tree('/leaves')).toEqual(['01.01 Beiral', '01.02 Calha', '02 Zinco']);
    for (let index = 0; index < 9; index += 1) await made(`G${index}`);
    expect((await tree()).slice(-2)).toEqual(['10 G7', '11 G8']);
  });

  test('stay one tree when two people make and move them at once', async () => {
    const a = await made('A');
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        index % 2 ? send({ name: `N${index}`, position: 1 }) : put({ id: a, name: 'A', position: 1 }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
    expect((await tree()).map((line) => line.slice(0, 2))).toEqual(['01', '02', '03', '04']);
  });

  test('are read with PURCHASE or ENGINEERING, changed with PURCHASE, and those of another account do not exist', async () => {
    const { api, seed } = services;
    const id = await made('A');
    const statuses = async (token: string) => [
      (await api.get(groups, { token })).status,
      (await api.get(`${groups}/leaves`, { token })).status,
      (await send({ name: `Novo ${token.slice(0, 8)}` }, token)).status,
      (await put({ id, name: 'A' }, token)).status,
    ];
    expect(await statuses(await office.as(['DEBIT', 'CREDIT']))).toEqual([403, 403, 403, 403]);
    expect(await statuses(await office.as(['ENGINEERING']))).toEqual([200, 200, 403, 403]);
    expect(await statuses(await office.as(['PURCHASE']))).toEqual([200, 200, 200, 200]);
    const stranger = await openOffice(seed, 'CANARIO');
    const theirs = await seed.insert('product_groups', {
      account_id: stranger.accountId,
      name: 'CANARIO',
      place: '{1}',
    });
    const token = office.admin;
    const probes = [
      await api.get(`${groups}/${theirs}`, { token }),
      await put({ id: theirs, name: 'X' }),
      await api.delete(`${groups}/${theirs}`, { token }),
      await api.get(`/api/v1/purchase/account/${stranger.accountId}/product-group`, { token }),
      await send({ name: 'X', parent: { id: theirs } }),
    ];
    expect(probes.map(({ status }) => status)).toEqual([404, 404, 404, 404, 422]);
    expect(probes.map(({ text }) => text).join()).not.toContain('CANARIO');
  });
});
