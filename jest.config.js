import { sharedPackages } from './tests/support/packages.mjs';
import { bundledProduct } from './tests/support/product.mjs';

// Suites run as native ES modules: several dependencies are ESM only, and dynamic imports break in CommonJS mode.
const compile = (tsx) => [
  '@swc/jest',
  {
    sourceMaps: 'inline',
    jsc: {
      target: 'es2022',
      parser: { syntax: 'typescript', tsx },
      transform: { react: { runtime: 'automatic' } },
    },
  },
];

/** @type {import('jest').Config} */
export default {
  testEnvironment: '<rootDir>/tests/support/environment.mjs',
  testMatch: ['<rootDir>/tests/**/*.test.ts', '<rootDir>/tests/**/*.test.tsx'],
  modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/.data/'],
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  moduleNameMapper: { ...sharedPackages, ...bundledProduct },
  // Generic arrow functions are read as tags when .ts files are parsed as TSX, hence one entry each.
  transform: { '\\.ts$': compile(false), '\\.tsx$': compile(true) },
  setupFiles: ['<rootDir>/tests/support/stackTraces.mjs'],
  globalSetup: '<rootDir>/tests/globalSetup.mjs',
  globalTeardown: '<rootDir>/tests/globalTeardown.mjs',
  reporters: ['default', '<rootDir>/tests/support/budget/reporter.mjs'],
  // As many as the cores: a suite with its browser and database keeps more than one busy (two of them leave 4 % idle), and a
  // third makes all wait for each other.
  maxWorkers: 2,
  // Modules of finished suites stay in the heap, and every long collection of it counts against what is timed.
  workerIdleMemoryLimit: '500MB',
  // Ends what hangs; limits of time that are asserted have their own pace (tests/support/pace.ts).
  testTimeout: 60_000,
};
