import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { enter } from '#tests/financial/officeKit.ts';
import type { Reply } from '#tests/support/services.ts';
import { refusal, startEstimates, type Draft, type Estimates } from './kit.ts';

let estimates: Estimates;
let { api, seed, office, stranger, building, base, at, headerOf, create, make, read, put, save, details } =
  {} as Estimates;

beforeAll(async () => {
  estimates = await startEstimates();
  ({ api, seed, office, stranger, building, base, at, headerOf, create, make, read, put, save, details } = estimates);
});
afterAll(() => estimates.services.stop());

const row = (values: Draft = {}): Draft => ({
  ...{ key: 'a', type: 'TASK', description: 'Serviço', unit: 'vb', quantity: '1', unitPrice: '10' },
  ...values,
});
const lock = (id: number, token: string, query: Record<string, string> = {}) =>
  api.post(at(id, '/lock'), { token, query });
const unlock = (id: number, token: string) => api.delete(at(id, '/lock'), { token });
const approve = (id: number, approved: boolean, token = office.admin) =>
  api.post(at(id, '/approval'), { token, body: { approved } });
const said = (reply: Reply) => [reply.status, reply.body.message ?? reply.body.data];

describe('The header of a cost estimate', () => {
  test('is made, read, listed, changed on its version and deleted', async () => {
    const customer = await seed.insert('partners', {
      account_id: office.accountId,
      type: 'CUSTOMER',
      name: 'Ana Prado',
    });
    const made = await create({ code: 'ORC-900', description: '  Casa   Ipê ', customer: { id: customer } });
    const { id } = made.body.data;
    expect(made.body.data).toMatchObject({
      ...{ code: 'ORC-900', description: 'Casa Ipê', approved: false, fromAnotherSystem: false, duplicateFrom: null },
      company: { id: office.companyId, account: { id: office.accountId } },
      building: { id: building, name: 'Residencial Ipê' },
      customer: { id: customer, name: 'Ana Prado' },
      ...{ bdis: [], defaultBdiId: null, discount: '0.00', directTotal: '0.00', total: '0.00', itemCount: 0 },
      ...{ lock: null, canChange: true, version: 1 },
    });
    expect(await read(id)).toEqual(made.body.data);
    const found = await api.get(base, {
      token: office.admin,
      query: { search: 'prado casa', building: String(building) },
    });
    expect(found.body.data.content).toEqual([made.body.data]);
    const changed = await api.put(at(id), {
      token: office.admin,
      body: { ...headerOf({ code: 'ORC-901' }), customer: null, version: 1 },
    });
    expect(changed.body.data).toMatchObject({ code: 'ORC-901', customer: null, version: 2 });
    const stale = await api.put(base, { token: office.admin, body: { ...made.body.data } });
    expect(said(stale)).toEqual([
      409,
      'Este registro foi alterado por outra pessoa. Confira a versão gravada e tente de novo.',
    ]);
    await api.put(at(id), { token: office.admin, body: { ...headerOf(), customer: { id: customer } } });
    const partner = `/api/v1/financial/account/${office.accountId}/partner/${customer}`;
    expect((await api.delete(partner, { token: office.admin })).body.message).toContain('está em uso por 1 orçamento');
    expect(said(await api.delete(at(id), { token: office.admin }))).toEqual([200, { id }]);
    expect((await api.get(at(id), { token: office.admin })).status).toBe(404);
  });

  test('is refused at its fields', async () => {
    await make({ code: 'Orç.1' });
    const foreign = await seed.building(stranger);
    const supplier = await seed.insert('partners', { account_id: office.accountId, type: 'SUPPLIER', name: 'Loja' });
    const cases: [Draft, unknown[]][] = [
      [{ code: 'orc.1' }, [409, 'code: Já existe um orçamento com este código nesta empresa.']],
      [{ code: 'com espaço' }, [400, 'code: Use até 40 letras, números, ponto, hífen e barra, sem espaços.']],
      [{ description: ' ' }, [400, 'description: Campo obrigatório.']],
      [{ building: { id: foreign } }, [422, 'building: Obra não encontrada.']],
      [{ customer: { id: supplier } }, [422, 'customer: Cliente não encontrado.']],
      [{ bdis: [{ name: 'x' }] }, [422, 'bdis.0.percentage: Informe o percentual ou as parcelas do BDI.']],
      [
        { bdis: [{ name: 'x', parts: { taxes: '100' } }] },
        [422, 'bdis.0.parts.taxes: Os impostos não podem chegar a 100 %.'],
      ],
      [
        { bdis: [{ name: 'x', percentage: '9', parts: { profit: '10' } }] },
        [422, 'bdis.0.percentage: O percentual não é o das parcelas do BDI.'],
      ],
      [{ bdis: [], defaultBdiIndex: 0 }, [422, 'defaultBdiIndex: Não há um BDI nesta posição.']],
      [{ discount: '1.00' }, [422, 'discount: Um orçamento sem linhas com preço não tem desconto nem acréscimo.']],
    ];
    for (const [values, expected] of cases) {
      expect([values, refusal(await create(values))]).toEqual([values, expected]);
    }
  });

  test('is counted by view, and summed under the filter', async () => {
    const other = await seed.building(office, { name: 'Outra' });
    const open = await make({ building: { id: other } });
    const approved = await make({ building: { id: other } });
    await put(open, [row({ unitPrice: '100' })]);
    await put(approved, [row({ unitPrice: '20.5' })]);
    await approve(approved, true);
    const totals = async (query: Record<string, string>) =>
      (await api.get(`${base}-totals`, { token: office.admin, query: { building: String(other), ...query } })).body
        .data;
    const counts = { all: 2, open: 1, approved: 1, imported: 0 };
    const sums = (total: string) => ({ total, amendmentTotal: '0.00', currentTotal: total });
    expect(await totals({})).toEqual({ ...counts, ...sums('120.50') });
    expect(await totals({ approved: 'true' })).toEqual({ ...counts, ...sums('20.50') });
  });
});

describe('A lock', () => {
  test('keeps everybody else from writing until it is released, runs out, or its session ends', async () => {
    const id = await make();
    const first = await seed.user(office.accountId, { name: 'Rita Alves', admin: true });
    const [rita, me] = [await seed.tokenOf(first), office.admin];
    const locked = await lock(id, rita);
    expect(locked.body.data.lock).toMatchObject({ user: { id: first.id, name: 'Rita Alves' }, mine: true });
    expect((await read(id)).lock).toMatchObject({ user: { name: 'Rita Alves' }, mine: false });
    // The test's clock stands at 15:00 UTC, noon in São Paulo.
    const sentence = 'Rita Alves está editando este orçamento desde 12:00.';
    for (const refused of [
      await lock(id, me),
      await save(id, [row()]),
      await api.put(at(id), { token: me, body: headerOf() }),
      await approve(id, true),
      await api.delete(at(id), { token: me }),
    ]) {
      expect(said(refused)).toEqual([423, sentence]);
    }
    expect((await unlock(id, me)).body.data.lock).toMatchObject({ mine: false });
    expect((await save(id, [row()], { token: rita })).status).toBe(200);
    expect((await unlock(id, rita)).body.data.lock).toBeNull();
    expect((await lock(id, me)).status).toBe(200);
    estimates.services.clock.advance(10 * 60 * 1000 + 1);
    expect((await lock(id, rita)).status).toBe(200);
    await api.delete('/api/v1/security/token', { token: rita });
    expect((await read(id)).lock).toBeNull();
    expect((await save(id, [row({ key: 'b' })])).status).toBe(200);
  });

  test('is taken over by administrators alone', async () => {
    const id = await make();
    const engineer = await office.as(['ENGINEERING'], building);
    expect((await lock(id, office.admin)).status).toBe(200);
    expect(said(await lock(id, engineer, { takeover: 'true' }))).toEqual([
      403,
      'Só administradores assumem a edição de outra pessoa.',
    ]);
    await unlock(id, office.admin);
    expect((await lock(id, engineer)).status).toBe(200);
    expect((await lock(id, office.admin, { takeover: 'true' })).body.data.lock.mine).toBe(true);
    expect((await save(id, [row()], { token: engineer })).status).toBe(423);
  });
});

describe('Approval', () => {
  test('needs rows with prices, and closes the estimate until it is taken back', async () => {
    const id = await make();
    expect(said(await approve(id, true))).toEqual([422, 'Este orçamento não tem linhas. Inclua ao menos uma.']);
    const { a = 0, b = 0 } = await put(id, [row({ unitPrice: null }), row({ key: 'b', unitPrice: null })]);
    expect(said(await approve(id, true))).toEqual([
      422,
      'Há 2 linhas sem preço: 1, 2. Informe os preços antes de aprovar.',
    ]);
    await put(id, [{ id: a, unitPrice: '5' }]);
    expect(said(await approve(id, true))).toEqual([422, 'A linha 2 está sem preço. Informe o preço antes de aprovar.']);
    await put(id, [{ id: b, unitPrice: '5' }]);
    const approved = await approve(id, true);
    expect(approved.body.data).toMatchObject({
      ...{ approved: true, approvedBy: { id: office.adminUser.id }, canChange: false, version: 5 },
      approvedAt: estimates.services.clock.now().toISOString(),
    });
    const closed = 'Este orçamento está aprovado. Desaprove-o para alterar.';
    expect(said(await save(id, [row({ key: 'c' })]))).toEqual([422, closed]);
    expect(said(await api.put(at(id), { token: office.admin, body: headerOf() }))).toEqual([422, closed]);
    expect(said(await api.delete(at(id), { token: office.admin }))).toEqual([
      422,
      'Este orçamento está aprovado e não pode ser excluído. Desaprove-o antes.',
    ]);
    // §4: the header as it was read, with `approved` flipped, under the lock.
    await lock(id, office.admin);
    const flipped = await api.put(base, { token: office.admin, body: { ...(await read(id)), approved: false } });
    expect(flipped.body.data).toMatchObject({ approved: false, approvedAt: null, approvedBy: null, version: 6 });
    expect((await save(id, [row({ key: 'c' })])).status).toBe(200);
  });

  test('is all that changes an estimate from another system, which is not copied either', async () => {
    const id = await make();
    await put(id, [row()]);
    await seed.sql('update cost_estimates set from_another_system = true where id = $1', [id]);
    expect((await read(id)).canChange).toBe(false);
    expect(said(await save(id, [row({ key: 'c' })]))).toEqual([
      422,
      'Este orçamento veio de outro sistema e não pode ser alterado.',
    ]);
    expect(said(await create({ duplicateFrom: id }))).toEqual([
      422,
      'Não é possível duplicar um orçamento importado do ecustos',
    ]);
    expect((await approve(id, true)).body.data.approved).toBe(true);
  });
});

describe('A copy', () => {
  test('has rows, resources, BDIs and discount of the original, and none of its approval', async () => {
    const cement = await estimates.input({ code: '777', name: 'Cimento', price: '30' });
    const task = await estimates.makeTask('Piso', [{ resourceId: cement, quantity: '2' }]);
    const id = await make({
      bdis: [
        { name: 'BDI', percentage: '10' },
        { name: 'Outro', percentage: '20' },
      ],
      defaultBdiIndex: 1,
    });
    const { bdis } = await read(id);
    await put(id, [
      { key: 'g', type: 'GROUP', description: 'Pisos' },
      { key: 'c', parentKey: 'g', taskId: task, quantity: '2', bdiId: bdis[0].id },
      row({ memo: 'conferir' }),
    ]);
    await api.put(at(id), { token: office.admin, body: { ...headerOf(), discount: '4' } });
    await approve(id, true);
    const copied = await create({ duplicateFrom: id, code: 'COPIA' });
    const copy = copied.body.data;
    const original = await read(id);
    expect(copy).toMatchObject({ approved: false, duplicateFrom: id, version: 1, code: 'COPIA', discount: '4.00' });
    // 60 × 1.10 × 2 = 132; 10 × 1.20 = 12; less 4
    expect([copy.total, original.total]).toEqual(['140.00', '140.00']);
    const [a, b] = [await details(id), await details(copy.id)];
    const shape = ({ details: rows }: { details: Draft[] }) =>
      rows.map(({ code, type, description, quantity, unitPriceWithBdi, total, memo }) => [
        ...[code, type, description, quantity, unitPriceWithBdi, total, memo],
      ]);
    expect(shape(b)).toEqual(shape(a));
    const ids = new Set([...a.details, ...a.resources].map((one: Draft) => one['id']));
    expect([...b.details, ...b.resources].filter((one: Draft) => one['costEstimateId'] === id)).toEqual([]);
    expect(b.resources.map(({ productId, taskId }: Draft) => productId ?? taskId).sort()).toEqual(
      [cement, task].sort(),
    );
    expect(b.details.some((one: Draft) => ids.has(one['id']))).toBe(false);
  });
});

describe('Stages of a building', () => {
  test('are those of its approved estimates, else of its newest one, and those in use', async () => {
    const site = await seed.building(office);
    const stages = async () =>
      (
        await api.get(`/api/v1/engineering/companies/${office.companyId}/buildings/${site}/groups`, {
          token: office.admin,
        })
      ).body.data.content.map(({ code, name }: Draft) => `${code} ${name}`);
    const withStages = async (name: string) => {
      const id = await make({ building: { id: site } });
      const made = await put(id, [
        { key: 'g', type: 'GROUP', description: name },
        { key: 'h', type: 'GROUP', parentKey: 'g', description: `${name} 1` },
        row({ parentKey: 'h' }),
      ]);
      return { id, stage: made['h'] };
    };
    const old = await withStages('Velha');
    const recent = await withStages('Nova');
    expect(await stages()).toEqual(['1 Nova', '1.1 Nova 1']);
    const document = await enter(seed, office, {
      type: 'DEBIT',
      value: '5.00',
      parts: [{ buildingId: site, value: '5.00' }],
    });
    await seed.sql('update apportionments set cost_estimate_group_id = $1 where transaction_id = $2', [
      recent.stage,
      document,
    ]);
    await approve(old.id, true);
    expect(await stages()).toEqual(['1 Velha', '1.1 Velha 1', '1 Nova', '1.1 Nova 1']);
  });
});

describe('Permissions', () => {
  test('are ENGINEERING on the building: to others an estimate does not exist', async () => {
    const mine = await seed.building(office);
    const id = await make({ building: { id: mine } });
    const elsewhere = await make();
    await put(id, [row()]);
    const engineer = await office.as(['ENGINEERING'], mine);
    const list = await api.get(base, { token: engineer });
    expect(list.body.data.content.map((one: Draft) => one['id'])).toEqual([id]);
    expect((await api.get(at(id), { token: engineer })).status).toBe(200);
    expect((await api.get(at(elsewhere), { token: engineer })).status).toBe(404);
    expect((await save(elsewhere, [row()], { token: engineer })).status).toBe(404);
    expect(refusal(await create({ building: { id: building } }, engineer))).toEqual([
      422,
      'building: Obra não encontrada.',
    ]);
    const buyer = await office.as(['PURCHASE', 'DEBIT', 'CREDIT'], mine);
    expect((await api.get(at(id), { token: buyer })).status).toBe(403);
    expect((await api.get(at(id), { token: stranger.admin })).status).toBe(404);
  });
});
