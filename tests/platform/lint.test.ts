import { describe, expect, test } from '@jest/globals';
import { ESLint } from 'eslint';

// A text stands in for a file that exists, since the rules ask the compiler for types.
// On a CI machine typescript-eslint would otherwise take the file's text from disk instead of the one given here.
const eslint = new ESLint({
  overrideConfig: { languageOptions: { parserOptions: { disallowAutomaticSingleRunInference: true } } },
});

/** The rules that a text breaks when it stands in this file. */
const broken = async (filePath: string, text: string): Promise<(string | null)[]> => {
  const [result] = await eslint.lintText(text, { filePath });
  return (result?.messages ?? []).map(({ ruleId }) => ruleId);
};

describe('the direction of imports', () => {
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

test('money cannot pass through a floating point number', async () => {
  expect(await broken('domain/money.ts', "export const a = parseFloat('1.10');\n")).toEqual(['prumo/exact-numbers']);
  expect(await broken('domain/money.ts', "export const a = Number.parseFloat('1.10');\n")).toEqual([
    'prumo/exact-numbers',
  ]);
  expect(await broken('domain/money.ts', 'export const a = (x: number) => x.toFixed(2);\n')).toEqual([
    'prumo/exact-numbers',
  ]);
  const exact = "import { Decimal } from 'decimal.js';\nexport const a = new Decimal('1').toFixed(2);\n";
  expect(await broken('domain/money.ts', exact)).toEqual([]);
});

test('a promise cannot be left floating, nor a test skipped', async () => {
  const floating = 'const wait = async () => {};\nwait();\n';
  expect(await broken('domain/money.ts', floating)).toEqual(['@typescript-eslint/no-floating-promises']);
  const skipped = "import { test } from '@jest/globals';\ntest.skip('later', () => {});\n";
  expect(await broken('tests/support/postgres.ts', skipped)).toEqual(['no-restricted-syntax']);
});
