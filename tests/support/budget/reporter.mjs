import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { excessOf, reportOf } from './report.mjs';
import { secondRunOf } from './secondRun.mjs';

const suiteOf = (rootDir, { testFilePath, perfStats, testResults }) => ({
  path: relative(rootDir, testFilePath),
  ms: perfStats.end - perfStats.start,
  tests: testResults.map(({ fullName, duration }) => ({ name: fullName, ms: duration ?? 0 })),
});

const isRed = ({ numFailingTests, testExecError }) => numFailingTests > 0 || testExecError != null;

/**
 * Reports the times of a whole run (`npm test`), fails it above its budget, and hands bin/test.mjs the red suites that are
 * run again. Ignores runs of selected suites and runs outside CI mode.
 */
export default class BudgetReporter {
  #config;
  #write;
  #handOver;
  #excess = [];

  constructor(
    config,
    { write = (text) => process.stdout.write(text), handOver = process.env['PRUMO_SECOND_RUN'] } = {},
  ) {
    this.#config = config;
    this.#write = write;
    this.#handOver = handOver;
  }

  onRunComplete(_contexts, { testResults, startTime }) {
    const { ci, nonFlagArgs, rootDir } = this.#config;
    if (!ci || nonFlagArgs.length > 0) return;
    const suites = testResults.map((result) => suiteOf(rootDir, result));
    this.#write(`\n${reportOf(suites)}\n`);
    this.#excess = excessOf(suites, Date.now() - startTime);
    for (const sentence of this.#excess) this.#write(`${sentence}\n`);
    const red = testResults.filter(isRed).map(({ testFilePath }) => relative(rootDir, testFilePath));
    if (this.#handOver) writeFileSync(this.#handOver, JSON.stringify(secondRunOf(red, this.#excess)));
  }

  getLastError() {
    return this.#excess.length > 0 ? new Error(this.#excess.join('\n')) : undefined;
  }
}
