import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { done, refusal, startOrders, type Purchasing } from './kit.ts';

let desk: Purchasing;
let cement: number;
let twin: number;

beforeAll(async () => {
  desk = await startOrders();
  cement = await desk.product('C1', 'Cimento');
  twin = await desk.product('C2', 'Cimento CP II');
});
afterAll(() => desk.services.stop());

const make = async (rest: object = {}) =>
  done(
    await desk.create(
      [
        {
          ...{ product: { id: twin }, quantity: '2', price: '36.8', brand: { id: desk.shelf.brand.Votoran } },
          costEstimateGroup: { id: desk.areas },
        },
      ],
      { category: { id: desk.concrete }, ...rest },
    ),
  );

describe('What an order uses', () => {
  test('is not deleted, and the refusal counts the orders', async () => {
    const order = await make();
    const { api, token, office, shelf, supplier, building, concrete } = desk;
    const financial = `/api/v1/financial`;
    const purchase = `/api/v1/purchase/account/${office.accountId}`;
    const used: [string, RegExp][] = [
      [`${financial}/account/${office.accountId}/partner/${supplier}`, /1 pedido/],
      [`${financial}/account/${office.accountId}/category/${concrete}`, /1 pedido/],
      [`${financial}/company/${office.companyId}/building/${building}`, /1 pedido/],
      [`/api/v1/purchase/brand/${shelf.brand.Votoran}`, /1 pedido/],
      [`/api/v1/purchase/unit/${shelf.unit.sc}`, /1 pedido/],
      [`${purchase}/product/${twin}`, /1 pedido/],
      [
        `${purchase}/product-table/${shelf.tableId}`,
        /^Não é possível excluir uma tabela com itens vinculados em orçamento e\/ou pedido de compras$/,
      ],
    ];
    for (const [path, sentence] of used) {
      const reply = await api.delete(path, { token });
      expect([path, reply.status, reply.body.message]).toEqual([
        path,
        expect.any(Number),
        expect.stringMatching(sentence),
      ]);
      expect(reply.status).toBeGreaterThanOrEqual(409);
      expect(reply.status).toBeLessThan(423);
    }
    expect(done(await api.delete(desk.at(order.id), { token }))).toEqual({ id: order.id });
  });

  test('is merged: the line keeps its text and unit, refers to the survivor, and comes back with the undo', async () => {
    const order = await make();
    const { api, token, office } = desk;
    const merges = `/api/v1/purchase/account/${office.accountId}/product-merges`;
    const products = `/api/v1/purchase/account/${office.accountId}/product`;
    const version = async (id: number) => done(await api.get(`${products}/${id}`, { token })).version;
    const merged = done(
      await api.post(merges, {
        token,
        body: {
          survivor: { id: cement, version: await version(cement) },
          merged: [{ id: twin, version: await version(twin), factor: '2' }],
        },
      }),
    );
    const [line] = (await desk.read(order.id)).requirementLineList;
    expect([line.product, line.quantity]).toEqual([{ id: cement, code: 'C2', name: 'Cimento CP II' }, '2.0000']);
    const factor = () => desk.seed.sql('select product_factor from order_lines where id = $1', [line.id]);
    expect(await factor()).toEqual([{ product_factor: '2' }]);
    done(await api.post(`${merges}/${merged.merge.id}/undo`, { token, body: {} }));
    const [back] = (await desk.read(order.id)).requirementLineList;
    expect([back.product.id, await factor()]).toEqual([twin, [{ product_factor: null }]]);
  });

  test('counts as a document of its stage, and goes where the documents go', async () => {
    const order = await make();
    const { api, token, office, areas, finishes } = desk;
    const [{ id: estimate } = { id: 0 }] = await desk.seed.sql<{ id: number }>('select id from cost_estimates limit 1');
    const detail = `/api/v1/engineering/company/${office.companyId}/cost-estimate/${estimate}/detail`;
    const used = done(await api.get(detail, { token })).usedStages;
    const uses = (
      await desk.seed.sql<{ n: number }>('select count(distinct order_id) as n from order_lines where stage_id = $1', [
        areas,
      ])
    )[0];
    expect(used).toContainEqual({ stageId: areas, documents: Number(uses?.n), total: expect.any(String) });
    const refused = await api.post(detail, { token, body: [{ id: areas, removed: true }] });
    expect(refusal(refused)[1]).toContain('Escolha outra etapa');
    done(await api.post(detail, { token, body: [{ id: areas, removed: true, documentsTo: finishes }] }));
    const moved = await desk.read(order.id);
    expect([moved.requirementLineList[0].costEstimateGroup.id, moved.version]).toEqual([finishes, order.version + 1]);
  });
});
