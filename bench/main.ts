import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { assistantPart } from './assistant/part.ts';
import { browserPart } from './browser/part.ts';
import { cataloguePart } from './catalogue/part.ts';
import { commitsPart } from './commits/part.ts';
import { dayPart } from './day/part.ts';
import { exportsPart } from './exports/part.ts';
import { gatewayPart } from './gateway/part.ts';
import { growthPart } from './growth/part.ts';
import { importingPart } from './importing/part.ts';
import { listsPart } from './lists/part.ts';
import { overviewPart } from './overview/part.ts';
import { partitioningPart } from './partitioning/part.ts';
import { processesPart } from './processes/part.ts';
import { purchasesPart } from './purchases/part.ts';
import { reportsPart } from './reports/part.ts';
import { statementsPart } from './statements/part.ts';
import { subscribersPart } from './subscribers/part.ts';
import { scalePart } from './scale/part.ts';
import { runCleanups } from './support/cleanups.ts';
import { ROOT } from './support/product.ts';
import { settings, type Settings } from './support/settings.ts';

const parts: Record<string, (settings: Settings) => Promise<string>> = {
  gateway: gatewayPart,
  processes: processesPart,
  lists: listsPart,
  growth: growthPart,
  catalogue: cataloguePart,
  purchases: purchasesPart,
  statements: statementsPart,
  commits: commitsPart,
  partitioning: partitioningPart,
  overview: overviewPart,
  importing: importingPart,
  reports: reportsPart,
  exports: exportsPart,
  subscribers: subscribersPart,
  assistant: assistantPart,
  day: dayPart,
  browser: browserPart,
  scale: scalePart,
};

const requestedParts = process.argv.slice(2);
const unknown = requestedParts.filter((name) => !(name in parts));
if (unknown.length > 0) throw new Error(`${unknown.join(', ')}: there are ${Object.keys(parts).join(', ')}.`);

/** Parts that start nothing that is built. */
const UNBUILT = ['commits', 'partitioning', 'scale'];

/** Parts that run only when they are named: this one stores the books four times. */
const ON_DEMAND = ['partitioning'];

// Builds first: the measurements use the production bundles and screens.
if (requestedParts.length === 0 || requestedParts.some((name) => !UNBUILT.includes(name))) {
  execFileSync(process.execPath, [join(ROOT, 'bin/build.mjs')], { stdio: ['ignore', 2, 2] });
}
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => void runCleanups().then(() => process.exit(1)));
}
const given = settings();
/** A part that fails does not discard the results of the others. */
const reportOf = async (part: (typeof parts)[keyof typeof parts]): Promise<string> => {
  try {
    return await part(given);
  } catch (error) {
    process.exitCode = 1;
    return `Not measured: ${error instanceof Error ? error.stack : String(error)}`;
  } finally {
    await runCleanups();
  }
};

const sections: string[] = [];
for (const [name, part] of Object.entries(parts)) {
  const wanted = requestedParts.length > 0 ? requestedParts.includes(name) : !ON_DEMAND.includes(name);
  if (!wanted) continue;
  const started = Date.now();
  console.error(`${name}…`);
  sections.push(`## ${name}\n\n${await reportOf(part)}`);
  console.error(`${name}: ${Math.round((Date.now() - started) / 1000)} s`);
}
console.log(`\n# Prumo, measured (seed ${given.seed})\n\n${sections.join('\n\n')}`);
process.exit();
