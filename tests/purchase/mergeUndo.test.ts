import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { said, startMerging, type Merging } from './mergingKit.ts';

let kit: Merging;
beforeAll(async () => (kit = await startMerging()));
afterAll(() => kit.services.stop());

describe('Undoing a merge', () => {
  const pair = async () => {
    const { product, compose, post, next } = kit;
    const serial = next();
    const [stays, goes] = [
      await product({ name: `Fica ${serial}`, price: '2' }),
      await product({ name: `Sai ${serial}`, price: '3' }),
    ];
    const code = `CP-U${serial}`;
    const composition = await compose(code, [[goes, '1.0000']]);
    const body = { survivor: { id: stays, version: 1 }, merged: [{ id: goes, version: 1 }] };
    const { merge, survivor } = (await post('merges', body)).body.data;
    return { id: merge.id, stays, goes, code, composition, survivor };
  };
  const saveTask = async (id: number, change: (body: Record<string, unknown>) => void) => {
    const { services, office, task } = kit;
    const { code, description, unit, items } = await task(id);
    const lines = items.map((item: Record<string, unknown>) => ({
      id: item['id'],
      resourceId: item['resourceId'],
      quantity: item['quantity'],
    }));
    const body: Record<string, unknown> = { code, description, unit: { id: unit.id }, items: lines };
    change(body);
    const saved = await services.api.put(`/api/v1/engineering/tasks/${id}`, { token: office.admin, body });
    if (saved.status !== 200) throw new Error(saved.text);
  };

  test('is refused where a line has changed since, and possible where only other things have', async () => {
    const { services, office, undo, task } = kit;
    const { id, code, composition } = await pair();
    await saveTask(composition, (body) => (body['description'] = 'Outro texto'));
    const other = await pair();
    await saveTask(other.composition, (body) => {
      const [line] = body['items'] as { quantity: string }[];
      if (line) line.quantity = '7.0000';
    });
    expect(said(await undo(other.id))).toEqual([
      409,
      `A composição ${other.code} mudou depois da unificação, que não pode mais ser desfeita.`,
      undefined,
    ]);
    expect((await undo(id)).status).toBe(200);
    expect((await task(composition)).code).toBe(code);
    const gone = await pair();
    await services.api.delete(`/api/v1/engineering/tasks/${gone.composition}`, { token: office.admin });
    expect((await undo(gone.id)).status).toBe(200);
  });

  test('takes the latest merge first, and needs the one that stayed', async () => {
    const { services, office, at, post, undo, product } = kit;
    const { id, stays, survivor } = await pair();
    const last = await product({ code: 'ULTIMO', name: 'Último' });
    const body = { survivor: { id: last, version: 1 }, merged: [{ id: stays, version: survivor.version }] };
    const later = (await post('merges', body)).body.data;
    expect(said(await undo(id))).toEqual([
      409,
      `O insumo ${survivor.code} foi unificado em ULTIMO depois. Desfaça primeiro essa unificação.`,
      undefined,
    ]);
    expect(later.survivor.aliases).toHaveLength(2);
    expect((await undo(later.merge.id)).status).toBe(200);
    expect((await undo(id)).status).toBe(200);
    const unused = await product({ name: 'Sem uso' });
    const double = await product({ name: 'Sem uso também' });
    const merged = (
      await post('merges', { survivor: { id: unused, version: 1 }, merged: [{ id: double, version: 1 }] })
    ).body.data;
    await services.api.delete(`${at()}/${unused}`, { token: office.admin });
    expect(said(await undo(merged.merge.id))).toEqual([
      409,
      `O insumo ${merged.survivor.code} foi excluído depois da unificação, que não pode mais ser desfeita.`,
      undefined,
    ]);
  });

  test('is refused where the unit, the group or a brand of a merged product is no more', async () => {
    const { services, office, post, undo, product } = kit;
    const { seed } = services;
    const owned = { account_id: office.accountId };
    const cases: [string, () => Promise<{ set: string; gone: string }>][] = [
      [
        'A unidade do insumo XU foi excluída',
        async () => {
          const id = await seed.insert('units', { ...owned, acronyms: `u${kit.next()}`, description: 'Velha' });
          return { set: `unit_id = ${id}`, gone: `delete from units where id = ${id}` };
        },
      ],
      [
        'O grupo do insumo XG deixou de servir',
        async () => {
          const id = await seed.insert('product_groups', {
            ...owned,
            place: [50 + kit.next()],
            name: `Grupo ${kit.next()}`,
          });
          return { set: `product_group_id = ${id}`, gone: `delete from product_groups where id = ${id}` };
        },
      ],
    ];
    for (const [sentence, prepare] of cases) {
      const code = sentence.split(' ')[4] ?? '';
      const [stays, goes] = [await product({ name: `Fica ${code}` }), await product({ code, name: `Some ${code}` })];
      const { set, gone } = await prepare();
      await seed.sql(
        `update product_definitions set ${set} where id = (select definition_id from products where id = $1)`,
        [goes],
      );
      const body = { survivor: { id: stays, version: 1 }, merged: [{ id: goes, version: 1, factor: '1' }] };
      const { merge } = (await post('merges', body)).body.data;
      await seed.sql(gone);
      const message = `${sentence} depois da unificação, que não pode mais ser desfeita.`;
      expect(said(await undo(merge.id))).toEqual([409, message, undefined]);
    }
  });

  test('keeps a price that was typed since on a day that the merge had brought', async () => {
    const { services, office, at, post, undo, product } = kit;
    const today = services.clock.today();
    const stays = await product({ name: 'Com preço de hoje', price: '1' });
    const goes = await product({ name: 'Que trouxe o preço', price: '9' }, { [today]: '9' });
    const body = { survivor: { id: stays, version: 1 }, merged: [{ id: goes, version: 1 }] };
    const { merge, survivor } = (await post('merges', body)).body.data;
    const typed = { ...survivor, price: '5' };
    expect((await services.api.put(at(), { token: office.admin, body: typed })).status).toBe(200);
    expect((await undo(merge.id)).status).toBe(200);
    const history = await services.api.get(`${at()}/${stays}/price-history`, { token: office.admin });
    expect(history.body.data.content).toEqual([{ day: today, price: '5.0000', origin: 'TYPED' }]);
  });
});
