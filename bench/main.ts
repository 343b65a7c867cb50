import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { gatewayPart } from './gateway/part.ts';
import { ROOT } from './support/product.ts';
import { settings, type Settings } from './support/settings.ts';

const parts: Record<string, (settings: Settings) => Promise<string>> = {
  gateway: gatewayPart,
};

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !(name in parts));
if (unknown.length > 0) throw new Error(`${unknown.join(', ')}: there are ${Object.keys(parts).join(', ')}.`);

// What is measured is what is built: the bundles and the screens that people run.
execFileSync(process.execPath, [join(ROOT, 'bin/build.mjs')], { stdio: ['ignore', 2, 2] });
const given = settings();
const sections: string[] = [];
for (const [name, part] of Object.entries(parts)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  const started = Date.now();
  console.error(`${name}…`);
  sections.push(`## ${name}\n\n${await part(given)}`);
  console.error(`${name}: ${Math.round((Date.now() - started) / 1000)} s`);
}
console.log(`\n# Prumo, measured (seed ${given.seed})\n\n${sections.join('\n\n')}`);
process.exit(0);
