import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Draft } from '#tests/engineering/costEstimates/kit.ts';
import { startMeasurements, type Site } from './site.ts';

let site: Site;
beforeAll(async () => {
  site = await startMeasurements();
});
afterAll(() => site.services.stop());

const MAY = { periodStart: '2026-05-04', periodEnd: '2026-05-31' };
const ABOUT = { date: '2026-05-10', reason: 'Sondagem encontrou rocha' };

type Estimate = Awaited<ReturnType<Site['makeEstimate']>>;
const estimateAt = (id: number, rest = '') =>
  `/api/v1/engineering/company/${site.office.companyId}/cost-estimate/${id}${rest}`;
const path = (id: number, rest = '') => estimateAt(id, `/amendments${rest}`);
const post = (id: number, body: object, token = site.token) => site.api.post(path(id), { token, body });
const draft = async (id: number, lines: Draft[], about: object = {}) =>
  site.done(await post(id, { ...ABOUT, lines, ...about })).amendment;
const turn = (id: number, amendment: number, status: string, rest: object = {}) =>
  site.api.post(path(id, `/${amendment}/status`), { token: site.token, body: { status, ...rest } });
const approved = async (id: number, lines: Draft[], about: object = {}) =>
  site.done(await turn(id, (await draft(id, lines, about)).id, 'APPROVED')).amendment;
const rowsOf = async (id: number, amendment: number) =>
  site
    .done(await site.api.get(path(id, `/${amendment}`), { token: site.token }))
    .rows.map(({ code, description, quantity, change, value, total }: Draft) =>
      [code, description, quantity, change, value, total].join(' | '),
    );
const get = async (url: string) => site.done(await site.api.get(url, { token: site.token }));

/** More piles, fewer bricks, and plaster: 220,00 − 138,20 + 110,00 with BDI; 200,00 − 125,62 + 100,00 without. */
const linesOf = ({ pile, brick, walls }: Estimate): Draft[] => [
  { id: pile, quantity: '2' },
  { id: brick, quantity: '-5' },
  { parentId: walls, description: 'Reboco', unit: 'm²', unitPrice: '12.5', quantity: '8' },
];

describe('An amendment', () => {
  test('is applied once, on approval, to value and term, and taken back to the cent.', async () => {
    const estimate = await site.makeEstimate();
    const { id } = estimate;
    const drafted = await draft(id, linesOf(estimate), { days: 30 });
    expect(drafted).toMatchObject({
      ...{ number: 1, status: 'DRAFT', days: 30, lineCount: 3, increase: '330.00', decrease: '-138.20' },
      ...{ total: '191.80', directTotal: '174.38', previousTotal: '2315.61', currentTotal: '2507.41', version: 1 },
    });
    const rows = [
      '1 | Fundação |  |  | 220.00 | 1430.01',
      '1.1 | Estaca | 10.0000 | 2.0000 | 220.00 | 1320.00',
      '1.2 | Bloco | 3.0000 |  |  | 110.01',
      '2 | Vedação |  |  | -28.20 | 1077.40',
      '2.1 | Alvenaria | 40.0000 | -5.0000 | -138.20 | 967.40',
      '2.2 | Reboco | 0.0000 | 8.0000 | 110.00 | 110.00',
    ];
    expect(await rowsOf(id, drafted.id)).toEqual(rows);
    // A draft changes nothing.
    expect(await site.read(id)).toMatchObject({ total: '2315.61', amendmentTotal: '0.00', currentTotal: '2315.61' });

    const [first, second] = await Promise.all([
      turn(id, drafted.id, 'APPROVED', { version: 1 }),
      turn(id, drafted.id, 'APPROVED'),
    ]);
    expect([first.status, second.status].sort()).toEqual([200, 200].sort());
    const after = await site.read(id);
    expect(after).toMatchObject({
      ...{ total: '2315.61', directTotal: '2105.00', amendmentTotal: '191.80', amendmentDirectTotal: '174.38' },
      ...{ currentTotal: '2507.41', amendmentDays: 30, amendmentCount: 1, approved: true },
    });
    const { token } = site;
    const search = { search: after.code };
    const list = await site.api.get(site.base, { token, query: { ...search, sort: 'currentTotal:desc' } });
    const totals = await site.api.get(`${site.base}-totals`, { token, query: search });
    const figures = { total: '2315.61', amendmentTotal: '191.80', currentTotal: '2507.41' };
    expect([site.done(list).content, site.done(totals)]).toMatchObject([[figures], figures]);
    expect(await rowsOf(id, drafted.id)).toEqual(rows);
    const { details } = await site.details(id);
    expect(
      details.map((row: Draft) =>
        [row['code'], row['quantity'], row['amendmentQuantity'], row['amendmentTotal'], row['total']].join(' | '),
      ),
    ).toEqual([
      '1 |  |  | 220.00 | 1210.01',
      '1.1 | 10.0000 | 2.0000 | 220.00 | 1100.00',
      '1.2 | 3.0000 |  |  | 110.01',
      '2 |  |  | -28.20 | 1105.60',
      '2.1 | 40.0000 | -5.0000 | -138.20 | 1105.60',
      '2.2 | 0.0000 | 8.0000 | 110.00 | 0.00',
    ]);

    site.services.clock.advance(60);
    const undone = site.done(await turn(id, drafted.id, 'DRAFT'));
    expect(undone.amendment).toMatchObject({ status: 'DRAFT', approvedAt: null, total: '191.80', version: 3 });
    expect(undone.costEstimate).toMatchObject({
      ...{ total: '2315.61', amendmentTotal: '0.00', amendmentDirectTotal: '0.00', currentTotal: '2315.61' },
      ...{ amendmentDays: 0, amendmentCount: 0 },
    });
    expect(await rowsOf(id, drafted.id)).toEqual(rows);
    const { content } = await get(estimateAt(id, '/revisions'));
    // 2.507,41 has no discount: 1.320,00 + 110,01 + 967,40 + 110,00.
    expect(content.map((one: Draft) => [one['reason'], one['total'], one['discount'], one['itemCount']])).toEqual([
      ['AMENDMENT_UNDONE', '2315.61', '0.00', 3],
      ['AMENDMENT', '2507.41', '0.00', 4],
      ['APPROVAL', '2315.61', '0.00', 3],
    ]);
    const compared = await site.api.get(estimateAt(id, '/revision-comparison'), {
      token: site.token,
      query: { first: '1', second: '2' },
    });
    expect(site.done(compared)).toMatchObject({
      ...{ added: '110.00', removed: '0.00', quantity: '81.80', price: '0.00', discount: '0.00' },
      ...{ difference: '191.80' },
    });
  });

  test('keeps a discount in proportion, so that a line that is taken out is worth nothing.', async () => {
    const { id, brick, pile } = await site.makeEstimate();
    site.done(await site.approve(id, false));
    const { code } = await site.read(id);
    site.done(
      await site.api.put(estimateAt(id), { token: site.token, body: site.headerOf({ code, discount: '231.56' }) }),
    );
    site.done(await site.approve(id, true));
    // 231,56 over 1.100,00, 110,01 and 1.105,60: up to each row 109,99, 121,00 and 231,56, cut to cents.
    const before = (await site.details(id)).details.map(({ total }: Draft) => total);
    expect(before).toEqual(['1089.01', '990.01', '99.00', '995.04', '995.04']);
    const one = await approved(id, [{ id: brick, quantity: '-40' }]);
    expect(one).toMatchObject({ total: '-995.04', currentTotal: '1089.01' });
    // 11 × 990,01 / 10 = 1.089,01.
    const two = await approved(id, [{ id: pile, quantity: '1' }]);
    expect(two).toMatchObject({ number: 2, previousTotal: '1089.01', total: '99.00', currentTotal: '1188.01' });
    const { content } = await get(estimateAt(id, '/revisions'));
    // With BDI, before the discount: 1.210,00 + 110,01.
    expect(content[0]).toMatchObject({ reason: 'AMENDMENT', total: '1188.01', discount: '132.00' });
    expect(site.refusal(await turn(id, one.id, 'DRAFT'))).toEqual([
      409,
      'Só o último aditivo aprovado é desfeito. Desfaça antes os que vieram depois.',
    ]);
  });

  test('is refused at the fields that are wrong.', async () => {
    const { id, pile, base } = await site.makeEstimate();
    const other = await site.makeEstimate();
    const added = { description: 'Reboco', unitPrice: '10', quantity: '1' };
    const cases: [Draft[], string[]][] = [
      [[{ id: pile, quantity: '0' }], ['lines.0.quantity: Informe uma quantidade diferente de zero.']],
      [[{ id: pile, quantity: '-10.0001' }], ['lines.0.quantity: A supressão passa do contratado: 10 m.']],
      [
        [
          { id: pile, quantity: '1' },
          { id: pile, quantity: '1' },
        ],
        ['lines.1.id: Esta linha aparece mais de uma vez.'],
      ],
      [[{ id: other.pile, quantity: '1' }], ['lines.0.id: Linha não encontrada neste orçamento.']],
      [[{ id: base, quantity: '1' }], ['lines.0.id: Linha não encontrada neste orçamento.']],
      [[{ id: pile, quantity: '1', unit: 'm' }], ['lines.0.unit: Só um serviço novo tem este campo.']],
      [[{ ...added, parentId: other.base }], ['lines.0.parentId: Etapa não encontrada neste orçamento.']],
      [[{ ...added, bdiId: 999_999 }], ['lines.0.bdiId: BDI não encontrado neste orçamento.']],
      [[{ ...added, quantity: '-1' }], ['lines.0.quantity: Um serviço novo tem quantidade maior que zero.']],
      [
        [{ quantity: '1' }],
        ['lines.0.description: Informe a descrição.', 'lines.0.unitPrice: Informe um preço maior que zero.'],
      ],
      [[{ quantity: '1', productId: 999_999 }], ['lines.0.productId: Insumo não encontrado.']],
      [[{ quantity: '1', taskId: 999_999 }], ['lines.0.taskId: Composição não encontrada.']],
      [[{ id: pile, quantity: '9999999999999' }], ['lines.0.quantity: A quantidade passa do maior valor aceito.']],
      [[{ ...added, unitPrice: '9999999999999' }], ['lines: O total do contrato passa do maior valor aceito.']],
    ];
    for (const [lines, expected] of cases) {
      const [status, ...told] = site.refusal(await post(id, { ...ABOUT, lines }));
      expect([status, told.filter((line) => expected.includes(String(line)))]).toEqual([422, expected]);
    }
    expect((await get(path(id))).content).toEqual([]);
    const empty = await draft(id, []);
    expect(site.refusal(await turn(id, empty.id, 'APPROVED'))).toEqual([
      422,
      'Este aditivo não muda nada. Inclua linhas ou dias de prazo.',
    ]);
    expect(site.refusal(await site.approve(id, false))).toEqual([200, undefined]);
    expect(site.refusal(await post(id, { ...ABOUT, lines: [] }))).toEqual([
      422,
      'O orçamento não está aprovado. Aprove-o para fazer aditivos.',
    ]);
  });

  test('takes text and price of an input, is changed, given up and deleted while nobody has approved it.', async () => {
    const { id, walls, pile } = await site.makeEstimate();
    const cement = await site.input({ code: 'CIM', name: 'Cimento CP II', price: '32.5' });
    const drafted = await draft(id, [{ parentId: walls, productId: cement, quantity: '2' }]);
    const row = (await get(path(id, `/${drafted.id}`))).rows.at(-1);
    expect(row).toMatchObject({ id: null, added: true, code: '2.2', quantity: '0.0000', change: '2.0000' });
    const update = (rest: object) =>
      site.api.put(path(id, `/${drafted.id}`), {
        token: site.token,
        body: { ...ABOUT, lines: [{ id: pile, quantity: '1' }], ...rest },
      });
    expect(site.done(await update({ version: 1, reason: ' Mais uma estaca ' })).amendment).toMatchObject({
      ...{ reason: 'Mais uma estaca', total: '110.00', version: 2, lineCount: 1 },
    });
    expect((await update({ version: 1 })).status).toBe(409);
    expect(site.done(await turn(id, drafted.id, 'CANCELLED')).amendment.status).toBe('CANCELLED');
    expect(site.refusal(await update({}))).toEqual([409, 'Este aditivo está cancelado. Retome-o para alterar.']);
    expect(site.refusal(await turn(id, drafted.id, 'APPROVED'))).toEqual([
      409,
      'Este aditivo está cancelado. Retome-o antes de aprovar.',
    ]);
    site.done(await turn(id, drafted.id, 'DRAFT'));
    site.done(await turn(id, drafted.id, 'APPROVED'));
    expect(site.refusal(await update({}))).toEqual([
      409,
      'Este aditivo está aprovado. Desfaça a aprovação para alterar.',
    ]);
    const remove = () => site.api.delete(path(id, `/${drafted.id}`), { token: site.token });
    expect((await remove()).status).toBe(409);
    expect(site.refusal(await site.approve(id, false))).toEqual([
      422,
      'Este orçamento tem aditivos aprovados. Desfaça os aditivos antes de desaprovar.',
    ]);
    site.done(await turn(id, drafted.id, 'DRAFT'));
    expect(site.done(await remove())).toEqual({ id: drafted.id });
    expect((await get(path(id))).content).toEqual([]);
  });

  test('keeps a line that it names from being removed, and copies of the estimate go without it.', async () => {
    const estimate = await site.makeEstimate();
    const { id, pile } = estimate;
    const drafted = await draft(id, [{ id: pile, quantity: '1' }]);
    site.done(await site.approve(id, false));
    expect(site.refusal(await site.save(id, [{ id: pile, removed: true }]))).toEqual([
      422,
      'Uma linha que sai está em um aditivo. Retire-a do aditivo antes.',
    ]);
    site.done(await site.approve(id, true));
    site.done(await turn(id, drafted.id, 'APPROVED'));
    await approved(id, linesOf(estimate));
    const copy = await site.make({ duplicateFrom: id });
    expect(await site.read(copy)).toMatchObject({ total: '2315.61', currentTotal: '2315.61', itemCount: 3 });
    expect((await site.details(copy)).totalElements).toBe(5);
  });
});

describe('What is contracted with amendments', () => {
  test('is measured, and is not taken below what was measured.', async () => {
    const estimate = await site.makeEstimate();
    const { id, pile, brick } = estimate;
    const side = site.done(await site.contract(id, { kind: 'CUSTOMER' }));
    const may = site.done(await site.begin(side.id, MAY));
    site.done(await site.lines(may.id, [{ id: pile, accumulated: '9' }]));
    expect(site.refusal(await post(id, { ...ABOUT, lines: [{ id: pile, quantity: '-1.5' }] }))).toEqual([
      422,
      'lines.0.quantity: Já foram medidos 9 m desta linha: o contratado não fica abaixo disso.',
    ]);
    const less = await draft(id, [{ id: pile, quantity: '-1' }]);
    site.services.clock.advance(60);
    const more = await approved(id, linesOf(estimate));
    const sheet = await site.sheet(may.id);
    expect(sheet.measurement.contractedValue).toBe('2507.41');
    expect(
      sheet.rows.map(({ code, quantity, amendmentQuantity, total }: Draft) =>
        [code, quantity, amendmentQuantity, total].join(' | '),
      ),
    ).toEqual([
      '1 |  |  | ',
      '1.1 | 12.0000 | 2.0000 | 1320.00',
      '1.2 | 3.0000 |  | 110.01',
      '2 |  |  | ',
      '2.1 | 35.0000 | -5.0000 | 967.40',
      '2.2 | 8.0000 | 8.0000 | 110.00',
    ]);
    expect((await get(`${site.engineering}/cost-estimates/${id}/measurement-contracts`)).content[0]).toMatchObject({
      contractedValue: '2507.41',
    });
    site.services.clock.advance(60);
    const plaster = sheet.rows.at(-1).id;
    const all = await site.lines(may.id, [
      { id: pile, accumulated: '12' },
      { id: brick, accumulated: '35' },
      { id: plaster, accumulated: '8' },
    ]);
    expect(site.done(all).measurement).toMatchObject({ accumulatedValue: '2397.40', unresolved: 0 });
    expect(site.refusal(await turn(id, more.id, 'DRAFT'))).toEqual([
      409,
      'Houve medição depois da aprovação deste aditivo. Ele não pode mais ser desfeito.',
    ]);
    // The draft was allowed when it was written.
    expect(site.refusal(await turn(id, less.id, 'APPROVED'))).toEqual([
      422,
      'lines.0.quantity: Já foram medidos 12 m desta linha: o contratado não fica abaixo disso.',
    ]);
  });

  test('is the value of the curva ABC, of the months and of the report of the obra.', async () => {
    const building = await site.seed.building(site.office, { name: 'Residencial Jacarandá' });
    const estimate = await site.makeEstimate({ building: { id: building } });
    await approved(estimate.id, linesOf(estimate));
    const abc = await get(estimateAt(estimate.id, '/abc'));
    expect([abc.total, ...abc.rows.map(({ description, total }: Draft) => `${description} ${total}`)]).toEqual([
      '2507.41',
      'Estaca 1320.00',
      'Alvenaria 967.40',
      'Bloco 110.01',
      'Reboco 110.00',
    ]);
    const months = await get(`${site.engineering}/cost-estimates/${estimate.id}/schedule/monthly`);
    expect([months.total, months.unscheduled, ...months.stages.map(({ total }: Draft) => total)]).toEqual([
      ...['2507.41', '2507.41', '1430.01', '1077.40'],
    ]);
    const summary = await get(estimateAt(estimate.id, '/summary'));
    expect([
      summary.total,
      summary.currentTotal,
      ...summary.stages.map(({ currentTotal }: Draft) => currentTotal),
    ]).toEqual(['2315.61', '2507.41', '1430.01', '1077.40']);
  });

  test('is another account’s secret.', async () => {
    const estimate = await site.makeEstimate();
    const drafted = await draft(estimate.id, linesOf(estimate));
    for (const url of [path(estimate.id), path(estimate.id, `/${drafted.id}`)]) {
      expect((await site.api.get(url, { token: site.stranger.admin })).status).toBe(404);
    }
  });
});
