import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

export const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/**
 * Packages that suites share with the product, since a class that exists twice is two classes, and the largest of the
 * others.
 */
const PACKAGES = ['decimal.js', 'fastify', 'graphql', 'kysely', 'pg', 'playwright-core', 'prom-client', 'typebox'];

const version = createHash('sha256')
  .update(readFileSync(join(ROOT, 'package-lock.json')))
  .update(readFileSync(fileURLToPath(import.meta.url)))
  .digest('hex')
  .slice(0, 16);
/** Below node_modules, whose files Jest does not transform. */
export const CACHE = join(ROOT, 'node_modules', '.cache', 'prumo-tests');
const FOLDER = join(CACHE, version);

const fileOf = (specifier) => `${specifier}.mjs`;

/** Jest's `moduleNameMapper` for the shared packages. */
export const sharedPackages = Object.fromEntries(
  PACKAGES.map((specifier) => [`^${specifier.replace('.', '\\.')}$`, join(FOLDER, fileOf(specifier))]),
);

/** Makes a finished folder of ES modules the one that suites read. */
export const putInPlace = (unfinished, folder) => {
  try {
    renameSync(unfinished, folder);
  } catch (error) {
    // Another run was first.
    rmSync(unfinished, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
};

/** A module that hands on the names of one that is loaded outside of the suites' worlds (`environment.mjs`). */
export const handedOn = (file, names, place = '') => {
  if (names.length === 0) return 'export {};\n';
  const own = names.filter((name) => name !== 'default' && /^[A-Za-z_$][\w$]*$/.test(name));
  return [
    `const whole = (await importOutside(${JSON.stringify(pathToFileURL(file).href)}))${place};`,
    ...(names.includes('default') ? ['export default whole.default;'] : []),
    `export const { ${own.join(', ')} } = whole;`,
    '',
  ].join('\n');
};

/** Writes the modules once per state of package-lock.json. */
export const sharePackages = async () => {
  if (existsSync(FOLDER)) return;
  mkdirSync(CACHE, { recursive: true });
  const unfinished = mkdtempSync(`${FOLDER}-`);
  for (const specifier of PACKAGES) {
    const names = Object.keys(await import(specifier));
    writeFileSync(join(unfinished, fileOf(specifier)), handedOn(fileURLToPath(import.meta.resolve(specifier)), names));
  }
  putInPlace(unfinished, FOLDER);
};
