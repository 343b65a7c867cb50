/** Every expected figure is worked out by hand, or is that of mock 5. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { done, refusal } from '#tests/purchase/orders/kit.ts';
import { DEADLINE, startQuotes, type Quoting } from './kit.ts';

let desk: Quoting;
let steel: Quoting['steel'];

beforeAll(async () => {
  desk = await startQuotes();
  steel = desk.steel;
});
afterAll(() => desk.services.stop());

describe('A draft', () => {
  test('is numbered by its series, and keeps what is sent', async () => {
    const { building, office, areas, suppliers, shelf } = desk;
    const quote = done(
      await desk.create({
        ...{ title: '  Aço da torre A ', deliveryDate: '2026-12-04', deliveryPlace: 'Rua das Acácias, 410' },
        ...{ message: ' Cortado e dobrado ', phone: '(19) 3245-4100', deadline: DEADLINE, monthlyRate: '1.5' },
        lines: [
          { ...steel[0], description: 'Vergalhão 10 mm, cortado e dobrado' },
          { description: 'Corte e dobra na obra', unitId: shelf.unit.kg, quantity: '1.5', costEstimateGroupId: areas },
        ],
        suppliers: [
          { partnerId: suppliers.valley, email: ' Vendas@ValeVerde.com.br ' },
          { partnerId: suppliers.strong },
        ],
      }),
    );
    expect(quote).toMatchObject({
      ...{ document: 'COT-0001', title: 'Aço da torre A', state: 'DRAFT', version: 1, message: 'Cortado e dobrado' },
      ...{ building: { id: building, name: 'Vila das Ipês' }, deliveryDate: '2026-12-04', deadline: DEADLINE },
      company: { id: office.companyId, account: { id: office.accountId } },
      ...{ monthlyRate: '1.5000', buyer: { id: expect.any(Number) }, sentAt: null, orders: [], awards: [] },
      lines: [
        {
          ...{ product: { id: steel[0]?.productId, code: '0003' }, description: 'Vergalhão 10 mm, cortado e dobrado' },
          ...{ quantity: '8420.0000', referencePrice: '6.8000', unit: { acronyms: 'sc' } },
          costEstimateGroup: { id: areas, name: 'Áreas comuns' },
        },
        { product: null, description: 'Corte e dobra na obra', quantity: '1.5000', referencePrice: null },
      ],
      suppliers: [
        {
          partner: { name: 'Siderúrgica Vale Verde' },
          email: 'Vendas@ValeVerde.com.br',
          state: 'CHOSEN',
          answer: null,
        },
        { partner: { name: 'Aço Forte Distribuidora' }, email: null, state: 'CHOSEN' },
      ],
      comparison: { referenceTotal: null, bestOfLines: [], bestSingle: null, bestCombination: null, awarded: null },
    });
    expect((await desk.read(quote.id)).lines).toEqual(quote.lines);
  });

  test('takes the price of the estimate that counts where none is stated, and none where null is', async () => {
    const { seed, office, shelf, product } = desk;
    const id = await product('0777', 'Cal hidratada');
    const [estimate] = await seed.sql<{ id: number }>('select id from cost_estimates');
    await seed.insert('cost_estimate_resources', {
      ...{ account_id: office.accountId, cost_estimate_id: estimate?.id, type: 'PRODUCT', product_id: id },
      ...{ product_table_id: shelf.tableId, code: '0777', description: 'Cal', unit: 'sc', unit_price: '17.25' },
    });
    const quote = done(
      await desk.create({
        lines: [
          { productId: id, quantity: '10' },
          { productId: id, quantity: '10', referencePrice: null },
          { productId: id, quantity: '10', referencePrice: '1' },
        ],
      }),
    );
    expect(quote.lines.map(({ referencePrice }: { referencePrice: string }) => referencePrice)).toEqual([
      '17.2500',
      null,
      '1.0000',
    ]);
  });

  test.each([
    ['a building of nobody', { buildingId: 999_999 }, ['buildingId: Obra não encontrada.']],
    [
      'a deadline that has passed',
      { deadline: '2026-11-20T14:59:59Z' },
      ['deadline: Escolha um momento que ainda não passou.'],
    ],
    [
      'a line without product and text',
      { lines: [{ quantity: '1' }] },
      ['lines.0.productId: Escolha um insumo ou descreva o que cotar.', 'lines.0.unitId: Escolha a unidade.'],
    ],
    [
      'a quantity of zero',
      { lines: [{ description: 'Frete', unitId: 999_999, quantity: '0' }] },
      ['lines.0.quantity: Informe a quantidade.', 'lines.0.unitId: Unidade não encontrada.'],
    ],
    [
      'an unknown product',
      { lines: [{ productId: 999_999, quantity: '1' }] },
      ['lines.0.productId: Insumo não encontrado.'],
    ],
    [
      'an unknown supplier',
      { suppliers: [{ partnerId: 999_999 }] },
      ['suppliers.0.partnerId: Fornecedor não encontrado.'],
    ],
    [
      'an address that is none',
      { suppliers: [{ partnerId: 999_999, email: 'vendas@' }] },
      ['suppliers.0.email: Informe um e-mail válido.', 'suppliers.0.partnerId: Fornecedor não encontrado.'],
    ],
  ])('is refused with %s, at the field', async (_, body, problems) => {
    expect(refusal(await desk.create(body))).toEqual([422, ...problems]);
  });

  test('needs a title and a building', async () => {
    expect(refusal(await desk.create({ title: ' ', buildingId: undefined }))).toEqual([
      400,
      'buildingId: Campo obrigatório.',
      'title: Campo obrigatório.',
    ]);
  });

  test('refuses a customer, the same supplier twice, another unit and a stage of another building', async () => {
    const { customer, suppliers, shelf, other, areas } = desk;
    expect(
      refusal(
        await desk.create({
          buildingId: other,
          lines: [{ ...steel[0], unitId: shelf.unit.kg, costEstimateGroupId: areas }],
          suppliers: [{ partnerId: customer }, { partnerId: suppliers.strong }, { partnerId: suppliers.strong }],
        }),
      ),
    ).toEqual([
      422,
      'suppliers.2.partnerId: Este fornecedor já está na cotação.',
      'lines.0.unitId: Use a unidade do insumo ou a sua unidade de compra.',
      'lines.0.costEstimateGroupId: Etapa não encontrada nesta obra.',
      'suppliers.0.partnerId: Fornecedor não encontrado.',
    ]);
  });

  test('keeps what a change leaves out, replaces lines and suppliers, and refuses a stale version', async () => {
    const { strong, union } = desk.suppliers;
    const made = done(
      await desk.create({ lines: steel.slice(0, 2), suppliers: [{ partnerId: strong }], message: 'Na obra' }),
    );
    const [first] = made.lines;
    const changed = done(
      await desk.update(made.id, {
        ...{ version: 1, title: 'Aço' },
        lines: [{ ...steel[2] }, { id: first.id, quantity: '5' }],
        suppliers: [{ partnerId: union }],
      }),
    );
    expect(changed).toMatchObject({
      ...{ version: 2, title: 'Aço', message: 'Na obra' },
      lines: [
        { product: { code: '0009' }, quantity: '2960.0000' },
        { id: first.id, product: { code: '0003' }, quantity: '5.0000', referencePrice: '6.8000' },
      ],
      suppliers: [{ partner: { id: union } }],
    });
    expect(refusal(await desk.update(made.id, { version: 1, title: 'Aço' }))).toEqual([
      409,
      'Esta cotação foi alterada por outra pessoa. Confira a versão gravada e tente de novo.',
    ]);
  });
});

describe('A quote that was sent', () => {
  test('keeps what suppliers read of its lines, and takes product and reference of a line in words', async () => {
    const { shelf, suppliers } = desk;
    const made = done(
      await desk.create({
        ...{ deadline: DEADLINE, suppliers: [{ partnerId: suppliers.strong }] },
        lines: [steel[0], { description: 'Arame preto', unitId: shelf.unit.sc, quantity: '3' }],
      }),
    );
    await desk.sent(made.id);
    const [first, second] = made.lines;
    const said = 'A cotação já foi enviada: o que os fornecedores leem dos itens não muda.';
    expect(
      refusal(
        await desk.update(made.id, {
          lines: [
            { id: first.id, quantity: '1' },
            { id: second.id, quantity: '3' },
          ],
        }),
      ),
    ).toEqual([422, `lines.0: ${said}`]);
    expect(refusal(await desk.update(made.id, { lines: [{ id: first.id, quantity: '8420' }] }))).toEqual([
      422,
      `lines: ${said}`,
    ]);
    expect(refusal(await desk.update(made.id, { deadline: null, suppliers: [], buildingId: desk.other }))).toEqual([
      422,
      'buildingId: A cotação já foi enviada: a obra não muda.',
      'deadline: A cotação já foi enviada: informe até quando respondem.',
      'suppliers: Aço Forte Distribuidora já recebeu a cotação: revogue o acesso em vez de retirá-lo.',
      'lines.0.costEstimateGroupId: Etapa não encontrada nesta obra.',
    ]);
    const changed = done(
      await desk.update(made.id, {
        lines: [
          { id: first.id, quantity: '8420', referencePrice: '6.70' },
          { id: second.id, quantity: '3', productId: steel[4]?.productId, referencePrice: '14.50' },
        ],
      }),
    );
    expect(changed.lines).toMatchObject([
      { referencePrice: '6.7000', product: { code: '0003' } },
      { description: 'Arame preto', product: { code: '0040' }, referencePrice: '14.5000' },
    ]);
  });

  test('waits for answers until the deadline, is decided after it or once everybody answered', async () => {
    const { suppliers, services } = desk;
    const made = done(
      await desk.create({
        ...{ deadline: '2026-11-20T15:10:00Z', lines: steel.slice(0, 1) },
        suppliers: [{ partnerId: suppliers.strong }, { partnerId: suppliers.union }],
      }),
    );
    const [strong, union] = made.suppliers;
    await desk.sent(made.id);
    expect(await desk.read(made.id)).toMatchObject({
      state: 'WAITING',
      suppliers: [{ state: 'UNOPENED' }, { state: 'UNOPENED' }],
    });
    await desk.answer(made, strong.id, { prices: [['6.40']] });
    const theirs = desk.page(await desk.link(made.id, union.id));
    done(await theirs.decline({ reason: ' Sem estoque ' }));
    expect(await desk.read(made.id)).toMatchObject({
      state: 'TO_DECIDE',
      suppliers: [{ state: 'ANSWERED' }, { state: 'DECLINED', declineReason: 'Sem estoque', answer: null }],
    });
    done(await theirs.resume());
    expect((await desk.read(made.id)).state).toBe('WAITING');
    services.clock.set('2026-11-20T15:10:00.000Z');
    expect((await desk.read(made.id)).state).toBe('TO_DECIDE');
    services.clock.set('2026-11-20T15:00:00.000Z');
  });
});

describe('Closing', () => {
  test('ends a quote with its reason, and opening it again brings it back', async () => {
    const made = done(await desk.create({ lines: steel.slice(0, 1) }));
    expect(done(await desk.close(made.id, { reason: ' Obra parada ' }))).toMatchObject({
      state: 'CLOSED',
      closeReason: 'Obra parada',
    });
    expect(refusal(await desk.update(made.id, {}))).toEqual([
      422,
      'id: Esta cotação está encerrada. Reabra-a para continuar.',
    ]);
    expect(done(await desk.reopen(made.id))).toMatchObject({ state: 'DRAFT', closeReason: null });
    expect(refusal(await desk.reopen(made.id))).toEqual([422, 'id: Só uma cotação encerrada é reaberta.']);
    done(await desk.api.delete(desk.at(made.id), { token: desk.token }));
    expect((await desk.api.get(desk.at(made.id), { token: desk.token })).status).toBe(404);
  });
});
