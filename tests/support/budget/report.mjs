/**
 * Limits for a whole run, in minutes, and for a single suite, in seconds. On two idle cores a run took 18 minutes on one
 * host and 24 on another (110 and 170 s), and 27 where other machines shared it: the limits leave room for such hosts. With
 * types, lint and format (4 minutes) `npm test` stays below 25 on a usual one. Split or speed up a slower suite.
 */
export const BUDGET = { runMinutes: 36, suiteSeconds: 360 };

const SHOWN = 20;

const seconds = (milliseconds) => (milliseconds / 1000).toFixed(1);

/** Kind of a suite: "web" for "tests/web/form/focus.test.ts". */
const kindOf = (path) => path.split('/')[1] ?? path;

const slowest = (entries) => [...entries].sort((one, other) => other.ms - one.ms).slice(0, SHOWN);

const byKind = (suites) => {
  const kinds = new Map();
  for (const { path, ms } of suites) {
    const kind = kinds.get(kindOf(path)) ?? { suites: 0, ms: 0 };
    kinds.set(kindOf(path), { suites: kind.suites + 1, ms: kind.ms + ms });
  }
  return [...kinds].map(([name, { suites: count, ms }]) => ({ name: `${name} (${count} suites)`, ms }));
};

const lines = (title, entries) => [
  title,
  ...entries.map(({ name, ms }) => `${seconds(ms).padStart(8)} s  ${name}`),
  '',
];

/** Times of a run by kind, with its slowest suites and tests. Suites run in parallel. */
export const reportOf = (suites) =>
  [
    ...lines(
      'Time by kind',
      byKind(suites).sort((one, other) => other.ms - one.ms),
    ),
    ...lines(
      `The ${SHOWN} slowest suites`,
      slowest(suites).map(({ path, ms }) => ({ name: path, ms })),
    ),
    ...lines(`The ${SHOWN} slowest tests`, slowest(suites.flatMap(({ tests }) => tests))),
  ].join('\n');

/** One sentence for each exceeded limit. */
export const excessOf = (suites, runMs, { runMinutes, suiteSeconds } = BUDGET) => [
  ...(runMs > runMinutes * 60_000
    ? [`The run took ${(runMs / 60_000).toFixed(1)} minutes; its budget is ${runMinutes}.`]
    : []),
  ...suites
    .filter(({ ms }) => ms > suiteSeconds * 1000)
    .map(({ path, ms }) => `${path} took ${seconds(ms)} s; the budget of a suite is ${suiteSeconds} s.`),
];
