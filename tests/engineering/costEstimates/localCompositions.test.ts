import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ofProduct, ofTask } from '#tests/engineering/tasksKit.ts';
import { refusal, startEstimates, type Draft, type Estimates } from './kit.ts';

let estimates: Estimates;
let { api, at, office, make, put, details, input, makeTask } = {} as Estimates;
let cement: number;
let mason: number;
let floor: number;

beforeAll(async () => {
  estimates = await startEstimates();
  ({ api, at, office, make, put, details, input, makeTask } = estimates);
  cement = await input({ code: '0118', name: 'Cimento', price: '36.80' });
  mason = await input({ code: '88309', name: 'Pedreiro', price: '42.48', type: 'labour' });
  const mortar = await makeTask('Argamassa', [ofProduct(cement, '8.26')]);
  floor = await makeTask('Contrapiso', [ofTask(mortar, '0.0431'), ofProduct(mason, '0.4820')]);
});
afterAll(() => estimates.services.stop());

const token = () => ({ token: office.admin });
const resourcesOf = async (id: number): Promise<Map<string, Draft>> =>
  new Map((await details(id)).resources.map((one: Draft) => [String(one['description']), one]));
const tasksOf = async (id: number) => (await api.get(at(id, '/task'), token())).body.data;
const totalOf = async (id: number) =>
  (await details(id)).details.map(({ unitPrice, total }: Draft) => [unitPrice, total]);

describe('Compositions in the rows of a save', () => {
  test('take other lines and prices with the rows of a save, all or none', async () => {
    const id = await make();
    const rows = await put(id, [
      { key: 'c', taskId: floor, quantity: '10' },
      { key: 'd', productId: mason, quantity: '2' },
    ]);
    const before = new Map(
      (await tasksOf(id)).content.map((one: Draft) => [(one['resource'] as Draft)['description'], one]),
    );
    const own = before.get('Contrapiso') as { id: number; items: { id: number; resource: { id: number } }[] };
    const [inner, labour] = own.items;
    const saved = await estimates.save(id, [
      {
        id: rows['c'],
        quantity: '4',
        items: [
          { id: labour?.id, resourceId: labour?.resource.id, quantity: '0.5', unitPrice: '50.00' },
          { id: inner?.id, resourceId: inner?.resource.id, quantity: '0.0431' },
          { productId: cement, quantity: '0.1' },
        ],
      },
    ]);
    expect(saved.status).toBe(200);
    // 0.5 × 50.00 + 0.0431 × 303.9680 (13.1010) + 0.1 × 36.80 = 25 + 13.1010 + 3.68; ×4 and 2 × 50.00.
    expect(await totalOf(id)).toEqual([
      ['41.7810', '167.12'],
      ['50.0000', '100.00'],
    ]);
    const resources = await resourcesOf(id);
    expect(resources.get('Contrapiso')).toMatchObject({ changed: true, sourcePrice: '33.5764', unitPrice: '41.7810' });
    expect(resources.get('Pedreiro')).toMatchObject({ changed: true, sourcePrice: '42.4800', unitPrice: '50.0000' });
    const abc = await api.get(at(id, '/abc'), { ...token(), query: { kind: 'INPUTS' } });
    // 167.12 is shared as 25.0000 to 16.7810, cut to the cent: 99.99 and the rest; 1.8240 = 4 × (0.0431 × 8.26 + 0.1).
    expect(abc.body.data.rows.map(({ description, quantity, total }: Draft) => [description, quantity, total])).toEqual(
      [
        ['Pedreiro', '4.0000', '199.99'],
        ['Cimento', '1.8240', '67.13'],
      ],
    );
    const back = await estimates.save(id, [{ id: rows['c'], fromRegister: true }]);
    expect(back.status).toBe(200);
    // The price of the input stays this estimate's: 13.1010 + 0.4820 × 50.00.
    expect(await totalOf(id)).toEqual([
      ['37.2010', '148.80'],
      ['50.0000', '100.00'],
    ]);
    expect((await resourcesOf(id)).get('Contrapiso')).toMatchObject({ changed: false, sourcePrice: '33.5764' });
    await put(id, [{ id: rows['d'], fromRegister: true }]);
    expect(await totalOf(id)).toEqual([
      ['33.5764', '134.31'],
      ['42.4800', '84.96'],
    ]);
  });

  test('refuse wrong lines of a row at their fields, and change nothing', async () => {
    const id = await make();
    const rows = await put(id, [
      { key: 's', type: 'GROUP', description: 'Etapa' },
      { key: 'c', taskId: floor, quantity: '1' },
      { key: 'twice', taskId: floor, quantity: '2' },
      { key: 'p', productId: mason, quantity: '1' },
      { key: 't', type: 'TASK', description: 'Digitado', quantity: '1', unit: 'un', unitPrice: '1' },
    ]);
    const { content } = await tasksOf(id);
    const resource = (name: string) =>
      content.find((one: { resource: Draft }) => one.resource['description'] === name).id;
    const line = { productId: mason, quantity: '1' };
    const before = await totalOf(id);
    const cases: [Draft[], ...string[]][] = [
      [[{ id: rows['s'], items: [line] }], '0.items: Etapas não têm este campo.'],
      [[{ id: rows['s'], fromRegister: true }], '0.fromRegister: Etapas não têm este campo.'],
      [[{ id: rows['p'], items: [line] }], '0.items: Esta linha não é uma composição.'],
      [[{ id: rows['t'], fromRegister: true }], '0.fromRegister: Esta linha não é uma composição.'],
      [[{ id: rows['c'], items: [line], fromRegister: true }], '0.items: Mude os itens, ou volte ao cadastro.'],
      [
        [
          { id: rows['c'], items: [line] },
          { id: rows['twice'], items: [line] },
        ],
        '1.items: Outra linha deste envio já muda esta composição.',
      ],
      [[{ id: rows['c'], items: [{ quantity: '1' }] }], '0.items.0.resourceId: Indique um insumo ou uma composição.'],
      [
        [{ id: rows['c'], items: [line, { ...line, quantity: '0' }] }],
        '0.items.1.quantity: Informe um coeficiente maior que zero.',
      ],
      [
        [{ id: rows['c'], items: [{ ...line, unitPrice: '0' }] }],
        '0.items.0.unitPrice: Informe um preço maior que zero, ou deixe sem preço.',
      ],
      [
        [{ id: rows['c'], items: [{ resourceId: resource('Argamassa'), quantity: '1', unitPrice: '9' }] }],
        '0.items.0.unitPrice: O preço de uma composição é a soma dos seus itens. Altere os itens.',
      ],
      [
        [{ id: rows['c'], items: [{ resourceId: resource('Contrapiso'), quantity: '1' }] }],
        '0.items.0.resourceId: Faria um círculo: Contrapiso → Contrapiso.',
      ],
      [
        [
          { id: rows['c'], items: [{ ...line, unitPrice: '7' }] },
          { id: rows['p'], unitPrice: '8' },
        ],
        '1.unitPrice: Este insumo recebeu outro preço em outra linha.',
      ],
    ];
    for (const [body, ...told] of cases) expect(refusal(await estimates.save(id, body))).toEqual([422, ...told]);
    expect(await totalOf(id)).toEqual(before);
  });
});
