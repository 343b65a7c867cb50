import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ofProduct, ofTask } from '#tests/engineering/tasksKit.ts';
import { enter } from '#tests/financial/officeKit.ts';
import { refusal, startEstimates, type Draft, type Estimates } from './kit.ts';

let estimates: Estimates;
let { make, put, save, tree, read, details, input } = {} as Estimates;
let cement: number;
let mason: number;
let mortar: number;
let floor: number;

beforeAll(async () => {
  estimates = await startEstimates();
  ({ make, put, save, tree, read, details, input } = estimates);
  cement = await input({ code: '0118', name: 'Cimento', price: '36.80' });
  mason = await input({ code: '88309', name: 'Pedreiro', price: '42.48', type: 'labour' });
  // 8.26 × 36.80 = 303.9680
  mortar = await estimates.makeTask('Argamassa', [ofProduct(cement, '8.26')]);
  // 0.0431 × 303.9680 = 13.1010; 0.4820 × 42.48 = 20.4754; together 33.5764
  floor = await estimates.makeTask('Contrapiso 1:4', [ofTask(mortar, '0.0431'), ofProduct(mason, '0.4820')]);
});
afterAll(() => estimates.services.stop());

const typed = (key: string, values: Draft = {}): Draft => ({
  ...{ key, type: 'TASK', description: key, unit: 'm²', quantity: '1', unitPrice: '10' },
  ...values,
});
const stage = (key: string, values: Draft = {}): Draft => ({ key, type: 'GROUP', description: key, ...values });

/** Codes and descriptions alone. */
const outline = async (id: number): Promise<string[]> =>
  (await details(id)).details.map(({ code, description }: Record<string, string>) => `${code} ${description}`);

describe('Rows of a cost estimate', () => {
  test('stand in a tree with codes by place, and sum up to the cent', async () => {
    const id = await make();
    await put(id, [
      stage('Preliminares'),
      stage('Pisos'),
      typed('Limpeza', { parentKey: 'Preliminares', quantity: '10.5', unitPrice: '2.35' }),
      stage('Bases', { parentKey: 'Pisos' }),
      { key: 'c', parentKey: 'Bases', taskId: floor, formula: '12*2,80*4', quantity: '134.4', memo: ' planta 3 ' },
      { key: 'p', parentKey: 'Pisos', productId: cement, quantity: '3' },
      typed('Sem preço', { unitPrice: null }),
    ]);
    // 10.5 × 2.35 = 24.675, half-even 24.68; 134.4 × 33.5764 = 4512.66816
    expect(await tree(id)).toEqual([
      '1 Preliminares = 24.68 24.68',
      '1.1 Limpeza 10.5000 × 2.3500 = 24.68 24.68',
      '2 Pisos = 4623.07 4623.07',
      '2.1 Bases = 4512.67 4512.67',
      '2.1.1 Contrapiso 1:4 134.4000 × 33.5764 = 4512.67 4512.67',
      '2.2 Cimento 3.0000 × 36.8000 = 110.40 110.40',
      '3 Sem preço 1.0000 × null =  ',
    ]);
    expect(await read(id)).toMatchObject({
      ...{ directTotal: '4647.75', bdiTotal: '0.00', total: '4647.75', itemCount: 4, withoutPrice: 1, version: 2 },
    });
    const { details: rows, resources } = await details(id);
    expect(rows[4]).toMatchObject({
      type: 'COMPOSED_TASK',
      formula: '12*2,80*4',
      memo: 'planta 3',
      level: 2,
      unit: 'm²',
    });
    // The composition brings everything below it, each once.
    expect(resources.map(({ code, type }: Draft) => [code, type]).sort()).toEqual(
      [
        ['0118', 'PRODUCT'],
        ['88309', 'PRODUCT'],
        [expect.any(String), 'COMPOSED_TASK'],
        [expect.any(String), 'COMPOSED_TASK'],
      ].sort(),
    );
  });

  test('take BDI and discount: unit prices rounded with BDI, the discount shared without a cent lost', async () => {
    const id = await make({
      bdis: [
        {
          name: 'Serviços',
          parts: {
            administration: '4',
            insurance: '0.8',
            risk: '1.27',
            financial: '1.23',
            profit: '7.40',
            taxes: '5.65',
          },
        },
        { name: 'Equipamentos', percentage: '10' },
      ],
      defaultBdiIndex: 0,
    });
    const { bdis, defaultBdiId } = await read(id);
    expect(bdis[0]).toMatchObject({ percentage: '22.23', parts: { insurance: '0.8', guarantee: '0', taxes: '5.65' } });
    expect(defaultBdiId).toBe(bdis[0].id);
    await put(id, [
      stage('A'),
      // 33.33 × 1.2223 = 40.739259 → 40.74; × 3 = 122.22; direct 99.99
      typed('a', { parentKey: 'A', quantity: '3', unitPrice: '33.33' }),
      // 10 × 1.10 = 11.00; × 1 = 11.00
      typed('b', { parentKey: 'A', bdiId: bdis[1].id }),
    ]);
    expect(await read(id)).toMatchObject({ directTotal: '109.99', bdiTotal: '23.23', total: '133.22', version: 2 });
    const header = await read(id);
    const changed = await estimates.api.put(estimates.base, {
      token: estimates.office.admin,
      body: { ...header, discount: '33.22' },
    });
    // 33.22 × 122.22/133.22 = 30.4770…, 33.22 × 11/133.22 = 2.7429…: rounded down, the cent that is left goes to the last
    expect([changed.status, changed.body.data.total, changed.body.data.version]).toEqual([200, '100.00', 3]);
    expect((await tree(id)).map((row) => row.split(' ').at(-1))).toEqual(['100.00', '91.75', '8.25']);
    const tooMuch = { ...changed.body.data, discount: '133.23' };
    expect(refusal(await estimates.api.put(estimates.base, { token: estimates.office.admin, body: tooMuch }))).toEqual([
      ...[422, 'discount: O desconto de R$\u00a0133,23 passa do total com BDI, R$\u00a0133,22.'],
    ]);
  });

  test('move between stages and among siblings, and keep their ids', async () => {
    const id = await make();
    const made = await put(id, [
      stage('A'),
      stage('B'),
      ...['1', '2', '3'].map((key) => typed(key, { parentKey: 'A' })),
    ]);
    const before = (await details(id)).details.map((row: Draft) => row['id']).sort();
    await put(id, [
      { id: made['3'], position: 1 },
      { id: made['1'], parentId: made['B'] },
    ]);
    expect(await outline(id)).toEqual(['1 A', '1.1 3', '1.2 2', '2 B', '2.1 1']);
    await put(id, [
      { id: made['B'], parentId: made['A'], position: 2 },
      { id: made['2'], parentId: null, position: 1 },
    ]);
    expect(await outline(id)).toEqual(['1 2', '2 A', '2.1 3', '2.2 B', '2.2.1 1']);
    // What leaves a removed stage in the same call stays.
    await put(id, [
      { id: made['B'], removed: true },
      { id: made['1'], parentId: null },
    ]);
    expect(await outline(id)).toEqual(['1 2', '2 A', '2.1 3', '3 1']);
    const after = (await details(id)).details.map((row: Draft) => row['id']);
    expect(before).toEqual(expect.arrayContaining(after));
    await put(id, [{ id: made['A'], removed: true }]);
    expect(await outline(id)).toEqual(['1 2', '2 1']);
  });

  test('are refused at their fields, all or none', async () => {
    const id = await make();
    const other = await make();
    const made = await put(id, [
      stage('A'),
      typed('a', { parentKey: 'A' }),
      { key: 'c', taskId: floor, quantity: '1' },
    ]);
    const elsewhere = await put(other, [stage('X')]);
    const foreign = 999_999;
    const cases: [Draft, string][] = [
      [{ id: elsewhere['X'], description: 'x' }, 'id: Linha não encontrada neste orçamento.'],
      [{ id: made['a'], costEstimateId: other }, 'costEstimateId: Esta linha é de outro orçamento.'],
      [{ description: 'x' }, 'type: Informe o tipo da linha.'],
      [stage('x', { description: ' ' }), 'description: Informe a descrição.'],
      [typed('x', { description: null }), 'description: Informe a descrição.'],
      [typed('x', { parentId: elsewhere['X'] }), 'parentId: Etapa não encontrada neste orçamento.'],
      [typed('x', { parentId: made['a'] }), 'parentId: Etapa não encontrada neste orçamento.'],
      [typed('x', { parentKey: 'nada' }), 'parentKey: Etapa não encontrada neste orçamento.'],
      [{ id: made['A'], parentId: made['A'] }, 'parentId: Uma etapa não pode ficar dentro dela mesma.'],
      [{ id: made['A'], quantity: '1' }, 'quantity: Etapas não têm este campo.'],
      [{ id: made['a'], type: 'GROUP' }, 'type: Só uma linha nova pode ser etapa.'],
      [typed('x', { type: 'PRODUCT' }), 'productId: Escolha um insumo.'],
      [typed('x', { type: 'COMPOSED_TASK' }), 'taskId: Escolha uma composição.'],
      [{ productId: foreign }, 'productId: Insumo não encontrado.'],
      [{ taskId: foreign }, 'taskId: Composição não encontrada.'],
      [{ taskId: floor, productId: cement }, 'taskId: Indique um insumo ou uma composição.'],
      [{ id: made['a'], formula: '2**3' }, 'formula: Não entendi esta fórmula. Use números, + − * / e parênteses.'],
      [{ id: made['a'], formula: '2*3', quantity: '7' }, 'quantity: A quantidade não é o valor da fórmula.'],
      [{ id: made['a'], unitPrice: '0' }, 'unitPrice: Informe um preço maior que zero, ou deixe sem preço.'],
      [
        { id: made['c'], unitPrice: '1' },
        'unitPrice: O preço de uma composição é a soma dos seus itens. Altere os itens.',
      ],
      [{ id: made['c'], unit: 'kg' }, 'unit: A unidade é a do cadastro: m².'],
      [{ id: made['a'], bdiId: foreign }, 'bdiId: BDI não encontrado neste orçamento.'],
      [
        { id: made['A'], removed: true, documentsTo: elsewhere['X'] },
        'documentsTo: Etapa não encontrada neste orçamento.',
      ],
    ];
    for (const [row, message] of cases) {
      const [field] = message.split(':');
      const refused = await save(id, [{ id: made['a'], description: 'mudou' }, row]);
      // A row that the call names twice is told as well.
      const told = refusal(refused).filter((text) => text !== '1.id: Esta linha já está em outra posição deste envio.');
      expect([row, told]).toEqual([row, [422, `1.${field}:${message.slice((field ?? '').length + 1)}`]]);
    }
    expect(await outline(id)).toEqual(['1 A', '1.1 a', '2 Contrapiso 1:4']);
    expect((await read(id)).version).toBe(2);
  });

  test('nest at most eight levels', async () => {
    const id = await make();
    const chain = Array.from({ length: 8 }, (_, level) =>
      stage(`L${level}`, level === 0 ? {} : { parentKey: `L${level - 1}` }),
    );
    const made = await put(id, chain);
    expect(refusal(await save(id, [typed('x', { parentId: made['L7'] })]))).toEqual([
      ...[422, '0.parentId: O orçamento tem no máximo 8 níveis.'],
    ]);
  });

  test('keep what was taken when the register changes; a local price goes through all rows and can be reset', async () => {
    const id = await make();
    const made = await put(id, [
      { key: 'c', taskId: floor, quantity: '1' },
      { key: 'p', productId: cement, quantity: '2' },
    ]);
    const product = `/api/v1/purchase/account/${estimates.office.accountId}/product/${cement}`;
    const registered = (await estimates.api.get(product, { token: estimates.office.admin })).body.data;
    const put2 = (price: string) =>
      estimates.api.put(`/api/v1/purchase/account/${estimates.office.accountId}/product`, {
        token: estimates.office.admin,
        body: { ...registered, version: undefined, price },
      });
    expect((await put2('40.00')).status).toBe(200);
    expect(await tree(id)).toEqual([
      '1 Contrapiso 1:4 1.0000 × 33.5764 = 33.58 33.58',
      '2 Cimento 2.0000 × 36.8000 = 73.60 73.60',
    ]);
    const saved = await save(id, [{ id: made['p'], unitPrice: '50' }]);
    // 8.26 × 50 = 413; 0.0431 × 413 = 17.8003; + 20.4754
    expect(await tree(id)).toEqual([
      '1 Contrapiso 1:4 1.0000 × 38.2757 = 38.28 38.28',
      '2 Cimento 2.0000 × 50.0000 = 100.00 100.00',
    ]);
    const changed = saved.body.data.resources.filter(({ changed: isChanged }: Draft) => isChanged);
    expect(changed).toMatchObject([{ code: '0118', unitPrice: '50.0000' }]);
    expect(saved.body.data.resources).toHaveLength(3);
    const reset = await estimates.api.post(estimates.at(id, `/resource/${changed[0].id}/reset`), {
      token: estimates.office.admin,
    });
    expect(reset.body.data).toMatchObject({ task: null, costEstimate: { version: 4 } });
    // 8.26 × 40 = 330.4; 0.0431 × 330.4 = 14.2402; + 20.4754
    expect(await tree(id)).toEqual([
      '1 Contrapiso 1:4 1.0000 × 34.7156 = 34.72 34.72',
      '2 Cimento 2.0000 × 40.0000 = 80.00 80.00',
    ]);
    expect((await put2('36.80')).status).toBe(200);
    // What nothing uses any more is gone with the save that let it go.
    await put(id, [{ id: made['c'], removed: true }]);
    expect((await details(id)).resources.map(({ code }: Draft) => code)).toEqual(['0118']);
  });

  test('of a stage in use go elsewhere, or without a stage, as the user says', async () => {
    const { seed, office, building } = estimates;
    const id = await make();
    const made = await put(id, [
      stage('A'),
      stage('AA', { parentKey: 'A' }),
      stage('B'),
      typed('x', { parentKey: 'B' }),
    ]);
    const document = await enter(seed, office, {
      ...{ type: 'DEBIT', value: '100.00', parts: [{ buildingId: building, value: '100.00' }] },
    });
    await seed.sql('update apportionments set cost_estimate_group_id = $1 where transaction_id = $2', [
      made['AA'],
      document,
    ]);
    const sharesOf = async () =>
      (
        await seed.sql(
          'select cost_estimate_group_id::integer as stage from apportionments where transaction_id = $1',
          [document],
        )
      ).map(({ stage: at }) => at);
    expect(refusal(await save(id, [{ id: made['A'], removed: true }]))).toEqual([
      422,
      '0.documentsTo: 1 documento usa esta etapa. Escolha outra etapa para ele, ou deixe sem etapa.',
    ]);
    expect((await details(id)).usedStages).toEqual([{ stageId: made['AA'], documents: 1, total: '100.00' }]);
    const removal = await estimates.api.delete(estimates.at(id), { token: office.admin });
    expect(refusal(removal)).toEqual([409, 'Este orçamento não pode ser excluído: 1 documento usa suas etapas.']);
    await put(id, [{ id: made['A'], removed: true, documentsTo: made['B'] }]);
    expect(await sharesOf()).toEqual([made['B']]);
    await put(id, [{ id: made['B'], removed: true, documentsWithoutStage: true }]);
    expect(await sharesOf()).toEqual([null]);
    const [{ version } = { version: 0 }] = await seed.sql('select version from transactions where id = $1', [document]);
    expect(version).toBe(3);
    expect((await estimates.api.delete(estimates.at(id), { token: office.admin })).status).toBe(200);
  });

  test('of stages that share a document name it with all of them, so that it can be counted once', async () => {
    const { seed, office, building } = estimates;
    const id = await make();
    const made = await put(id, [stage('A'), stage('B'), stage('C'), stage('D')]);
    const split = async (...shares: [string, string][]): Promise<void> => {
      const parts = [{ buildingId: building, value: '100.00' }];
      const document = await enter(seed, office, { type: 'DEBIT', value: '100.00', parts });
      await seed.sql(
        `with whole as (delete from apportionments where transaction_id = $1 returning *), made as (
         insert into apportionments (account_id, company_id, transaction_id, position, building_id, gross_value, percentage,
                                     cost_estimate_group_id)
         select account_id, company_id, transaction_id, s.position, building_id, s.value, s.value, s.stage
         from whole, unnest($2::bigint[], $3::numeric[]) with ordinality as s (stage, value, position)
         returning account_id, transaction_id, id, gross_value)
         insert into apportionment_shares (account_id, transaction_id, installment_id, apportionment_id, gross_value)
         select m.account_id, m.transaction_id, i.id, m.id, m.gross_value
         from made m join installments i using (account_id, transaction_id)`,
        [document, shares.map(([at]) => made[at]), shares.map(([, value]) => value)],
      );
    };
    await split(['A', '60.00'], ['B', '40.00']);
    await split(['A', '50.00'], ['B', '30.00'], ['C', '20.00']);
    await split(['B', '70.00'], ['A', '30.00']);
    await split(['A', '100.00']);
    const { usedStages, sharedDocuments } = await details(id);
    expect(usedStages).toEqual([
      { stageId: made['A'], documents: 4, total: '240.00' },
      { stageId: made['B'], documents: 3, total: '140.00' },
      { stageId: made['C'], documents: 1, total: '20.00' },
    ]);
    expect(sharedDocuments).toEqual([
      { stageIds: [made['A'], made['B']], documents: 2 },
      { stageIds: [made['A'], made['B'], made['C']], documents: 1 },
    ]);
  });
});
