import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { BUDGET, excessOf, reportOf } from '#tests/support/budget/report.mjs';
import BudgetReporter from '#tests/support/budget/reporter.mjs';
import { secondRunOf } from '#tests/support/budget/secondRun.mjs';

const suite = (path: string, ms: number, tests: { name: string; ms: number }[] = []) => ({ path, ms, tests });

describe('The report of a test run', () => {
  test('has the time of each kind, the slowest suites and the slowest tests', () => {
    const report = reportOf([
      suite('tests/domain/money.test.ts', 500, [{ name: 'adds up', ms: 40 }]),
      suite('tests/web/form/focus.test.ts', 61_250, [{ name: 'leads the focus', ms: 2_000 }]),
      suite('tests/web/home/home.test.ts', 1_000, [{ name: 'greets', ms: 950 }]),
    ]);
    expect(report).toBe(
      [
        'Time by kind',
        '    62.3 s  web (2 suites)',
        '     0.5 s  domain (1 suites)',
        '',
        'The 20 slowest suites',
        '    61.3 s  tests/web/form/focus.test.ts',
        '     1.0 s  tests/web/home/home.test.ts',
        '     0.5 s  tests/domain/money.test.ts',
        '',
        'The 20 slowest tests',
        '     2.0 s  leads the focus',
        '     0.9 s  greets',
        '     0.0 s  adds up',
        '',
      ].join('\n'),
    );
  });

  test('names at most twenty suites', () => {
    const many = Array.from({ length: 30 }, (_, index) => suite(`tests/web/${index}.test.ts`, index));
    expect(reportOf(many).match(/tests\/web/g)).toHaveLength(20);
  });
});

describe('The time budget of a test run', () => {
  const budget = { runMinutes: 15, suiteSeconds: 100 };

  test('is exact to the millisecond', () => {
    expect(excessOf([suite('tests/web/a.test.ts', 100_000)], 15 * 60_000, budget)).toEqual([]);
  });

  test('names the run and every suite that exceed it', () => {
    const suites = [suite('tests/web/a.test.ts', 100_001), suite('tests/web/b.test.ts', 99_000)];
    expect(excessOf(suites, 15 * 60_000 + 6_000, budget)).toEqual([
      'The run took 15.1 minutes; its budget is 15.',
      'tests/web/a.test.ts took 100.0 s; the budget of a suite is 100 s.',
    ]);
  });
});

describe('The reporter', () => {
  const rootDir = '/prumo';
  const slow = {
    testFilePath: '/prumo/tests/web/a.test.ts',
    perfStats: { start: 0, end: BUDGET.suiteSeconds * 1000 + 1 },
    testResults: [],
    numFailingTests: 0,
  };
  const errorAfter = (config: { ci: boolean; nonFlagArgs: string[] }): Error | undefined => {
    const reporter = new BudgetReporter({ rootDir, ...config }, { write: () => undefined, handOver: '' });
    reporter.onRunComplete(new Set(), { testResults: [slow], startTime: Date.now() });
    return reporter.getLastError();
  };

  test('fails a whole run with the name of a suite that exceeds its budget', () => {
    expect(errorAfter({ ci: true, nonFlagArgs: [] })?.message).toMatch(/^tests\/web\/a\.test\.ts took /);
  });

  test('applies the budget neither to a run of some suites nor outside CI', () => {
    expect(errorAfter({ ci: true, nonFlagArgs: ['tests/web'] })).toBeUndefined();
    expect(errorAfter({ ci: false, nonFlagArgs: [] })).toBeUndefined();
  });

  test('hands over the red suites of a whole run, those that could not run at all among them', () => {
    const handOver = join(mkdtempSync(join(tmpdir(), 'prumo-budget-')), 'red.json');
    const result = (path: string, of: { numFailingTests: number; testExecError?: object }) => ({
      ...{ testFilePath: `/prumo/${path}`, perfStats: { start: 0, end: 1 }, testResults: [] },
      ...of,
    });
    const testResults = [
      result('tests/web/a.test.ts', { numFailingTests: 1 }),
      result('tests/web/b.test.ts', { numFailingTests: 0 }),
      result('tests/web/c.test.ts', { numFailingTests: 0, testExecError: {} }),
    ];
    const reporter = new BudgetReporter({ rootDir, ci: true, nonFlagArgs: [] }, { write: () => undefined, handOver });
    reporter.onRunComplete(new Set(), { testResults, startTime: Date.now() });
    expect(JSON.parse(readFileSync(handOver, 'utf8'))).toEqual(['tests/web/a.test.ts', 'tests/web/c.test.ts']);
  });
});

describe('The second run', () => {
  const screens = Array.from({ length: 6 }, (_, index) => `tests/web/${index}.test.ts`);

  test('has the few red suites of screens', () => {
    expect(secondRunOf(screens.slice(0, 5), [])).toEqual(screens.slice(0, 5));
  });

  test('is not made for many suites, for one of services, nor above the budget', () => {
    expect(secondRunOf(screens, [])).toEqual([]);
    expect(secondRunOf(['tests/web/a.test.ts', 'tests/financial/bills.test.ts'], [])).toEqual([]);
    expect(secondRunOf(screens.slice(0, 1), ['The run took 90 minutes; its budget is 84.'])).toEqual([]);
  });
});
