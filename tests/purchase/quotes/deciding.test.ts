/** Every expected figure is worked out by hand, or is that of mock 5. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { done, refusal } from '#tests/purchase/orders/kit.ts';
import { bestOfFive, DEADLINE, startQuotes, type Quoting } from './kit.ts';

let desk: Quoting;
let steel: Quoting['steel'];

beforeAll(async () => {
  desk = await startQuotes();
  steel = desk.steel;
});
afterAll(() => desk.services.stop());

describe('The comparison', () => {
  test('is that of mock 5', async () => {
    const five = await desk.mockFive();
    const { a, b, c } = five.suppliers;
    const { comparison, suppliers } = five.read;
    expect(suppliers.map(({ answer }: { answer: object }) => answer)).toMatchObject([
      { total: '163723.00', comparableTotal: '163723.00', offered: 7, shippingRate: '0.00' },
      { total: '169904.20', comparableTotal: '169904.20', offered: 7, shippingRate: '1850.00' },
      { total: '159707.00', comparableTotal: '164347.00', offered: 6, shippingRate: '980.00' },
    ]);
    expect(comparison.referenceTotal).toBe('169855.00');
    expect(comparison.bestSingle).toMatchObject({ total: '163723.00', presentValue: '163723.00', missing: [] });
    expect(comparison.bestCombination).toEqual({
      ...{ total: '163236.40', presentValue: '163236.40', missing: [] },
      awards: bestOfFive(five),
    });
    expect(comparison.bestOfLines.map(({ supplierId }: { supplierId: number }) => supplierId)).toEqual([
      c,
      a,
      b,
      c,
      b,
      c,
      b,
    ]);
    const [row] = (await desk.list({ ids: String(five.id) })).content;
    expect(row).toMatchObject({
      ...{ state: 'TO_DECIDE', answered: 3, lineCount: 7 },
      ...{ referenceTotal: '169855.00', bestTotal: '163236.40', bestReference: '169855.00' },
      suppliers: [{ state: 'ANSWERED' }, { state: 'ANSWERED' }, { state: 'ANSWERED' }],
    });
  });
});

describe('Awards', () => {
  test('are stored where they are the best combination, and need a reason where they are not', async () => {
    const five = await desk.mockFive();
    const all = five.lines.map((lineId: number) => ({ lineId, supplierId: five.suppliers.b }));
    expect(refusal(await desk.award(five.id, { awards: all }))).toEqual([
      422,
      'justification: Explique por que a escolha não é a combinação mais barata.',
    ]);
    const dear = done(await desk.award(five.id, { awards: all, justification: ' Entrega na laje ' }));
    expect(dear).toMatchObject({ justification: 'Entrega na laje', comparison: { awarded: { total: '169904.20' } } });
    const best = done(
      await desk.award(five.id, { awards: bestOfFive(five), justification: null, version: dear.version }),
    );
    expect(best).toMatchObject({ justification: null, comparison: { awarded: { total: '163236.40', missing: [] } } });
    expect(done(await desk.award(five.id, { awards: [] })).comparison.awarded).toBeNull();
  });

  test('are refused where a supplier did not offer the line, and for lines of nobody', async () => {
    const five = await desk.mockFive();
    const [first, , , , fifth] = five.lines;
    const { a, c } = five.suppliers;
    const awards = [
      { lineId: fifth, supplierId: c },
      { lineId: 999_999, supplierId: a },
      { lineId: first, supplierId: 999_999 },
      { lineId: first, supplierId: a },
    ];
    expect(refusal(await desk.award(five.id, { awards }))).toEqual([
      422,
      'awards.0.supplierId: Siderúrgica Vale Verde não cotou Arame recozido nº 18.',
      'awards.1.lineId: Item não encontrado nesta cotação.',
      'awards.2.supplierId: Fornecedor não encontrado nesta cotação.',
      'awards.3.lineId: Este item já foi escolhido.',
    ]);
  });
});

describe('Orders of awards', () => {
  test('take prices, freight, terms and delivery of the answers, one for each supplier', async () => {
    const five = await desk.mockFive();
    done(await desk.award(five.id, { awards: bestOfFive(five) }));
    const { quote, orders } = done(await desk.order(five.id));
    expect(quote).toMatchObject({ state: 'ORDERED', orders });
    expect(orders).toHaveLength(2);
    const [strong, valley] = await Promise.all(
      orders.map(async ({ id }: { id: number }) =>
        done(await desk.api.get(`${desk.at(0).replace('/quote/0', '/order')}/${id}`, { token: desk.token })),
      ),
    );
    expect(strong).toMatchObject({
      ...{ grossValue: '76960.60', supplier: { name: 'Aço Forte Distribuidora' }, shippingRate: '0.00' },
      ...{
        createdDate: '2026-11-20',
        delivery: { date: '2026-11-27' },
        notes: `Conforme a cotação ${quote.document}.`,
      },
      // 76,960.60 in three: 25,653.53 twice, and the rest.
      requirement: {
        payment: {
          ...{ payAfterBase: 'ORDER', payAfterDay: 35 },
          installmentList: [
            { dueDate: '2026-12-25', grossValue: '25653.53' },
            { dueDate: '2027-01-22', grossValue: '25653.53' },
            { dueDate: '2027-02-19', grossValue: '25653.54' },
          ],
        },
      },
    });
    expect(
      strong.requirementLineList.map((line: Record<string, unknown> & { product: { code: string } }) => [
        line.product.code,
        line['price'],
        line['description'],
        line['brand'],
      ]),
    ).toEqual([
      ['0004', '6.3800', 'Marca: Gerdau', null],
      ['0009', '7.1200', null, null],
      ['0040', '14.6000', null, null],
      ['0061', '86.5000', null, null],
    ]);
    expect(valley).toMatchObject({
      ...{ grossValue: '86275.80', shippingRate: '980.00', delivery: { date: '2026-11-25' } },
      requirement: { payment: { installmentList: [{ dueDate: '2026-11-25', grossValue: '86275.80' }] } },
    });
    expect(valley.requirementLineList[0]).toMatchObject({ costEstimateGroup: { name: 'Áreas comuns' } });
    expect(refusal(await desk.order(five.id))).toEqual([422, 'id: Esta cotação já gerou pedidos.']);
    expect(refusal(await desk.update(five.id, { title: 'Outro' }))).toEqual([
      422,
      'id: Esta cotação já gerou pedidos.',
    ]);
    const removed = await desk.api.delete(desk.at(five.id), { token: desk.token });
    expect(refusal(removed)[0]).toBe(422);
    expect(refusal(removed)[1]).toMatch(/^id: Esta cotação gerou PC-\d{4}, PC-\d{4}: exclua antes os pedidos\.$/);
  });

  test('take a brand of the register, and are made once however often they are asked for', async () => {
    const five = await desk.mockFive();
    const awards = [{ lineId: five.lines[0], supplierId: five.suppliers.a }];
    done(await desk.award(five.id, { awards, justification: 'Marca do projeto' }));
    const before = (await desk.seed.sql('select from orders')).length;
    const replies = await Promise.all(Array.from({ length: 20 }, () => desk.order(five.id)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200, 422]));
    expect(await desk.seed.sql('select from orders')).toHaveLength(before + 1);
    const [row] = (await desk.list({ ids: String(five.id) })).content;
    // 8,420 × 6.42, of lines that the estimate has at 8,420 × 6.80.
    expect(row).toMatchObject({ state: 'ORDERED', bestTotal: '54056.40', bestReference: '57256.00' });
    const [line] = await desk.seed.sql<{ brand: string }>(
      `select b.name as brand from orders o join order_lines l on l.order_id = o.id join brands b on b.id = l.brand_id
        where o.quote_id = $1`,
      [five.id],
    );
    expect(line).toEqual({ brand: 'Votoran' });
  });

  test('are refused without awards, for a line in words, and where a later answer made the choice dearer', async () => {
    const { suppliers, shelf } = desk;
    const made = done(
      await desk.create({
        ...{ deadline: DEADLINE, suppliers: [{ partnerId: suppliers.strong }, { partnerId: suppliers.union }] },
        lines: [{ description: 'Estaca raiz', unitId: shelf.unit.sc, quantity: '2' }],
      }),
    );
    const [strong, union] = made.suppliers;
    const [line] = made.lines;
    await desk.sent(made.id);
    expect(refusal(await desk.order(made.id))).toEqual([
      422,
      'awards: Escolha de quem comprar antes de gerar os pedidos.',
    ]);
    await desk.answer(made, strong.id, { prices: [['10']] });
    done(await desk.award(made.id, { awards: [{ lineId: line.id, supplierId: strong.id }] }));
    expect(refusal(await desk.order(made.id))).toEqual([
      422,
      'lines.0.productId: Escolha o insumo de "Estaca raiz" antes de gerar os pedidos.',
    ]);
    done(await desk.update(made.id, { lines: [{ id: line.id, quantity: '2', productId: steel[0]?.productId }] }));
    await desk.answer(made, union.id, { prices: [['9']] });
    expect(refusal(await desk.order(made.id))).toEqual([
      422,
      'justification: Explique por que a escolha não é a combinação mais barata.',
    ]);
  });
});

describe('The list', () => {
  test('narrows by words, supplier, state and day of the deadline, and counts its views', async () => {
    const { building, suppliers, other } = desk;
    const { seed } = desk;
    await seed.sql('delete from orders where quote_id is not null');
    await seed.sql('delete from quotes');
    const one = done(
      await desk.create({
        ...{ title: 'Forro de gesso', lines: steel.slice(0, 1), deadline: '2026-12-01T02:30:00Z' },
        suppliers: [{ partnerId: suppliers.union }],
      }),
    );
    await desk.sent(one.id);
    await desk.mockFive();
    const ordered = await desk.mockFive({
      title: 'Portas',
      buildingId: other,
      lines: steel.map(({ costEstimateGroupId: _, ...line }) => line),
    });
    done(await desk.award(ordered.id, { awards: bestOfFive(ordered) }));
    done(await desk.order(ordered.id));
    const documents = async (query: Record<string, string>) =>
      (await desk.list(query)).content.map(({ title }: { title: string }) => title);
    expect(await documents({})).toEqual(['Portas', 'Aço — estrutura torre A', 'Forro de gesso']);
    expect(await documents({ sort: 'title' })).toEqual(['Aço — estrutura torre A', 'Forro de gesso', 'Portas']);
    expect(await documents({ search: 'GESSO uniao' })).toEqual(['Forro de gesso']);
    expect(await documents({ search: 'trelica valE' })).toEqual(['Portas', 'Aço — estrutura torre A']);
    expect(await documents({ building: String(building), state: 'WAITING' })).toEqual(['Forro de gesso']);
    expect(await documents({ supplier: String(suppliers.strong), sort: 'bestTotal:desc' })).toHaveLength(2);
    // 02:30 of the first of December in UTC is still November in São Paulo.
    expect(await documents({ deadlineFrom: '2026-11-30', deadlineTo: '2026-11-30' })).toEqual(['Forro de gesso']);
    expect(await desk.totals()).toEqual({
      ...{ all: 3, draft: 0, waiting: 1, toDecide: 1, ordered: 1, closed: 0 },
      // 57,256.00 of the plaster, 169,855.00 of the steel.
      ...{ openReference: '227111.00', answeredReference: '169855.00', answeredBest: '163236.40', saved: '6618.60' },
    });
    expect(await desk.totals({ state: 'WAITING' })).toMatchObject({ all: 3, openReference: '57256.00', saved: '0.00' });
  });

  test('shows nothing of buildings without PURCHASE, and nothing of another account', async () => {
    const { office, seed, api, building } = desk;
    const [{ id = 0 } = {}] = (await desk.list({ building: String(building) })).content as { id: number }[];
    const grants = [{ companyId: office.companyId, buildingId: desk.other, permissions: ['PURCHASE' as const] }];
    const as = await seed.tokenOf(await seed.user(office.accountId, { grants }));
    expect((await desk.list({}, as)).content.map(({ title }: { title: string }) => title)).toEqual(['Portas']);
    expect((await api.get(desk.at(id), { token: as })).status).toBe(404);
    expect((await desk.update(id, { title: 'x' }, as)).status).toBe(404);
  });
});
