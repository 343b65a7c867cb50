export interface SuiteTime {
  path: string;
  ms: number;
  tests: { name: string; ms: number }[];
}

export interface Budget {
  runMinutes: number;
  suiteSeconds: number;
}

export const BUDGET: Budget;
export function reportOf(suites: SuiteTime[]): string;
export function excessOf(suites: SuiteTime[], runMs: number, budget?: Budget): string[];
