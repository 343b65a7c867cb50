import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { slowness } from '#tests/support/pace.ts';
import { matchItems, type InvoicedItem, type OrderedLine } from '#domain/purchase/invoices/matching.ts';
import { similarity, wordsOf } from '#domain/purchase/invoices/names.ts';
import { lineFactor, type LineUnits } from '#domain/purchase/invoices/units.ts';
import { done } from '../orders/kit.ts';
import { both, startInvoices, type InvoiceDesk } from './kit.ts';
import { CEMENT, nfe, type Item } from './nfeXml.ts';

describe('Names of one product', () => {
  test.each([
    // cimento, cp, ii, 32, saco, 50, kg (7) and cim, cpii, 32, sc, 50, kg (6): cim, 32, 50, kg.
    ['Cimento CP II-E-32, saco 50 kg', 'CIM CPII E 32 SC 50KG', 61],
    // areia, média, lavada: all three.
    ['Areia média lavada', 'AREIA MEDIA LAVADA', 100],
    // areia, média, lavada and areia, fina: one of five.
    ['Areia média lavada', 'Areia fina', 40],
    ['Tubo PVC 100 mm', 'TUBO PVC 150 MM', 75],
    // Numbers have no beginnings: 10 is not 100.
    ['Prego 17', 'Parafuso 170', 0],
    ['Brita 1', '', 0],
    ['Bloco', 'BLO', 100],
    ['Bloco', 'BL', 0],
  ])('%s, %s: %d %%', (one, other, percent) => {
    expect([similarity(wordsOf(one), wordsOf(other)), similarity(wordsOf(other), wordsOf(one))]).toEqual([
      percent,
      percent,
    ]);
  });
});

describe('The factor of a unit', () => {
  const bag: LineUnits = {
    ...{ unit: 'sc', unitFactor: '50', productFactor: null },
    product: { name: 'Cimento', unit: 'kg', purchaseUnit: 'sc', purchaseFactor: '50' },
  };
  const own = (unit: string, name = 'Areia'): LineUnits => ({
    ...{ unit, unitFactor: '1', productFactor: null },
    product: { name, unit, purchaseUnit: null, purchaseFactor: null },
  });
  const sold = (unit: string, rest: object = {}) => ({
    ...{ name: 'PRODUTO', unit, quantity: '10.0000', taxUnit: null, taxQuantity: null },
    ...rest,
  });
  const cases: [
    what: string,
    item: ReturnType<typeof sold>,
    line: LineUnits,
    remembered: string | null,
    found: string | null,
  ][] = [
    ['the same one', sold('SC'), bag, null, 'SAME 1'],
    ['another way to write it', sold('SACO'), bag, null, 'SAME 1'],
    ['raised digits', sold('M3'), own('m³'), null, 'SAME 1'],
    ['pieces', sold('UNID'), own('un'), null, 'SAME 1'],
    ['known measures', sold('T'), own('kg'), null, 'KNOWN 1000'],
    ['known measures, the other way', sold('KG'), own('t'), null, 'KNOWN 0.001'],
    ['the unit of the product, bought in bags', sold('KG'), bag, null, 'KNOWN 0.02'],
    ['a thousand', sold('MIL'), own('un'), null, 'KNOWN 1000'],
    ['what the name says', sold('FD', { name: 'CIMENTO FARDO 25 KG' }), own('kg'), null, 'KNOWN 25'],
    [
      'the taxed quantity of the nota',
      sold('FD', { taxUnit: 'KG', taxQuantity: '505.0000' }),
      own('kg'),
      null,
      'INVOICE 50.5',
    ],
    // 100 kg of the product are two bags of 50.
    ['what was said before', sold('FD'), bag, '100', 'REMEMBERED 2'],
    ['what was said before, against the same unit', sold('SC'), bag, '25', 'REMEMBERED 0.5'],
    // Ordered in sacos of a product that was merged into one in kg: one kg makes 0,02 of it, so a saco is 50 kg.
    [
      'a merged product',
      sold('FD'),
      { ...own('sc'), productFactor: '0.02', product: { ...own('kg').product } },
      '100',
      'REMEMBERED 2',
    ],
    ['nothing that is known', sold('FD'), own('kg'), null, null],
    ['another dimension', sold('M2'), own('kg'), null, null],
  ];
  test.each(cases)('comes from %s', (_what, item, line, remembered, found) => {
    const factor = lineFactor(item, line, remembered);
    expect(factor && `${factor.origin} ${factor.factor}`).toBe(found);
  });
});

describe('Items and lines', () => {
  const line = (id: number, names: string[], rest: Partial<OrderedLine> = {}): OrderedLine => ({
    ...{ id, productId: id * 10, codes: [`C${id}`], names, unit: 'un', unitFactor: '1', productFactor: null },
    product: { name: names[0] ?? '', unit: 'un', purchaseUnit: null, purchaseFactor: null },
    ...{ quantity: '10', price: '1', canceled: false, closed: false, canceledQuantity: '0', receivedQuantity: '0' },
    ...rest,
  });
  const item = (number: number, code: string, name: string): InvoicedItem => ({
    ...{ number, code, name, unit: 'UN', quantity: '1', taxUnit: null, taxQuantity: null },
  });
  const told = (...given: Parameters<typeof matchItems>) =>
    matchItems(...given).map(({ item: number, lineId, kind, similarity: percent }) =>
      [number, lineId, kind, percent].filter((one) => one !== null).join(' '),
    );

  test('are matched by memory, then by code, then by name, each line once by name', () => {
    const lines = [
      line(1, ['Bloco cerâmico 14x19x39']),
      line(2, ['Bloco cerâmico 9x19x39']),
      line(3, ['Cal hidratada']),
    ];
    const memory = [{ code: 'X', unit: 'un', productId: 30, factor: '1' }];
    const items = [
      item(1, 'Z', 'BLOCO CERAMICO 9X19X39'),
      item(2, 'Z2', 'BLOCO CERAMICO 14 X 19 X 39'),
      item(3, 'X', 'QUALQUER COISA'),
      item(4, 'c1', 'BLOCO DE VEDACAO'),
      item(5, 'W', 'FRETE'),
    ];
    expect(told(items, lines, memory)).toEqual(['1 2 NAME 100', '2', '3 3 REMEMBERED', '4 1 CODE', '5']);
    expect(told(items, lines, memory, { names: false })).toEqual(['1', '2', '3 3 REMEMBERED', '4 1 CODE', '5']);
  });

  test('a code by chance, of another product, is none', () => {
    expect(told([item(1, 'C1', 'TINTA ACRILICA')], [line(1, ['Cimento'])], [])).toEqual(['1']);
  });

  test('several lines of one product: the one that lacks most, and each item its own', () => {
    const lines = [
      line(1, ['Cal'], { productId: 7, receivedQuantity: '9' }),
      line(2, ['Cal'], { productId: 7 }),
      line(3, ['Cal'], { productId: 7, canceled: true }),
      line(4, ['Cal'], { productId: 7, closed: true }),
    ];
    const memory = [{ code: 'X', unit: 'un', productId: 7, factor: '1' }];
    expect(
      told(
        [1, 2, 3].map((number) => item(number, 'X', 'CAL')),
        lines,
        memory,
      ),
    ).toEqual(['1 2 REMEMBERED', '2 1 REMEMBERED', '3 2 REMEMBERED']);
  });

  test('many lines that are alike: as many items find one', () => {
    const lines = Array.from({ length: 15 }, (_, at) => line(at, [`Tubo PVC ${at + 100} mm`]));
    const items = Array.from({ length: 3 }, (_, at) => item(at + 1, `S${at}`, `TUBO PVC ${at + 900} MM`));
    // tubo, pvc and mm of four words.
    expect(told(items, lines, [])).toEqual(['1 0 NAME 75', '2 1 NAME 75', '3 2 NAME 75']);
  });

  test('990 items and 1,000 lines take less than two seconds', () => {
    const lines = Array.from({ length: 1_000 }, (_, at) => line(at, [`Tubo PVC soldável ${at} mm`, `Tubo ${at}`]));
    const items = Array.from({ length: 990 }, (_, at) => item(at + 1, `S${at}`, `TUBO PVC SOLD ${at} MM`));
    const started = process.cpuUsage();
    expect(matchItems(items, lines, []).filter(({ lineId }) => lineId !== null)).toHaveLength(990);
    const { user } = process.cpuUsage(started);
    expect(user / 1_000).toBeLessThan(2_000 * slowness());
  });
});

describe('A proposal', () => {
  let desk: InvoiceDesk;
  beforeAll(async () => (desk = await startInvoices()));
  afterAll(() => desk.services.stop());

  test('names the likeliest order: by its number, by its items, by its value; and what is known next time', async () => {
    const { open, propose, receiveNota, lines, goods, another, seed } = desk;
    const gravel = await goods({ code: '0300', name: 'Brita 1', unit: 'm³' });
    const other = [{ product: { id: gravel }, quantity: '5', price: '172' }];
    const small = await open({ shippingRate: '0', requirement: null }, [lines[0] ?? {}]);
    const like = await open();
    const far = await open({ shippingRate: '0', requirement: null }, [...lines, ...other]);
    const foreign = await open({ shippingRate: '0', requirement: null }, other);
    const ids = async (file: Buffer) => {
      const { orders, order } = done(await propose(file));
      return [
        orders.map(({ id, named, matchedItems }: Record<string, unknown>) => [id, named, matchedItems]),
        order?.id,
      ];
    };
    // Both `like` and `far` have both items; 1.193,00 is nearer to 860,00 than 1.953,00.
    expect(await ids(nfe())).toEqual([
      [
        [like.id, false, 2],
        [far.id, false, 2],
        [small.id, false, 1],
        [foreign.id, false, 0],
      ],
      like.id,
    ]);
    const named = nfe({ more: `<compra><xPed>${Number(foreign.document.slice(3))}</xPed></compra>` });
    expect((await ids(named))[1]).toBe(foreign.id);

    const { order } = done(await propose(nfe()));
    expect(
      order.items.map(({ match, similarity: percent, factorOrigin }: Record<string, unknown>) => [
        match,
        percent,
        factorOrigin,
      ]),
    ).toEqual([
      // cimento, cp, ii, 32, saco, 50, kg in both.
      ['NAME', 100, 'SAME'],
      ['NAME', 100, 'SAME'],
    ]);
    done(await receiveNota(like.id, another(), { items: both(like) }));
    const [next] = done(
      await propose(
        another({ items: [{ ...CEMENT, name: 'CPII' }], totals: { vProd: '371.00', vNF: '371.00' } }),
        far.id,
      ),
    ).order.items;
    expect(next).toMatchObject({
      match: 'REMEMBERED',
      line: { id: far.first },
      factorOrigin: 'REMEMBERED',
      factor: '1',
    });

    // Another choice for the same code is learnt in its place.
    const cheap: Item = { ...CEMENT, quantity: '1.0000', value: '36.80' };
    const swapped = another({ items: [cheap], totals: { vProd: '36.80', vNF: '36.80' } });
    done(await receiveNota(far.id, swapped, { items: [{ number: 1, line: { id: far.second }, factor: '0.5' }] }));
    expect(
      await seed.sql(`select product_id::int as product, unit, factor::text from supplier_products where code = '7'`),
    ).toEqual([{ product: desk.sand, unit: 'sc', factor: '0.5' }]);
  });

  test('says what is not ordered, of which unit nothing is known, and which lines no item is of', async () => {
    const { open, propose, goods, another } = desk;
    const steel = await goods({ code: '0400', name: 'Aço CA-50 10 mm', unit: 'kg' });
    const order = await open({ shippingRate: '0', requirement: null }, [
      { product: { id: steel }, quantity: '100', price: '8' },
      { product: { id: desk.sand }, quantity: '1', price: '145' },
    ]);
    const items: Item[] = [
      { code: '0400', name: 'ACO CA50 BARRA', unit: 'BR', quantity: '2', price: '90', value: '180.00' },
      { code: '1', name: 'LUVA DE RASPA', unit: 'PAR', quantity: '1', price: '20', value: '20.00' },
    ];
    const proposed = done(
      await propose(another({ items, totals: { vProd: '200.00', vNF: '200.00' } }), order.id),
    ).order;
    expect(proposed).toMatchObject({
      items: [
        {
          ...{ match: 'CODE', line: { id: order.first }, factor: null, quantity: null },
          differences: [{ code: 'UNIT_UNKNOWN', needsReason: false, text: 'Informe quantos kg há em 1 BR.' }],
        },
        {
          ...{ match: null, line: null },
          differences: [{ code: 'NOT_ORDERED', needsReason: true, text: 'Este item da nota não está no pedido.' }],
        },
      ],
      lines: [],
      unmatchedLines: [{ line: { id: order.second }, unit: 'm³', missingQuantity: '1.0000' }],
      value: '200.00',
    });
  });

  test('of a supplier that nobody knows tells who it is', async () => {
    const proposed = done(await desk.propose(nfe({ issuer: '11444777000161' })));
    expect([proposed.supplier, proposed.orders, proposed.order, proposed.invoice.issuer.name]).toEqual([
      null,
      [],
      null,
      'DEPOSITO SAO JORGE LTDA',
    ]);
    expect(proposed.checks[2]).toEqual({
      ...{ code: 'SUPPLIER', ok: false, blocks: true },
      text: 'O CNPJ 11.444.777/0001-61 não está entre os fornecedores.',
    });
  });

  test('and its receipt take as many SQL statements for 2 items as for 50', async () => {
    const { open, propose, receiveNota, goods, another } = desk;
    const costs = async (count: number) => {
      const products = await Promise.all(
        Array.from({ length: count }, (_, at) => goods({ code: `${count}-${at}`, name: `Tubo PVC ${count} ${at} mm` })),
      );
      const order = await open(
        { shippingRate: '0', requirement: null },
        products.map((id) => ({ product: { id }, quantity: '1', price: '10' })),
      );
      const items = products.map((_, at): Item => ({
        ...{
          code: `F${count}-${at}`,
          name: `TUBO PVC ${count} ${at} MM`,
          unit: 'SC',
          quantity: '1',
          price: '10',
          value: '10.00',
        },
      }));
      const file = another({ items, totals: { vProd: `${count}0.00`, vNF: `${count}0.00` } });
      const proposed = await propose(file, order.id);
      const choices = done(proposed).order.items.map(({ number, line }: { number: number; line: object }) => ({
        number,
        line,
      }));
      const received = await receiveNota(order.id, file, { items: choices });
      expect(done(received).state).toBe('RECEIVED');
      return [proposed.headers['x-sql-queries'], received.headers['x-sql-queries']];
    };
    const few = await costs(2);
    expect(few.every((one) => Number(one) > 0)).toBe(true);
    expect(await costs(50)).toEqual(few);
  });

  test('knows a supplier’s product after a merge, in the units of the one that stays, and after its undoing', async () => {
    const { api, token, office, open, receiveNota, propose, goods, another, seed } = desk;
    const [kilos, bags] = [
      await goods({ code: 'M-1', name: 'Argamassa AC-I (quilo)', unit: 'kg' }),
      await goods({ code: 'M-2', name: 'Argamassa AC-I, saco 20 kg' }),
    ];
    const mortar: Item = { code: 'AC1', name: 'ARGAMASSA', unit: 'PLT', quantity: '1', price: '900', value: '900.00' };
    const file = () => another({ items: [mortar], totals: { vProd: '900.00', vNF: '900.00' } });
    const of = (id: number, quantity: string) =>
      open({ shippingRate: '0', requirement: null }, [{ product: { id }, quantity, price: '900' }]);
    const order = await of(bags, '60');
    // A pallet of 60 sacos of 20 kg.
    done(await receiveNota(order.id, file(), { items: [{ number: 1, line: { id: order.first }, factor: '60' }] }));
    const base = `/api/v1/purchase/account/${office.accountId}/product-merges`;
    // One kg makes 0,05 sacos.
    const merged = await api.post(base, {
      token,
      body: { survivor: { id: kilos, version: 1 }, merged: [{ id: bags, version: 1, factor: '0.05' }] },
    });
    expect(done(merged).survivor.id).toBe(kilos);
    const known = async () => {
      const next = await of(kilos, '5000');
      return done(await propose(file(), next.id)).order.items[0];
    };
    expect(await known()).toMatchObject({ match: 'REMEMBERED', factor: '1200', quantity: '1200.0000' });
    done(await api.post(`${base}/${merged.body.data.merge.id}/undo`, { token }));
    expect(
      await seed.sql(
        `select product_id::int as product, product_factor, factor::text from supplier_products where code = 'AC1'`,
      ),
    ).toEqual([{ product: bags, product_factor: null, factor: '60' }]);
  });

  test('forgets a product or a supplier that is deleted', async () => {
    const { seed } = desk;
    const rows = await seed.sql<{ name: string; rule: string }>(
      `select conname as name, confdeltype as rule from pg_constraint
        where conrelid = 'supplier_products'::regclass and contype = 'f' order by 1`,
    );
    expect(rows).toEqual(
      ['delivery', 'document', 'partner', 'product'].map((name) => ({
        name: `supplier_products_${name}_fk`,
        rule: 'c',
      })),
    );
  });
});
