interface SuiteResult {
  testFilePath: string;
  perfStats: { start: number; end: number };
  testResults: { fullName: string; duration?: number | null }[];
  numFailingTests: number;
  /** Of a suite that could not run at all. */
  testExecError?: object | null;
}

export default class BudgetReporter {
  constructor(
    config: { ci: boolean; nonFlagArgs: string[]; rootDir: string },
    options?: { write?: (text: string) => void; handOver?: string },
  );
  onRunComplete(contexts: Set<unknown>, results: { testResults: SuiteResult[]; startTime: number }): void;
  getLastError(): Error | undefined;
}
