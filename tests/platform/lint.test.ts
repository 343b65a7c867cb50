import { describe, expect, test } from '@jest/globals';
import { ESLint } from 'eslint';
import tseslint from 'typescript-eslint';
import { importGraph } from '../support/importGraph.ts';

// Texts are linted under the path of an existing file, because rules go by it and typed ones need the compiler.

/** Types are worked out anew for every text, in half a second; the rules of imports need none. */
const untyped = new ESLint({ overrideConfig: tseslint.configs.disableTypeChecked });

// Without this option typescript-eslint reads the file from disk on a CI machine instead of the given text.
const typed = new ESLint({
  overrideConfig: { languageOptions: { parserOptions: { disallowAutomaticSingleRunInference: true } } },
});

/** Returns the rules that a text breaks under a file's path. */
const broken = async (filePath: string, text: string, eslint = untyped): Promise<(string | null)[]> => {
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
    ['web/list/useListQuery.ts', '../form/useForm.ts'],
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
    ['web/shell/screens.ts', '#web/home/WelcomeScreen.tsx'],
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
      await untyped.calculateConfigForFile(file);
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

test('Money cannot be converted to a floating point number', async () => {
  expect(await broken('domain/money.ts', "export const a = parseFloat('1.10');\n", typed)).toEqual([
    'prumo/exact-numbers',
  ]);
  expect(await broken('domain/money.ts', "export const a = Number.parseFloat('1.10');\n", typed)).toEqual([
    'prumo/exact-numbers',
  ]);
  expect(await broken('domain/money.ts', 'export const a = (x: number) => x.toFixed(2);\n', typed)).toEqual([
    'prumo/exact-numbers',
  ]);
  const exact = "import { Decimal } from 'decimal.js';\nexport const a = new Decimal('1').toFixed(2);\n";
  expect(await broken('domain/money.ts', exact, typed)).toEqual([]);
});

test('A promise must be awaited, and a test cannot be skipped', async () => {
  const floating = 'const wait = async () => {};\nwait();\n';
  expect(await broken('domain/money.ts', floating, typed)).toEqual(['@typescript-eslint/no-floating-promises']);
  const skipped = "import { test } from '@jest/globals';\ntest.skip('later', () => {});\n";
  expect(await broken('tests/support/postgres.ts', skipped, typed)).toEqual(['no-restricted-syntax']);
});
