/**
 * Limits for a whole run, in minutes, and for a single suite, in seconds. On two idle cores a run took 18 to 30 minutes, and a
 * suite up to 170 s; on hosts whose cores other machines take 44 to 71, and 432 s. The limits leave room for those: they
 * find what hangs or doubles, and the times that are printed tell what to speed up. With types, lint and format, `npm test` has to
 * stay below 25 minutes on a usual host.
 */
export const BUDGET = { runMinutes: 84, suiteSeconds: 720 };

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
