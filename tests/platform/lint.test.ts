import { describe, expect, test } from '@jest/globals';
import { ESLint } from 'eslint';
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { importGraph } from '../support/importGraph.ts';

const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

// Texts are linted under the path of an existing file, because rules go by it.

const eslint = new ESLint();

/** Returns the rules that a text breaks under a file's path. */
const broken = async (filePath: string, text: string): Promise<(string | null)[]> => {
  const [result] = await eslint.lintText(text, { filePath });
  return (result?.messages ?? []).map(({ ruleId }) => ruleId);
};

describe('The direction of imports', () => {
  test.each([
    ['domain/money.ts', '#schema/platform/endpoint.ts'],
    ['domain/money.ts', '../services/platform/clock.ts'],
    ['schema/platform/endpoint.ts', '#services/platform/clock.ts'],
    ['services/platform/clock.ts', '#gateway/server.ts'],
    ['gateway/server.ts', '#services/platform/clock.ts'],
    ['services/platform/clock.ts', '#tests/support/postgres.ts'],
    ['services/platform/clock.ts', '../../domain/money.ts'],
  ])('%s must not import %s', async (file, target) => {
    expect(await broken(file, `import '${target}';\n`)).toEqual(['prumo/direction']);
    expect(await broken(file, `void import('${target}');\n`)).toEqual(['prumo/direction']);
    expect(await broken(file, `export * from '${target}';\n`)).toEqual(['prumo/direction']);
  });

  test.each([
    ['schema/platform/endpoint.ts', '#domain/money.ts'],
    ['services/platform/clock.ts', '#domain/money.ts'],
    ['services/platform/clock.ts', './errors.ts'],
    ['tests/support/postgres.ts', '#services/platform/clock.ts'],
  ])('%s may import %s', async (file, target) => {
    expect(await broken(file, `import '${target}';\n`)).toEqual([]);
  });
});

describe('The order of rooms', () => {
  test.each([
    ['web/ui/Button.tsx', '../client/storage.ts'],
    ['web/client/storage.ts', '../session/place.ts'],
    ['web/session/place.ts', '../list/useListQuery.ts'],
    ['web/form/useForm.ts', '../list/useListQuery.ts'],
    ['web/form/useForm.ts', '#web/choices/useWalletChoice.ts'],
    ['web/form/useForm.ts', '../register/RegisterDrawer.tsx'],
    ['web/choices/useWalletChoice.ts', '../register/RegisterDrawer.tsx'],
    ['web/register/RegisterDrawer.tsx', '../financial/wallets/texts.ts'],
    ['web/financial/wallets/texts.ts', '../../shell/screens.ts'],
    ['web/financial/wallets/texts.ts', '../categories/tree.ts'],
    ['web/financial/transactions/form/edits.ts', '../../installments/useBulk.ts'],
    ['web/home/tutorials.ts', '#web/financial/wallets/texts.ts'],
    ['services/financial/tables.ts', '../engineering/tables.ts'],
    ['services/purchase/tables.ts', '../location/location.ts'],
    ['services/platform/clock.ts', '../location/location.ts'],
    ['services/financial/tables.ts', '../server.ts'],
  ])('%s must not import %s', async (file, target) => {
    const text = `import '${target}';\nexport type { A } from '${target}';\nvoid import('${target}');\n`;
    expect(await broken(file, text)).toEqual(['prumo/rooms', 'prumo/rooms', 'prumo/rooms']);
  });

  test.each([
    ['web/list/useListQuery.ts', '../session/place.ts'],
    ['web/financial/wallets/form/walletForm.ts', '../statement/lines.ts'],
    ['web/financial/wallets/texts.ts', '#web/choices/useWalletChoice.ts'],
    ['web/financial/wallets/texts.ts', '../../register/RegisterDrawer.tsx'],
    ['web/financial/installments/useBulk.ts', '../transactions/cachedLists.ts'],
    ['web/shell/screens.ts', '#web/home/TutorialsScreen.tsx'],
    ['web/main.tsx', './shell/startApp.tsx'],
    ['services/server.ts', './financial/tables.ts'],
    ['services/engineering/tables.ts', '../financial/tables.ts'],
    ['services/financial/tables.ts', '../platform/clock.ts'],
    ['tests/support/postgres.ts', '#web/shell/screens.ts'],
  ])('%s may import %s', async (file, target) => {
    expect(await broken(file, `import '${target}';\n`)).toEqual([]);
  });

  test.each([
    ['web', 'web/main.tsx'],
    ['services', 'services/server.ts'],
  ])('needs every exception of %s, each with a reason', async (layer, file) => {
    const config: { rules: { 'prumo/rooms': [number, { exceptions: Record<string, Record<string, string>> }] } } =
      await eslint.calculateConfigForFile(file);
    const graph = [...importGraph()];
    const exceptions = Object.entries(config.rules['prumo/rooms'][1].exceptions).flatMap(([from, targets]) =>
      Object.entries(targets).map(([to, reason]) => ({ from: `${layer}/${from}/`, to: `${layer}/${to}/`, reason })),
    );
    const unused = exceptions.filter(
      ({ from, to, reason }) =>
        reason === '' ||
        !graph.some(([path, targets]) => path.startsWith(from) && targets.some((one) => one.startsWith(to))),
    );
    expect(exceptions.length).toBeGreaterThan(0);
    expect(unused).toEqual([]);
  });
});

/** Returns the typed rules that each text breaks: as files of a project of their own, with the declarations of this one. */
const brokenTypes = async (texts: Record<string, string>): Promise<Record<string, string[]>> => {
  const directory = await mkdtemp(join(tmpdir(), 'prumo-lint-'));
  try {
    const project = { extends: join(ROOT, 'tsconfig.json'), include: ['*.ts', join(ROOT, 'domain/exactNumbers.d.ts')] };
    await writeFile(join(directory, 'tsconfig.json'), JSON.stringify(project));
    await symlink(join(ROOT, 'node_modules'), join(directory, 'node_modules'));
    for (const [name, text] of Object.entries(texts)) await writeFile(join(directory, `${name}.ts`), text);
    const files = Object.keys(texts).map((name) => `${name}.ts`);
    const args = [
      join(ROOT, 'node_modules/oxlint/bin/oxlint'),
      '-c',
      join(ROOT, '.oxlintrc.json'),
      '-f',
      'json',
      ...files,
    ];
    const run = spawnSync(process.execPath, args, { cwd: directory, encoding: 'utf8' });
    const { diagnostics }: { diagnostics: { filename: string; code: string }[] } = JSON.parse(run.stdout);
    const codesOf = (name: string) =>
      diagnostics.filter(({ filename }) => filename === `${name}.ts`).map(({ code }) => code);
    return Object.fromEntries(Object.keys(texts).map((name) => [name, codesOf(name)]));
  } finally {
    await rm(directory, { recursive: true });
  }
};

test('Money cannot be converted to a floating point number', async () => {
  const parsed = (text: string) => broken('domain/money.ts', text);
  expect(await parsed("export const a = parseFloat('1.10');\n")).toEqual(['no-restricted-globals']);
  expect(await parsed("export const a = Number.parseFloat('1.10');\n")).toEqual(['no-restricted-properties']);
});

test('Rules that need types hold: promises, the fixed places of numbers, and every case of a union', async () => {
  const found = await brokenTypes({
    floating: 'const wait = async () => {};\nwait();\n',
    awaited: 'export const wait = async () => {};\nvoid wait();\n',
    fixed: 'export const a = (x: number, y?: number) => `${x.toFixed(2)} ${y?.toFixed(2)}`;\n',
    decimal: "import { Decimal } from 'decimal.js';\nexport const a = new Decimal('1').toFixed(2);\n",
    missing:
      "export const a = (x: 'y' | 'z') => {\n  switch (x) {\n    case 'y':\n      return 1;\n  }\n  return 2;\n};\n",
    misused: 'export const a = () => [1].forEach(async () => {});\n',
  });
  expect(found).toEqual({
    floating: ['typescript(no-floating-promises)'],
    awaited: [],
    fixed: ['typescript(no-deprecated)', 'typescript(no-deprecated)'],
    decimal: [],
    missing: ['typescript(switch-exhaustiveness-check)'],
    misused: ['typescript(no-misused-promises)'],
  });
});

test('A test cannot be skipped', async () => {
  const skipped = "import { test } from '@jest/globals';\ntest.skip('later', () => {});\n";
  expect(await broken('tests/support/postgres.ts', skipped)).toEqual(['no-restricted-syntax']);
});
