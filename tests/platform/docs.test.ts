import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';

const RECIPE = 'docs/adding-a-feature.md';
const recipe = readFileSync(RECIPE, 'utf8');

const trimmed = (text: string): string[] => text.split('\n').map((line) => line.trim());

/** Blocks of the recipe that say which file they are from, with their lines; "…" stands for what is left out. */
const excerpts = [...recipe.matchAll(/^```\w+ (\S+)\n(.*?)^```$/gms)].map(([, file = '', text = '']) => ({
  file,
  lines: trimmed(text).filter((line) => line !== '' && line !== '…'),
}));

test('the recipe shows excerpts of every layer', () => {
  const layers = new Set(excerpts.map(({ file }) => file.split('/')[0]));
  expect([...layers].sort()).toEqual(['gateway', 'schema', 'services', 'web']);
});

test.each(excerpts)('the excerpt of $file in the recipe is still true', ({ file, lines }) => {
  const source = new Set(trimmed(readFileSync(file, 'utf8')));
  expect(lines.filter((line) => !source.has(line))).toEqual([]);
});

test('files that the recipe names are there', () => {
  const named = [...recipe.matchAll(/`((?:schema|services|gateway|web|tests)\/[\w./]+\.\w+)`/g)].map(
    ([, file = '']) => file,
  );
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((file) => !existsSync(file) && !file.includes('NNNN'))).toEqual([]);
});
