import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';

const RECIPE = 'docs/adding-a-feature.md';
const recipe = readFileSync(RECIPE, 'utf8');

const trimmed = (text: string): string[] => text.split('\n').map((line) => line.trim());

/** Code blocks of the recipe that name their file; "…" stands for omitted lines. */
const excerpts = [...recipe.matchAll(/^```\w+ (\S+)\n(.*?)^```$/gms)].map(([, file = '', text = '']) => ({
  file,
  lines: trimmed(text).filter((line) => line !== '' && line !== '…'),
}));

test('The recipe has excerpts of every layer', () => {
  const layers = new Set(excerpts.map(({ file }) => file.split('/')[0]));
  expect([...layers].sort()).toEqual(['gateway', 'schema', 'services', 'web']);
});

test.each(excerpts)('The excerpt of $file in the recipe equals the file', ({ file, lines }) => {
  const source = new Set(trimmed(readFileSync(file, 'utf8')));
  expect(lines.filter((line) => !source.has(line))).toEqual([]);
});

test('The files that the recipe names exist', () => {
  const named = [...recipe.matchAll(/`((?:schema|services|gateway|web|tests)\/[\w./]+\.\w+)`/g)].map(
    ([, file = '']) => file,
  );
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((file) => !existsSync(file) && !file.includes('NNNN'))).toEqual([]);
});

test('The index of decisions has every decision once, under its title, in order, with its state', () => {
  const files = readdirSync('docs/decisions').filter((name) => /^\d{4}-/.test(name));
  const expected = files.sort().map((name) => {
    const title = readFileSync(`docs/decisions/${name}`, 'utf8')
      .split('\n')[0]
      ?.replace(/^# \d+\. /, '');
    return `${Number(name.slice(0, 4))} [${title}](${name})`;
  });
  const rows = readFileSync('docs/decisions/README.md', 'utf8').matchAll(
    /^\| (\d+) +\| (\[.+?\]\(.+?\)) +\| (\S.*?) +\|$/gm,
  );
  expect([...rows].map(([, number, link]) => `${number} ${link}`)).toEqual(expected);
});

const sourcesOf = (folder: string): string =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => readFileSync(`${folder}/${name}`, 'utf8'))
    .join('\n');
const found = (text: string, pattern: RegExp): string[] =>
  [...new Set([...text.matchAll(pattern)].map(([, name = '']) => name))].sort();

describe('docs/operations.md', () => {
  const guide = readFileSync('docs/operations.md', 'utf8');
  // Metrics of both parts share one template; expands it to both names.
  const sources = ['services', 'gateway', 'bin', 'schema']
    .map(sourcesOf)
    .join('\n')
    .replace(/`prumo_\$\{part\}_(\w+)`/g, "'prumo_gateway_$1' 'prumo_services_$1'");

  test('names every metric, and no other', () => {
    const documented = found(guide, /\b(prumo_(?:gateway|services)_\w+)/g);
    const named = new Set(documented.map((name) => name.replace(/_(bucket|sum|count)$/, '')));
    expect([...named].sort()).toEqual(found(sources, /'(prumo_(?:gateway|services)_\w+)'/g));
  });

  test('names log lines that exist', () => {
    const lines = guide.split('\n').filter((line) => /\| (error|warn) +\|/.test(line));
    const documented = lines.flatMap((line) => found(line.split('|')[1] ?? '', /`([^`]+)`/g));
    expect(documented.length).toBeGreaterThan(5);
    expect(documented.filter((text) => !sources.includes(`'${text}'`))).toEqual([]);
  });

  test('names commands that exist', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
    const documented = found(guide, /npm run (?:--silent )?([\w:-]+)/g);
    expect(documented).toEqual(expect.arrayContaining(['backup', 'restore', 'verify-ledger']));
    expect(documented.filter((name) => !(name in scripts))).toEqual([]);
  });
});

test('The table of README.md has every setting that is read', () => {
  const read = ['bin/config.ts', 'gateway/config.ts', 'gateway/http/integrations.ts', 'services/policy.ts']
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');
  const settings = found(read, /\benvironment(?:\.|\['|, ')([A-Z]{2,}[A-Z_]*)\b/g);
  const table = readFileSync('README.md', 'utf8');
  expect(settings.length).toBeGreaterThan(20);
  expect(settings.filter((name) => !table.includes(`\`${name}\``))).toEqual([]);
});
