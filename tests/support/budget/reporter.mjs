import { relative } from 'node:path';
import { excessOf, reportOf } from './report.mjs';

const suiteOf = (rootDir, { testFilePath, perfStats, testResults }) => ({
  path: relative(rootDir, testFilePath),
  ms: perfStats.end - perfStats.start,
  tests: testResults.map(({ fullName, duration }) => ({ name: fullName, ms: duration ?? 0 })),
});

/**
 * Reports the times of a whole run (`npm test`) and fails it above its budget. Ignores runs of selected suites and runs
 * outside CI mode.
 */
export default class BudgetReporter {
  #config;
  #write;
  #excess = [];

  constructor(config, { write = (text) => process.stdout.write(text) } = {}) {
    this.#config = config;
    this.#write = write;
  }

  onRunComplete(_contexts, { testResults, startTime }) {
    const { ci, nonFlagArgs, rootDir } = this.#config;
    if (!ci || nonFlagArgs.length > 0) return;
    const suites = testResults.map((result) => suiteOf(rootDir, result));
    this.#write(`\n${reportOf(suites)}\n`);
    this.#excess = excessOf(suites, Date.now() - startTime);
    for (const sentence of this.#excess) this.#write(`${sentence}\n`);
  }

  getLastError() {
    return this.#excess.length > 0 ? new Error(this.#excess.join('\n')) : undefined;
  }
}
