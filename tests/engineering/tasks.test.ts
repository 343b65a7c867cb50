import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { nextCode, ofProduct, ofTask, path, publishedTable, product, said, startDesk, type Desk } from './tasksKit.ts';

let desk: Desk;
let { services, office, own, stranger, foreign, bodyOf, post, make, read, put, input } = {} as Desk;

beforeAll(async () => {
  desk = await startDesk();
  ({ services, office, own, stranger, foreign, bodyOf, post, make, read, put, input } = desk);
});
afterAll(() => services.stop());

describe('Tasks', () => {
  test('of mock 24 cost 61.2264, split into material, labour and equipment', async () => {
    const cement = await input({ code: '0118', name: 'Cimento CP II-E-32, saco 50 kg', price: '36.80' });
    const sand = await input({ code: '0204', name: 'Areia média lavada', price: '145.00' });
    const helper = await input({ code: '88316', name: 'Servente com encargos', price: '26.70', type: 'labour' });
    const mixer = await input({ code: '88830', name: 'Betoneira 400 L', price: '2.14', type: 'equipment' });
    const mason = await input({ code: '88309', name: 'Pedreiro com encargos', price: '42.48', type: 'labour' });
    const glue = await input({ code: '0233', name: 'Adesivo acrílico', price: '12.90' });
    const mesh = await input({ code: '0247', name: 'Tela antifissura', price: '9.45' });
    const cart = await input({ code: 'J-1', name: 'Transporte com jerica', price: '58.33', type: 'labour' });
    const mortar = await make({
      description: 'Argamassa 1:4, betoneira 400 L',
      items: [ofProduct(cement, '8.26'), ofProduct(sand, '1.22'), ofProduct(helper, '5.14'), ofProduct(mixer, '0.98')],
    });
    const carriage = await make({ description: 'Transporte com jerica, até 30 m', items: [ofProduct(cart, '1')] });
    const floor = await post(
      bodyOf({
        code: 'CP-0142',
        description: '  Contrapiso em   argamassa 1:4 ',
        items: [
          ofTask(mortar, '0.0431'),
          ofProduct(mason, '0.4820'),
          ofProduct(helper, '0.2410'),
          ofProduct(glue, '0.21'),
          ofTask(carriage, '0.0431'),
          ofProduct(mesh, '0.25'),
        ],
      }),
    );
    const { data } = floor.body;
    expect((await read(mortar)).unitPrice).toBe('620.2032');
    expect(data).toMatchObject({
      code: 'CP-0142',
      description: 'Contrapiso em argamassa 1:4',
      name: 'Contrapiso em argamassa 1:4',
      unit: { id: own.unitId, acronyms: 'm²', description: 'Metro quadrado' },
      costDatabase: { id: own.tableId, name: 'Próprios', source: 'GO' },
      group: null,
      sourceReference: null,
      unitPrice: '61.2264',
      itemCount: 6,
      active: true,
      readOnly: false,
      account: { id: office.accountId },
      version: 1,
    });
    expect(data.items.map(({ totalPrice }: { totalPrice: string }) => totalPrice)).toEqual([
      '26.7308',
      '20.4754',
      '6.4347',
      '2.7090',
      '2.5140',
      '2.3625',
    ]);
    expect(data.items[0]).toMatchObject({
      kind: 'TASK',
      taskId: mortar,
      resourceId: null,
      name: 'Argamassa 1:4, betoneira 400 L',
      unit: 'm²',
      quantity: '0.0431',
      unitPrice: '620.2032',
    });
    const types = [
      { productType: { id: own.types.material, name: 'Material' }, price: '25.7969' },
      { productType: { id: own.types.labour, name: 'Mão de obra' }, price: '35.3391' },
      { productType: { id: own.types.equipment, name: 'Equipamento' }, price: '0.0904' },
    ];
    expect(data.pricesByType).toEqual(types);
    expect(await read(data.id)).toEqual(data);
  });

  test('are changed under their version and deleted, each change with its trace in the history', async () => {
    const { api, seed } = services;
    const brick = await input({ code: 'H-1', name: 'Tijolo', price: '2.00' });
    const lime = await input({ code: 'H-2', name: 'Cal', price: '1.00' });
    const made = (await post(bodyOf({ code: 'H-100', items: [ofProduct(brick, '10'), ofProduct(lime, '3')] }))).body
      .data;
    const { id, items } = made;
    const whole = { ...made, description: 'Parede', name: 'Parede', items: [{ ...items[1], quantity: '4' }] };
    // The figures of a line are echoes: those of the changed quantity are what the service computes.
    whole.items[0].totalPrice = '4.0000';
    whole.itemCount = 1;
    whole.unitPrice = '4.0000';
    whole.pricesByType = [{ productType: { id: own.types.material, name: 'Material' }, price: '4.0000' }];
    const changed = await put(id, whole);
    expect(changed.body.data).toEqual({ ...whole, version: 2 });
    expect((await put(id, whole)).status).toBe(409);
    const wrong = await put(id, { ...whole, version: 2, unitPrice: '5.0000' });
    expect(said(wrong)).toEqual([
      400,
      [
        {
          path: 'unitPrice',
          message: 'Este campo não pode ser alterado aqui. Envie o valor atual ou deixe-o de fora.',
        },
      ],
    ]);
    expect((await api.delete(`${path}/${id}`, { token: office.admin })).body.data).toEqual({ id });
    const gone = await api.get(`${path}/${id}`, { token: office.admin });
    expect([gone.status, gone.body.message]).toEqual([404, 'Composição não encontrada.']);
    expect(await seed.sql('select 1 from task_definitions where code = $1', ['H-100'])).toEqual([]);
    const history = await seed.sql<{ action: string; price: string | null }>(
      `select action, details -> 'after' ->> 'unitPrice' as price from audit_log
       where entity = 'task' and entity_id = $1 order by id`,
      [id],
    );
    expect(history).toEqual([
      { action: 'create', price: '23.0000' },
      { action: 'update', price: '4.0000' },
      { action: 'delete', price: null },
    ]);
  });

  test('keep quantities at four places half-even, and prices of lines at four', async () => {
    const tiny = await input({ code: 'R-1', name: 'Prego', price: '0.3333' });
    const half = ['0.00005', '0.00015', '0.00025', '1.23455', '2'];
    const { data } = (await post(bodyOf({ items: half.slice(1).map((quantity) => ofProduct(tiny, quantity)) }))).body;
    expect(data.items.map(({ quantity, totalPrice }: Record<string, string>) => [quantity, totalPrice])).toEqual([
      ['0.0002', '0.0001'],
      ['0.0002', '0.0001'],
      ['1.2346', '0.4115'],
      ['2', '0.6666'],
    ]);
    expect(data.unitPrice).toBe('1.0783');
    const nothing = await post(bodyOf({ items: [ofProduct(tiny, '0.00005')] }));
    expect(said(nothing)).toEqual([
      422,
      [{ path: 'items.0.quantity', message: 'Informe um coeficiente maior que zero.' }],
    ]);
  });

  test('with an input without a price are incomplete, all the way up, and complete once it has one', async () => {
    const { seed } = services;
    const unknown = await input({ code: 'N-1', name: 'Sob consulta', price: null });
    const child = await make({ items: [ofProduct(unknown, '1')] });
    const parent = await make({ items: [ofTask(child, '2')] });
    expect(await read(parent)).toMatchObject({
      unitPrice: null,
      pricesByType: [],
      items: [{ unitPrice: null, totalPrice: null, pricesByType: [] }],
    });
    await seed.sql('update products set price = 5 where id = $1', [unknown]);
    const priced = await input({ code: 'N-2', name: 'Com preço', price: '1.50' });
    await put(child, { ...bodyOf({ items: [ofProduct(priced, '3')] }), costDatabase: { id: own.tableId } });
    expect((await read(parent)).unitPrice).toBe('9.0000');
  });

  test('say what is wrong at each field', async () => {
    const ok = await input({ code: 'W-1', name: 'Certo', price: '1.00' });
    const theirs = await product(services, foreign, { code: 'F-1', name: 'CANARIO', price: '1.00' });
    const { tableId: sinapi } = await publishedTable(services, office, '2026-09-01');
    const taken = nextCode();
    await make({ code: taken, items: [ofProduct(ok, '1')] });
    const items = [ofProduct(ok, '1')];
    const required = 'Campo obrigatório.';
    const cases: [object, number, string, string][] = [
      [bodyOf({ items: [] }), 422, 'items', 'Inclua ao menos um item.'],
      [bodyOf({ items: [ofProduct(ok, '0')] }), 422, 'items.0.quantity', 'Informe um coeficiente maior que zero.'],
      [bodyOf({ items: [ofProduct(theirs, '1')] }), 422, 'items.0.resourceId', 'Insumo não encontrado.'],
      [bodyOf({ items: [...items, ofTask(999_999, '1')] }), 422, 'items.1.taskId', 'Composição não encontrada.'],
      [bodyOf({ items: [{ ...items[0], id: 5 }] }), 422, 'items.0.id', 'Item não encontrado nesta composição.'],
      [
        bodyOf({ items: [{ quantity: '1' }] }),
        400,
        'items.0.resourceId',
        'Indique um insumo (resourceId) ou uma composição (taskId).',
      ],
      [
        bodyOf({ items: [ofProduct(ok, '9999999999999'), ofProduct(ok, '9999999999999')] }),
        422,
        'items',
        'O preço unitário passa do maior valor aceito.',
      ],
      [{ ...bodyOf({ items }), unit: { id: 999_999 } }, 422, 'unit', 'Unidade não encontrada.'],
      [
        { ...bodyOf({ items }), costDatabase: { id: foreign.tableId } },
        422,
        'costDatabase',
        'Base de custos não encontrada.',
      ],
      [
        { ...bodyOf({ items }), costDatabase: { id: sinapi } },
        422,
        'costDatabase',
        'Esta base é publicada pelo SINAPI e só muda por importação.',
      ],
      [
        { ...bodyOf({ items }), code: 'com espaço' },
        400,
        'code',
        'Use até 30 letras, números, ponto, hífen e barra, sem espaços.',
      ],
      [
        { ...bodyOf({ items }), code: taken.toLowerCase() },
        409,
        'code',
        'Já existe uma composição com este código nesta base.',
      ],
      [{ ...bodyOf({ items }), description: undefined }, 400, 'description', required],
      [{ ...bodyOf({ items }), description: '  ' }, 400, 'description', required],
      [
        { ...bodyOf({ items }), name: 'Outro' },
        400,
        'name',
        'Descrição e nome são o mesmo texto: envie um deles, ou os dois iguais.',
      ],
      [{ ...bodyOf({ items }), color: 'azul' }, 400, 'color', 'Campo desconhecido.'],
      [
        { ...bodyOf({ items }), account: { id: stranger.accountId } },
        400,
        'account.id',
        'Este campo não pode ser alterado aqui. Envie o valor atual ou deixe-o de fora.',
      ],
    ];
    for (const [body, status, field, message] of cases) {
      const reply = await post(body);
      expect([field, reply.status]).toEqual([field, status]);
      expect(reply.body.fields).toEqual([{ path: field, message }]);
    }
    const dear = await input({ code: 'W-2', name: 'Caro', price: '999999999.0000' });
    expect(said(await post(bodyOf({ items: [ofProduct(dear, '9999999')] })))).toEqual([
      422,
      [{ path: 'items.0.quantity', message: 'O total deste item passa do maior valor aceito.' }],
    ]);
    const many = Array.from({ length: 501 }, () => ofProduct(ok, '1'));
    expect(said(await post(bodyOf({ items: many })))).toEqual([
      400,
      [{ path: 'items', message: 'Informe no máximo 500 itens.' }],
    ]);
    expect((await post(bodyOf({ items: many.slice(1) }))).body.data.unitPrice).toBe('500.0000');
    const snapshot = await services.api.get(`${path}/1?snapshot=3`, { token: office.admin });
    expect([snapshot.status, snapshot.body.message]).toEqual([404, 'Orçamento não encontrado.']);
  });

  test('are made at the address of the account too, with the name for the description', async () => {
    const { api } = services;
    const ok = await input({ code: 'A-1', name: 'Certo', price: '1.00' });
    const { description: _description, ...body } = bodyOf({ items: [ofProduct(ok, '1')] });
    const at = (accountId: number) =>
      api.post(`/api/v1/engineering/account/${accountId}/task/`, {
        token: office.admin,
        body: { ...body, name: 'Com nome', account: { id: office.accountId } },
      });
    expect((await at(office.accountId)).body.data).toMatchObject({ name: 'Com nome', description: 'Com nome' });
    expect((await at(stranger.accountId)).status).toBe(404);
  });
});

describe('Circles', () => {
  test('are refused at the item, with the path in words, and so are nine levels', async () => {
    const ok = await input({ code: 'C-1', name: 'Cimento', price: '1.00' });
    const mortar = await make({ description: 'Argamassa', items: [ofProduct(ok, '1')] });
    const wall = await make({ description: 'Alvenaria', items: [ofTask(mortar, '1')] });
    const house = await make({ description: 'Casa', items: [ofTask(wall, '1')] });
    const change = (id: number, description: string, child: number) =>
      put(id, bodyOf({ description, items: [ofProduct(ok, '1'), ofTask(child, '1')] }));
    const circle = (message: string) => [422, [{ path: 'items.1.taskId', message }]];
    expect(said(await change(mortar, 'Argamassa', wall))).toEqual(
      circle('Faria um círculo: Argamassa → Alvenaria → Argamassa.'),
    );
    expect(said(await change(mortar, 'Argamassa', house))).toEqual(
      circle('Faria um círculo: Argamassa → Casa → Alvenaria → Argamassa.'),
    );
    expect(said(await change(mortar, 'Argamassa', mortar))).toEqual(circle('Faria um círculo: Argamassa → Argamassa.'));
    let top = house;
    for (let level = 4; level <= 8; level += 1) top = await make({ items: [ofTask(top, '1')] });
    expect(said(await post(bodyOf({ items: [ofTask(top, '1')] })))).toEqual([
      422,
      [{ path: 'items.0.taskId', message: 'A composição ficaria com 9 níveis; o máximo é 8.' }],
    ]);
    const deeper = await make({ items: [ofProduct(ok, '1')] });
    expect(said(await change(mortar, 'Argamassa', deeper))).toEqual(
      circle('A composição ficaria com 9 níveis; o máximo é 8.'),
    );
  });

  test('are closed by neither of two writers who begin at both ends at once', async () => {
    const ok = await input({ code: 'C-2', name: 'Areia', price: '1.00' });
    for (let round = 0; round < 5; round += 1) {
      const [a, b] = [await make({ items: [ofProduct(ok, '1')] }), await make({ items: [ofProduct(ok, '1')] })];
      const replies = await Promise.all([
        put(a, bodyOf({ items: [ofTask(b, '1')] })),
        put(b, bodyOf({ items: [ofTask(a, '1')] })),
      ]);
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 422]);
    }
  });
});
