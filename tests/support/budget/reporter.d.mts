interface SuiteResult {
  testFilePath: string;
  perfStats: { start: number; end: number };
  testResults: { fullName: string; duration?: number | null }[];
}

export default class BudgetReporter {
  constructor(
    config: { ci: boolean; nonFlagArgs: string[]; rootDir: string },
    options?: { write?: (text: string) => void },
  );
  onRunComplete(contexts: Set<unknown>, results: { testResults: SuiteResult[]; startTime: number }): void;
  getLastError(): Error | undefined;
}
