import { existsSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { circlesOf, importGraph } from '../support/importGraph.ts';

describe('imports in a circle', () => {
  const graph = importGraph();

  test('no file reaches itself through what it imports, types included', () => {
    expect(circlesOf(graph)).toEqual([]);
  });

  test('every import of a file leads to a file that exists', () => {
    const lost = [...graph].flatMap(([path, targets]) =>
      targets.filter((target) => !existsSync(target)).map((target) => `${path} imports ${target}`),
    );
    expect(lost).toEqual([]);
  });

  test('static, type-only, re-exported and lazy imports are all read, and a relative one like an absolute one', () => {
    expect(graph.get('web/form/useEditor.ts')).toEqual(
      expect.arrayContaining(['web/client/errors.ts', 'web/form/rebased.ts', 'web/form/useForm.ts']),
    );
    expect(graph.get('web/shell/screens.ts')).toContain('web/financial/wallets/WalletsScreen.tsx');
    expect(graph.get('web/ui/index.ts')).toContain('web/ui/Button.tsx');
    expect(graph.get('web/form/EditorDrawer.tsx')).toContain('web/form/useEditor.ts');
  });

  test.each([
    ['two that import each other', { a: ['b'], b: ['a'] }, [['a', 'b']]],
    ['three in a ring, with one that only uses them', { a: ['b'], b: ['c'], c: ['a'], d: ['a'] }, [['a', 'b', 'c']]],
    ['a ring that is reached late', { a: ['b'], b: ['c'], c: ['d'], d: ['c'] }, [['c', 'd']]],
    [
      'two rings side by side',
      { a: ['b'], b: ['a', 'c'], c: ['d'], d: ['c'] },
      [
        ['c', 'd'],
        ['a', 'b'],
      ],
    ],
    ['a file that imports itself', { a: ['a'] }, [['a']]],
    ['two ways to the same file', { a: ['b', 'c'], b: ['d'], c: ['d'], d: [] }, []],
  ])('are found: %s', (_name, edges: Record<string, string[]>, circles) => {
    expect(circlesOf(new Map(Object.entries(edges)))).toEqual(circles);
  });
});
