import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { applyEdits } from '#web/engineering/costEstimates/editor/model/apply.ts';
import { fillDown, isTyped, quantityCell, setCell } from '#web/engineering/costEstimates/editor/model/cells.ts';
import { asNew, copyRows, rowsOfText } from '#web/engineering/costEstimates/editor/model/clipboard.ts';
import { deltaOf, type RowChange } from '#web/engineering/costEstimates/editor/model/delta.ts';
import { movedTo } from '#web/engineering/costEstimates/editor/model/drop.ts';
import { newService, newStage, rowOfFound, type Rows } from '#web/engineering/costEstimates/editor/model/rows.ts';
import {
  indentRows,
  insertAt,
  moveRows,
  outdentRows,
  placeOfItem,
  placeOfStage,
  removeRows,
} from '#web/engineering/costEstimates/editor/model/steps.ts';
import { hold } from '../../../domain/properties.ts';
import { house, keys, outline, shown } from './outline.ts';

const at = (rows: Rows, name: string): number => rows.findIndex(({ description }) => description === name);

const cement = rowOfFound({
  ...{ kind: 'PRODUCT', id: '7', code: '1379', name: 'Cimento', unit: 'kg', price: '0.8000' },
  ...{ productType: { name: 'Material' }, costDatabase: { id: '1', name: 'Própria', source: 'GO' } },
});

describe('Steps in the tree of an estimate', () => {
  test.each([
    [
      'down over a stage with everything in it',
      moveRows(house, keys('fence'), 1),
      '1.1 Clearing 1.1.1 lawn 1.2 fence 1.3 shed',
    ],
    [
      'up with its neighbour',
      moveRows(house, keys('Clearing', 'shed'), -1),
      '1.1 Clearing 1.1.1 lawn 1.2 shed 1.3 fence',
    ],
    ['into the stage above', indentRows(house, keys('shed')), '1.1 fence 1.2 Clearing 1.2.1 lawn 1.2.2 shed'],
    ['out of its stage, after it', outdentRows(house, keys('lawn')), '1.1 fence 1.2 Clearing 1.3 lawn 1.4 shed'],
  ])('rows move %s', (_how, rows, inside) => expect(shown(rows).join(' ')).toBe(`1 Site ${inside} 2 Base 2.1 piles`));

  test.each([
    ['the first one up', moveRows(house, keys('fence'), -1)],
    ['the last one down', moveRows(house, keys('shed'), 1)],
    ['rows of several stages', moveRows(house, keys('lawn', 'shed'), -1)],
    ['rows that are no neighbours', moveRows(house, keys('fence', 'shed'), 1)],
    ['into a row that is no stage', indentRows(house, keys('Clearing'))],
    ['the first one into nothing', indentRows(house, keys('Site'))],
    ['a row at the top out of it', outdentRows(house, keys('Base'))],
  ])('nothing happens to %s', (_what, rows) => expect(rows).toBe(house));

  test('a row leaves with everything below it', () =>
    expect(shown(removeRows(house, keys('Clearing', 'lawn')))).toEqual([
      ...['1 Site', '1.1 fence', '1.2 shed', '2 Base', '2.1 piles'],
    ]));

  test('a service goes into the stage with the cursor, else after the row; a stage after the stage', () => {
    const added = [{ ...newService('new'), key: 'new' }];
    const item = (name: string) => shown(insertAt(house, placeOfItem(house, at(house, name)), added) ?? []);
    expect(item('Base')).toContain('2.1 new');
    expect(item('fence')).toContain('1.2 new');
    const stage = (name: string) =>
      shown(insertAt(house, placeOfStage(house, at(house, name)), [newStage('New')]) ?? []);
    expect(stage('lawn')).toContain('1.3 New');
    expect(stage('Base')).toContain('3 New');
    expect(shown(insertAt([], placeOfItem([], -1), added) ?? [])).toEqual(['1 new']);
  });

  test('a ninth level is refused', () => {
    const deep = outline(...Array.from({ length: 8 }, (_, level) => `${'1.'.repeat(level)}1 S${level}`));
    expect(insertAt(deep, { index: 8, level: 8 }, [newService('x')])).toBeNull();
    expect(indentRows([...deep, { ...newStage('T'), key: 'T', level: 7 }], keys('T')).at(-1)?.level).toBe(7);
  });
});

describe('Typed values', () => {
  test('a quantity keeps its formula, and one that does not read is none', () => {
    const rows = setCell(house, 1, quantityCell('12*2,80*4') ?? {});
    expect(rows[1]).toMatchObject({ quantity: '134.4000', formula: '12*2,80*4' });
    expect(quantityCell('12*')).toBeNull();
    expect(setCell(rows, 1, { quantity: '134.4000' })).toBe(rows);
  });

  test('the price of an input changes in all its rows', () => {
    const rows: Rows = [cement, newService('x'), { ...cement, key: 'other' }];
    expect(setCell(rows, 0, { unitPrice: '0.9000' }).map(({ unitPrice }) => unitPrice)).toEqual([
      '0.9000',
      null,
      '0.9000',
    ]);
  });

  test('Ctrl+D repeats the cell above, or the first chosen one in all below it', () => {
    const rows = setCell(house, 1, { quantity: '5.0000', formula: '2+3' });
    expect(fillDown(rows, [3], 'quantity')[3]).toMatchObject({ quantity: '5.0000', formula: '2+3' });
    const filled = fillDown(rows, [1, 2, 3, 4], 'quantity');
    expect(filled.map(({ quantity }) => quantity).slice(1, 5)).toEqual(['5.0000', null, '5.0000', '5.0000']);
    expect(isTyped(cement, 'description')).toBe(false);
    expect(fillDown([...rows, cement], [6, 7], 'description').at(-1)).toBe(cement);
  });
});

describe('Rows to and from a spreadsheet', () => {
  const text = '1\tSite\t\t\t\n1.1\tfence\tm²\t48,87\t121,37\n2\tBase\t\t\t\n2.1\tpiles\tm\t1.234,5\t0,7832';

  test('are text with codes by place, and come back with their structure', () => {
    const rows = rowsOfText(text);
    expect(shown(rows)).toEqual(['1 Site', '1.1 fence', '2 Base', '2.1 piles']);
    expect(rows.map(({ type }) => type)).toEqual(['GROUP', 'TASK', 'GROUP', 'TASK']);
    expect(rows[3]).toMatchObject({ unit: 'm', quantity: '1234.5000', unitPrice: '0.7832' });
    expect(copyRows(rows, new Set(rows.map(({ key }) => key))).text).toBe(text.replace('1.234,5', '1234,5'));
  });

  test('without codes they stand side by side, below a heading', () =>
    expect(shown(rowsOfText('Descrição\tUn.\tQtde\tPreço\nPiso\tm²\t10\t50\nRodapé\tm\t8\t12'))).toEqual([
      '1 Piso',
      '2 Rodapé',
    ]));

  test('levels that are left out are closed up, a price of zero is none', () =>
    expect(rowsOfText('3\tEtapa A\t\t\n3.2.1\tserviço\tun\t1\t0')).toMatchObject([
      { level: 0, type: 'GROUP' },
      { level: 1, type: 'TASK', unitPrice: null },
    ]));

  test('rows copied inside of the estimate keep what they refer to, as new rows', () => {
    const [row] = asNew(copyRows([cement], keys(cement.key)).rows, []);
    expect(row).toMatchObject({ productId: '7', id: null, level: 0 });
    expect(row?.key).not.toBe(cement.key);
  });
});

/** Rows as a service keeps them: by id, each with its parent, and the children of each in their order. */
class Stored {
  rows = new Map<string, { parent: string | null; values: Record<string, unknown> }>();
  inside = new Map<string | null, string[]>([[null, []]]);
  prices = new Map<string, unknown>();
  private next = 0;

  apply(changes: readonly RowChange[]): Map<string, string> {
    const ids = new Map<string, string>();
    const places = new Map<string, number>();
    const removed: string[] = [];
    for (const { id: named, key, parentId, parentKey, position, removed: gone, unitPrice, ...values } of changes) {
      if (gone && named) {
        removed.push(named);
        continue;
      }
      const id = named ?? `made-${(this.next += 1)}`;
      if (!named) {
        if (key === undefined) throw new Error('A new row has a key');
        ids.set(key, id);
        this.rows.set(id, { parent: null, values: {} });
        this.inside.set(id, []);
        this.inside.get(null)?.push(id);
      }
      const row = this.rows.get(id);
      if (!row) throw new Error(`No row ${id}`);
      Object.assign(row.values, values);
      if (unitPrice !== undefined) {
        if (values.productId ?? row.values['productId']) this.prices.set(String(row.values['productId']), unitPrice);
        else row.values['unitPrice'] = unitPrice;
      }
      const parent = parentKey === undefined ? parentId : ids.get(parentKey);
      if (parentKey !== undefined && parent === undefined) throw new Error('A new stage comes before its rows');
      if (parent !== undefined) {
        this.inside.set(
          row.parent,
          (this.inside.get(row.parent) ?? []).filter((one) => one !== id),
        );
        this.inside.get(parent)?.push(id);
        row.parent = parent;
      }
      if (position !== undefined) places.set(id, position);
    }
    for (const id of removed) this.remove(id);
    for (const [parent, children] of this.inside) {
      const order: string[] = [];
      for (const child of children) {
        const place = places.get(child);
        if (place !== undefined) order[place - 1] = child;
      }
      const others = children.filter((child) => !places.has(child));
      for (let place = 0; others.length > 0; place += 1) order[place] ??= others.shift() ?? '';
      this.inside.set(parent, order);
    }
    return ids;
  }

  private remove(id: string): void {
    for (const child of [...(this.inside.get(id) ?? [])]) this.remove(child);
    const parent = this.rows.get(id)?.parent ?? null;
    this.inside.set(
      parent,
      (this.inside.get(parent) ?? []).filter((one) => one !== id),
    );
    this.rows.delete(id);
    this.inside.delete(id);
  }

  list(parent: string | null = null, level = 0): unknown[] {
    return (this.inside.get(parent) ?? []).flatMap((id) => {
      const values = this.rows.get(id)?.values ?? {};
      const { type, quantity, unitPrice, productId, memo, bdiId } = values;
      const price = productId ? this.prices.get(String(productId)) : unitPrice;
      return [
        { id, level, type, quantity: quantity ?? null, price: price ?? null, memo: memo ?? null, bdiId: bdiId ?? null },
        ...this.list(id, level + 1),
      ];
    });
  }
}

const projected = (rows: Rows, ids: ReadonlyMap<string, string>): unknown[] =>
  rows.map(({ key, id, level, type, quantity, unitPrice, memo, bdiId }) => ({
    ...{ id: id ?? ids.get(key), level, type, quantity, price: unitPrice, memo, bdiId },
  }));

const acts = [
  'stage',
  'service',
  'input',
  'remove',
  'up',
  'down',
  'in',
  'out',
  'quantity',
  'price',
  'memo',
  'paste',
  'fill',
  'drop',
] as const;
const act = fc.record({
  kind: fc.constantFrom(...acts),
  who: fc.nat(60),
  other: fc.nat(60),
  amount: fc.integer({ min: 1, max: 9_999 }),
});

/** One random edit. */
const edited = (
  rows: Rows,
  { kind, who, other, amount }: { kind: (typeof acts)[number]; who: number; other: number; amount: number },
): Rows => {
  const index = rows.length === 0 ? -1 : who % rows.length;
  const row = rows[index];
  const second = rows[other % Math.max(1, rows.length)];
  const chosen = new Set([row?.key ?? '', ...(amount % 3 === 0 ? [rows[index + 1]?.key ?? ''] : [])]);
  const decimal = `${amount}.0000`;
  switch (kind) {
    case 'stage':
      return insertAt(rows, placeOfStage(rows, index), [newStage('s')]) ?? rows;
    case 'service':
      return insertAt(rows, placeOfItem(rows, index), [{ ...newService('t'), unitPrice: decimal }]) ?? rows;
    case 'input': {
      const productId = String(amount % 3);
      const unitPrice = rows.find((one) => one.productId === productId)?.unitPrice ?? '1.0000';
      return (
        insertAt(rows, placeOfItem(rows, index), [{ ...cement, key: newStage().key, productId, unitPrice }]) ?? rows
      );
    }
    case 'remove':
      return removeRows(rows, chosen);
    case 'up':
    case 'down':
      return moveRows(rows, chosen, kind === 'up' ? -1 : 1);
    case 'in':
      return indentRows(rows, chosen);
    case 'out':
      return outdentRows(rows, chosen);
    case 'quantity':
      return row?.group === false ? setCell(rows, index, { quantity: decimal, formula: null }) : rows;
    case 'price':
      return row && isTyped(row, 'unitPrice') ? setCell(rows, index, { unitPrice: decimal }) : rows;
    case 'memo':
      return row?.group === false ? setCell(rows, index, { memo: decimal }) : rows;
    case 'paste':
      return (
        insertAt(rows, placeOfItem(rows, other % Math.max(1, rows.length)), asNew(copyRows(rows, chosen).rows, rows)) ??
        rows
      );
    case 'fill':
      return row?.group === false ? fillDown(rows, [index], 'quantity') : rows;
    case 'drop': {
      if (!second) return rows;
      const how = (['before', 'after', 'first', 'last'] as const)[amount % (second.group ? 4 : 2)] ?? 'last';
      const next = movedTo(rows, chosen, { key: second.key, how });
      return typeof next === 'string' ? rows : next;
    }
  }
};

const PRICES = new Map(['0', '1', '2'].map((id) => [id, '1.0000']));

describe('The changes of a save', () => {
  test('take what was saved to what the editor shows, after any edits', () => {
    hold(
      'the delta of an estimate leads to its rows',
      1_500,
      fc.property(fc.array(act, { maxLength: 40 }), fc.array(act, { maxLength: 25 }), (first, second) => {
        const stored = new Stored();
        for (const [id, price] of PRICES) stored.prices.set(id, price);
        const made = first.reduce(edited, []);
        const ids = stored.apply(deltaOf([], made, PRICES));
        expect(stored.list()).toEqual(projected(made, ids));
        // As they are read again: their keys are their ids.
        const saved = made.map((row) => ({ ...row, id: ids.get(row.key) ?? '', key: ids.get(row.key) ?? '' }));
        const now = second.reduce(edited, saved);
        const known = new Map([...PRICES.keys()].map((id) => [id, String(stored.prices.get(id))]));
        const changes = deltaOf(saved, now, known);
        expect(stored.list()).toEqual(projected(saved, new Map()));
        const kept = { changes, made: now.filter((row) => row.id === null) };
        expect(applyEdits(saved, kept)).toEqual(now);
        expect(projected(now, stored.apply(changes))).toEqual(stored.list());
      }),
    );
  });

  test('are as few as possible: of 5,000 rows one that moved, one that was typed, one new, one removed', () => {
    const rows: Rows = Array.from({ length: 5_000 }, (_, index) => {
      const row = index % 100 === 0 ? newStage(`S${index}`) : { ...newService(`t${index}`), level: 1 };
      return { ...row, id: String(index), key: String(index) };
    });
    const moved = moveRows(rows, keys('0'), 1);
    expect(deltaOf(rows, moved)).toEqual([{ id: '100', position: 1 }]);
    expect(deltaOf(rows, setCell(rows, 5, { quantity: '7.0000' }))).toEqual([
      { id: '5', quantity: '7.0000', formula: null },
    ]);
    expect(deltaOf(rows, removeRows(rows, keys('100', '103')))).toEqual([{ id: '100', removed: true }]);
    const place = placeOfItem(rows, 200);
    expect(deltaOf(rows, insertAt(rows, place, [{ ...newService('x'), key: 'k' }]) ?? [])).toEqual([
      ...[{ key: 'k', type: 'TASK', description: 'x', unit: '', quantity: '0.0000', position: 1, parentId: '200' }],
    ]);
    expect(deltaOf(rows, rows)).toEqual([]);
  });
});
