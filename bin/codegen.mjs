// Writes the types of the gateway's resolvers and the documents, types and hooks of the screens, from schema/**/*.graphql
// and web/**/*.graphql. With --watch again after each change of these.
import { mkdirSync, readdirSync, readFileSync, watch, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { clearTimeout, setTimeout } from 'node:timers';
import { fileURLToPath } from 'node:url';
import { codegen } from '@graphql-codegen/core';
import { getCachedDocumentNodeFromSchema } from '@graphql-codegen/plugin-helpers';
import * as typescript from '@graphql-codegen/typescript';
import * as operations from '@graphql-codegen/typescript-operations';
import * as resolvers from '@graphql-codegen/typescript-resolvers';
import { makeExecutableSchema } from '@graphql-tools/schema';
import { lexicographicSortSchema, parse, Source } from 'graphql';
import * as cache from '../web/codegen/cachePlugin.mjs';
import * as documents from '../web/codegen/documentsPlugin.mjs';
import * as hooks from '../web/codegen/hooksPlugin.mjs';
import * as names from '../web/codegen/namesPlugin.mjs';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

/** Every file of the SDL extends them. */
const ROOTS = parse('type Query type Mutation type Subscription');

/** Every scalar travels as text: money is never a JS number, a date never a Date object (domain.md §1). */
const scalars = { ID: 'string', Decimal: 'string', Date: 'string', DateTime: 'string' };

const filesUnder = (folder, ending) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(ending))
    .map((file) => `${folder}/${file}`)
    .sort();

const parsed = (file) => parse(new Source(readFileSync(join(ROOT, file), 'utf8'), file));
const documentsIn = (folder) =>
  filesUnder(folder, '.graphql').map((file) => ({ location: join(ROOT, file), document: parsed(file) }));

/** Folders of web/ with operations of their own: one output each, so that a screen loads no other domain's documents. */
const webDomains = () =>
  readdirSync(join(ROOT, 'web'), { withFileTypes: true })
    // The examples of GraphiQL are texts, not calls of the client.
    .filter((entry) => entry.isDirectory() && entry.name !== 'graphiql')
    .map(({ name }) => name)
    .filter((name) => filesUnder(`web/${name}`, '.graphql').length > 0);

/** What stands behind a type of the schema in the gateway: `WalletParent`, wherever it is exported, behind `Wallet`. */
const parentTypes = () =>
  Object.fromEntries(
    filesUnder('gateway', '.ts')
      .filter((file) => !file.startsWith('gateway/generated/'))
      .flatMap((file) =>
        [...readFileSync(join(ROOT, file), 'utf8').matchAll(/^export (?:interface|type) (\w+)Parent\b/gm)].map(
          ([, type]) => [type, `../${file.slice('gateway/'.length)}#${type}Parent`],
        ),
      ),
  );

/** What is written: its plugins by name, in their order, and their configuration. */
const outputs = () => ({
  'gateway/generated/resolvers.ts': {
    pluginMap: { typescript, 'typescript-resolvers': resolvers },
    config: {
      // The services' ids are numbers; they become text on their way out, and nowhere before.
      scalars: { ...scalars, ID: { input: 'string', output: 'string | number' } },
      useTypeImports: true,
      enumsAsTypes: true,
      maybeValue: 'T | null | undefined',
      contextType: '../context.ts#GatewayContext',
      // A resolver answers what the service sent; the fields that need another call have resolvers of their own.
      defaultMapper: 'Partial<{T}>',
      mappers: parentTypes(),
    },
  },
  'gateway/generated/operations.ts': {
    documents: documentsIn('web'),
    pluginMap: { names },
    // Two screens may call their own operations alike.
    config: { skipDocumentsValidation: { skipDuplicateValidation: true } },
  },
  'web/generated/cache.ts': { pluginMap: { cache } },
  ...Object.fromEntries(
    webDomains().map((domain) => [
      `web/generated/${domain}.ts`,
      {
        documents: documentsIn(`web/${domain}`),
        pluginMap: { 'typescript-operations': operations, documents, hooks },
        config: { scalars, useTypeImports: true, enumsAsTypes: true, skipTypename: true },
      },
    ]),
  ),
});

const written = (file) => {
  try {
    return readFileSync(join(ROOT, file), 'utf8');
  } catch {
    return undefined;
  }
};

/**
 * Writes what can be written: a contract that is half written in one layer does not keep the other one from being built.
 * @throws AggregateError when nothing can
 */
const generate = async () => {
  const typeDefs = [ROOTS, ...filesUnder('schema', '.graphql').map(parsed)];
  const schemaAst = lexicographicSortSchema(makeExecutableSchema({ typeDefs }));
  const schema = getCachedDocumentNodeFromSchema(schemaAst);
  const wanted = Object.entries(outputs());
  const done = await Promise.allSettled(
    wanted.map(async ([filename, { documents: used = [], pluginMap, config = {} }]) => {
      const plugins = Object.keys(pluginMap).map((name) => ({ [name]: {} }));
      const content = await codegen({ filename, schema, schemaAst, documents: used, pluginMap, plugins, config });
      if (written(filename) === content) return;
      mkdirSync(dirname(join(ROOT, filename)), { recursive: true });
      writeFileSync(join(ROOT, filename), content);
    }),
  );
  const failures = done.flatMap(({ reason }, index) => (reason ? [`${wanted[index][0]}: ${reason.message}`] : []));
  if (failures.length === wanted.length) throw new Error(failures.join('\n'));
  for (const failure of failures) console.error(failure);
};

const isWatched = (file) => file !== null && file.endsWith('.graphql');

const keepGenerating = () => {
  let timer;
  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(() => generate().catch((error) => console.error(error.message)), 200);
  };
  for (const folder of ['schema', 'web'])
    watch(join(ROOT, folder), { recursive: true }, (_event, file) => isWatched(file) && soon());
};

await generate().catch((error) => {
  console.error(error.message);
  process.exitCode = 1;
});
if (process.argv.includes('--watch')) keepGenerating();
