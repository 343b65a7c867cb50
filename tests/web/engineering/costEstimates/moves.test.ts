import { describe, expect, test } from '@jest/globals';
import { removalQuestion } from '#web/engineering/costEstimates/editor/model/documents.ts';
import { aimAt, movedTo, placeNow } from '#web/engineering/costEstimates/editor/model/drop.ts';
import { shownRows } from '#web/engineering/costEstimates/editor/model/visible.ts';
import { house, keys, outline, shown } from './outline.ts';

describe('Rows that are dragged, or moved by a dialog', () => {
  test.each([
    [
      'before a row',
      ['lawn'],
      { key: 'piles', how: 'before' },
      '1 Site 1.1 fence 1.2 Clearing 1.3 shed 2 Base 2.1 lawn 2.2 piles',
    ],
    [
      'after a stage with everything in it',
      ['fence'],
      { key: 'Clearing', how: 'after' },
      '1 Site 1.1 Clearing 1.1.1 lawn 1.2 fence 1.3 shed 2 Base 2.1 piles',
    ],
    [
      'into a stage as its first',
      ['Base'],
      { key: 'Clearing', how: 'first' },
      '1 Site 1.1 fence 1.2 Clearing 1.2.1 Base 1.2.1.1 piles 1.2.2 lawn 1.3 shed',
    ],
    [
      'into a stage as its last',
      ['Clearing'],
      { key: 'Base', how: 'last' },
      '1 Site 1.1 fence 1.2 shed 2 Base 2.1 piles 2.2 Clearing 2.2.1 lawn',
    ],
    [
      'from several levels side by side',
      ['lawn', 'piles', 'fence'],
      { key: null, how: 'first' },
      '1 fence 2 lawn 3 piles 4 Site 4.1 Clearing 4.2 shed 5 Base',
    ],
    [
      'to the end of the estimate',
      ['Clearing', 'shed'],
      { key: null, how: 'last' },
      '1 Site 1.1 fence 2 Base 2.1 piles 3 Clearing 3.1 lawn 4 shed',
    ],
  ] as const)('rows are moved %s', (_where, names, drop, after) => {
    const rows = movedTo(house, keys(...names), drop);
    expect(typeof rows === 'string' ? rows : shown(rows).join(' ')).toBe(after);
    // Moved alone, a row can be put back.
    if (names.length > 1 || typeof rows === 'string') return;
    expect(movedTo(rows, keys(...names), placeNow(house, names[0]))).toEqual(house);
  });

  test.each([
    ['a stage into itself', ['Clearing'], { key: 'Clearing', how: 'last' }, 'itself'],
    ['a stage beside what is in it', ['Clearing'], { key: 'lawn', how: 'after' }, 'itself'],
    ['one of several into another of them', ['fence', 'Base'], { key: 'Base', how: 'first' }, 'itself'],
  ] as const)('%s is refused', (_what, names, drop, refusal) =>
    expect(movedTo(house, keys(...names), drop)).toBe(refusal),
  );

  test('a move to the place where rows are is none, and one below the eighth level is refused', () => {
    expect(movedTo(house, keys('fence'), { key: 'fence', how: 'before' })).toBe(house);
    expect(movedTo(house, keys('fence'), { key: 'Clearing', how: 'before' })).toBe(house);
    expect(movedTo(house, keys('piles'), { key: 'Base', how: 'last' })).toBe(house);
    const deep = outline(...Array.from({ length: 8 }, (_, level) => `${'1.'.repeat(level)}1 S${level}`), '2 x');
    expect(movedTo(deep, keys('x'), { key: 'S7', how: 'last' })).toBe('deep');
  });

  test.each([
    // 0 Site, 1 fence, 2 Clearing (folded), 3 shed, 4 a line of its composition, 5 Base, 6 piles
    [-3, null, 'first', 0, 0],
    [0.1, 'Site', 'before', 0, 0],
    [0.5, 'Site', 'last', 0, 1],
    [0.9, 'Site', 'first', 1, 1],
    [1.4, 'fence', 'before', 1, 1],
    [1.6, 'fence', 'after', 2, 1],
    [2.9, 'Clearing', 'after', 3, 1],
    [3.7, 'shed', 'after', 5, 1],
    [4.2, 'shed', 'after', 5, 1],
    [6.8, 'piles', 'after', 7, 1],
    [9, null, 'last', 7, 0],
  ])('a pointer at %d rows means %s, %s', (y, key, how, at, level) => {
    const row = house[4];
    if (!row) throw new Error('No shed');
    const line = { kind: 'line', key: 'shed/1', row, line: null, code: '' } as const;
    const visible = shownRows(house, keys('Clearing'), new Map());
    expect(aimAt(visible.toSpliced(4, 0, line), y)).toEqual({ drop: { key, how }, at, level });
  });
});

describe('The question where documents of removed stages go', () => {
  const stages = outline('1 A', '2 B', '3 C', '4 D');
  // A has four documents, B three, C one; two are in A and B, one is in all three: five in all, with one of D alone.
  const use = {
    usedStages: [
      { stageId: 'A', documents: 4, total: '240.00' },
      { stageId: 'B', documents: 3, total: '140.00' },
      { stageId: 'C', documents: 1, total: '20.00' },
      { stageId: 'D', documents: 1, total: '9.00' },
    ],
    sharedDocuments: [
      { stageIds: ['A', 'B'], documents: 2 },
      { stageIds: ['A', 'B', 'C'], documents: 1 },
    ],
  };
  test.each([
    ['two stages that share three', ['A', 'B'], 4, '380.00'],
    ['two that share one', ['A', 'C'], 4, '260.00'],
    ['all of them', ['A', 'B', 'C', 'D'], 5, '409.00'],
    ['two that share none', ['C', 'D'], 2, '29.00'],
  ])('counts a document once in %s', (_which, gone, documents, total) =>
    expect(removalQuestion(stages, keys(...gone), use, {})).toMatchObject({ documents, total }),
  );

  test('counts a document once in the stage that another one has left its documents to', () => {
    const left = stages.filter(({ key }) => key !== 'A');
    const question = removalQuestion(left, keys('B'), use, { A: 'B' });
    expect(question?.stages).toEqual([{ stageId: 'B', name: '1 B', documents: 4, total: '380.00' }]);
    expect(removalQuestion(left, keys('B', 'C'), use, { A: 'B' })).toMatchObject({ documents: 4, total: '400.00' });
    expect(removalQuestion(left, keys('B', 'C'), use, { A: null })).toMatchObject({ documents: 3, total: '160.00' });
  });
});
