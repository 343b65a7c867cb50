import { existsSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { circlesOf, importGraph } from '../support/importGraph.ts';

describe('Import cycles', () => {
  const graph = importGraph();

  test('do not exist, type imports included', () => {
    expect(circlesOf(graph)).toEqual([]);
  });

  test('are searched in files whose imports all exist', () => {
    const lost = [...graph].flatMap(([path, targets]) =>
      targets.filter((target) => !existsSync(target)).map((target) => `${path} imports ${target}`),
    );
    expect(lost).toEqual([]);
  });

  test('are searched in static, type-only, re-exported and lazy imports, relative or absolute', () => {
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
