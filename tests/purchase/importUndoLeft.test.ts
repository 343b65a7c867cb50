import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { enter } from '#tests/financial/officeKit.ts';
import { counts, importOf, of, openImports, told, undone, type ImportOffice } from './importKit.ts';
import { stock } from './productKit.ts';

let world: ImportOffice;
beforeAll(async () => {
  world = await openImports();
  const { seed } = world.services;
  await seed.insert('partners', { account_id: world.office.accountId, type: 'SUPPLIER', name: 'Depósito São Jorge' });
});
afterAll(() => world.services.stop());

const send: ImportOffice['send'] = (...call) => world.send(...call);
const undo: ImportOffice['undo'] = (...call) => world.undo(...call);
const rowsOf = (sql: string) => world.rowsOf(sql);

describe('Rows that an undo leaves', () => {
  test('are those that a document uses, that somebody changed, and that are gone', async () => {
    const { office, services } = world;
    const made = await send('partner', [
      ['name', 'phone'],
      ['Usado Ltda', ''],
      ['Mudado Ltda', ''],
      ['Excluído Ltda', ''],
      ['Parado Ltda', ''],
      ['Depósito São Jorge', '1144445555'],
    ]);
    expect(counts(made)).toEqual(of(4, 1));
    const ids: number[] = made.body.data.rows.map(({ id }: { id: number }) => id);
    const [used = 0, changed = 0, gone = 0] = ids;
    for (const value of ['100.00', '50.00']) {
      await enter(services.seed, office, { type: 'DEBIT', value, partnerId: used });
    }
    const path = `/api/v1/financial/account/${office.accountId}/partner`;
    const at = { token: office.admin };
    const body = { id: changed, type: 'SUPPLIER', name: 'Mudado SA', version: 1 };
    expect((await services.api.put(path, { ...at, body })).status).toBe(200);
    expect((await services.api.delete(`${path}/${gone}`, at)).status).toBe(200);
    const done = await undo('partner', importOf(made));
    expect(done.body.data.counts).toEqual(undone(1, 1, 3));
    expect(told(done)).toEqual([
      ['Usado Ltda', 'LEFT', 'Está em uso por 2 despesas.'],
      ['Mudado SA', 'LEFT', 'Foi alterado depois da importação.'],
      ['Cadastro excluído', 'LEFT', 'Já foi excluído depois da importação.'],
      ['Parado Ltda', 'REMOVED'],
      ['Depósito São Jorge', 'RESTORED'],
    ]);
    expect(
      await rowsOf(
        `select name, phone, version from partners where account_id = $1 and name ~ 'Ltda|SA$|Jorge' order by name`,
      ),
    ).toEqual([
      { name: 'Depósito São Jorge', phone: null, version: 3 },
      { name: 'Mudado SA', phone: null, version: 2 },
      { name: 'Usado Ltda', phone: null, version: 1 },
    ]);
  });

  test('are those whose earlier values another row has since', async () => {
    const { office, services } = world;
    const insert = (name: string, tax_id: string | null) =>
      services.seed.insert('partners', { account_id: office.accountId, type: 'SUPPLIER', name, tax_id });
    await insert('Troca de CNPJ', '04252011000110');
    const made = await send('partner', [
      ['name', 'active'],
      ['Troca de CNPJ', 'Não'],
      ['Fica livre', 'Não'],
    ]);
    // No import changes a key that it finds rows by: only a row kept by hand can ask for one that is taken.
    await services.seed.sql(
      `update register_import_rows set before = before || '{"tax_id": "11222333000181"}'
        where account_id = $1 and before is not null and import_id = ${importOf(made)}`,
      [office.accountId],
    );
    await insert('Dona do CNPJ', '11222333000181');
    const done = await undo('partner', importOf(made));
    expect(told(done)).toEqual([
      ['Troca de CNPJ', 'LEFT', 'O que tinha antes não cabe mais: outro cadastro mudou depois da importação.'],
      ['Fica livre', 'REMOVED'],
    ]);
  });

  test('are those that a foreign key holds, whatever the register knows of its uses', async () => {
    const { office, services } = world;
    const made = await send('brand', [['name'], ['Presa'], ['Solta']]);
    const [held = 0]: number[] = made.body.data.rows.map(({ id }: { id: number }) => id);
    await services.seed.sql(`create table test_holds (account_id bigint, brand_id bigint,
      foreign key (account_id, brand_id) references brands (account_id, id) deferrable initially deferred)`);
    await services.seed.sql('insert into test_holds values ($1, $2)', [office.accountId, held]);
    const done = await undo('brand', importOf(made));
    expect(told(done)).toEqual([
      ['Presa', 'LEFT', 'Em uso por outro cadastro.'],
      ['Solta', 'REMOVED'],
    ]);
    await services.seed.sql('drop table test_holds');
  });

  test('are references that something else uses since, and products whose earlier references are gone', async () => {
    const { office, services, shelf } = world;
    const barra = await services.seed.insert('units', {
      ...{ account_id: office.accountId, acronyms: 'barra', description: 'Barra' },
    });
    await stock(
      services.seed,
      { ...shelf, unit: { ...shelf.unit, kg: barra } },
      { code: 'T-1', name: 'Tubo', unit: 'kg' },
    );
    const made = await send(
      'product',
      [
        ['code', 'name', 'unit', 'productType', 'brands'],
        ['T-1', 'Tubo', 'vara', 'Material', ''],
        ['L-1', 'Luva', 'vara', 'Material', 'Só desta'],
      ],
      { createMissing: ['unit', 'brands'] },
    );
    expect(counts(made)).toEqual(of(1, 1));
    await services.seed.sql(
      `insert into product_definitions (account_id, catalogue_id, code, name, unit_id, product_type_id)
       select $1, ${shelf.catalogueId}, 'J-1', 'Joelho', u.id, ${shelf.type.Material} from units u
        where u.account_id = $1 and u.acronyms = 'vara'`,
      [office.accountId],
    );
    const at = { token: office.admin };
    expect((await services.api.delete(`/api/v1/purchase/unit/${barra}`, at)).status).toBe(200);
    const done = await undo('product', importOf(made));
    expect(told(done)).toEqual([
      ['T-1 Tubo', 'LEFT', 'A unidade que tinha antes foi excluída.'],
      ['L-1 Luva', 'REMOVED'],
      ['vara', 'LEFT', 'Está em uso por 2 insumos.'],
      ['Só desta', 'REMOVED'],
    ]);
    expect(done.body.data.counts).toEqual(undone(2, 0, 2));
  });

  test('are products that a composition uses; one with its earlier price is repriced there at once', async () => {
    const { office, services, shelf } = world;
    const { api } = services;
    await stock(services.seed, shelf, { code: 'B-1', name: 'Bloco', price: '2.0000' });
    const made = await send('product', [
      ['code', 'name', 'unit', 'productType', 'price'],
      ['B-1', 'Bloco', 'sc', 'Material', '5,00'],
      ['B-2', 'Canaleta', 'sc', 'Material', '3,00'],
    ]);
    const ids: number[] = made.body.data.rows.map(({ id }: { id: number }) => id);
    const task = await api.post('/api/v1/engineering/tasks', {
      token: office.admin,
      body: {
        ...{ code: 'CP-1', description: 'Alvenaria', unit: { id: shelf.unit.kg }, costDatabase: { id: shelf.tableId } },
        items: ids.map((resourceId) => ({ resourceId, quantity: '10' })),
      },
    });
    // 10 × 5,00 + 10 × 3,00
    expect([task.status, task.body.data.unitPrice]).toEqual([200, '80.0000']);
    const done = await undo('product', importOf(made));
    expect(told(done)).toEqual([
      ['B-1 Bloco', 'RESTORED'],
      ['B-2 Canaleta', 'LEFT', 'Está em uso por 1 composição.'],
    ]);
    const after = await api.get(`/api/v1/engineering/tasks/${task.body.data.id}`, { token: office.admin });
    // 10 × 2,00 + 10 × 3,00
    expect(after.body.data.unitPrice).toBe('50.0000');
    expect(
      await rowsOf(`select price, origin from product_prices where account_id = $1 and product_id = ${ids[0]}`),
    ).toEqual([{ price: '2.0000', origin: 'IMPORT' }]);
  });

  test('are categories of a type that the user may not change', async () => {
    const made = await send('category', [
      ['type', 'name'],
      ['Despesa', 'Cal'],
      ['Receita', 'Parcelas'],
    ]);
    const done = await undo('category', importOf(made), await world.office.as(['DEBIT']));
    expect(told(done)).toEqual([
      ['Cal', 'REMOVED'],
      ['Parcelas', 'LEFT', 'Você não tem permissão para esta operação.'],
    ]);
  });

  test('are groups with products or groups that came later, with all that they are in; the others close their gaps', async () => {
    const { services, shelf } = world;
    const made = await send('group', [
      ['code', 'name'],
      ['02', 'Hidráulica'],
      ['03', 'Pintura'],
      ['03.01', 'Tintas'],
      ['03.02', 'Rolos'],
      ['04', 'Vidros'],
    ]);
    const ids: number[] = made.body.data.rows.map(({ id }: { id: number }) => id);
    await stock(
      services.seed,
      { ...shelf, group: { ...shelf.group, binders: ids[3] ?? 0 } },
      {
        ...{ code: 'R-1', name: 'Rolo', group: 'binders' },
      },
    );
    const done = await undo('group', importOf(made));
    expect(told(done)).toEqual([
      ['Hidráulica', 'REMOVED'],
      ['Pintura', 'LEFT', 'Está em uso por 1 subgrupo.'],
      ['Tintas', 'REMOVED'],
      ['Rolos', 'LEFT', 'Está em uso por 1 insumo.'],
      ['Vidros', 'REMOVED'],
    ]);
    expect(
      await rowsOf(
        `select array_to_string(place, '.') as place, name from product_groups where account_id = $1 and name in ('Pintura', 'Rolos') order by 1`,
      ),
    ).toEqual([
      { place: '2', name: 'Pintura' },
      { place: '2.1', name: 'Rolos' },
    ]);
  });

  test('keep nothing that is known of a person who is deleted', async () => {
    const { office, services } = world;
    const id = await services.seed.insert('partners', {
      ...{ account_id: office.accountId, type: 'SUPPLIER', name: 'João da Silva', phone: '11999990000' },
    });
    const made = await send('partner', [
      ['name', 'phone'],
      ['João da Silva', '1155556666'],
    ]);
    const kept = () =>
      rowsOf(`select before::text from register_import_rows where account_id = $1 and import_id = ${importOf(made)}`);
    expect(await kept()).toEqual([{ before: '{"phone": "11999990000"}' }]);
    const at = { token: office.admin };
    await services.api.delete(`/api/v1/financial/account/${office.accountId}/partner/${id}`, at);
    expect(await kept()).toEqual([{ before: '{"phone": "erased"}' }]);
  });
});
