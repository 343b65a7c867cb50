import { readdirSync, readFileSync } from 'node:fs';
import type { CodegenConfig } from '@graphql-codegen/cli';
import type { Types } from '@graphql-codegen/plugin-helpers';

/** Every scalar travels as text: money is never a JS number, a date never a Date object (domain.md §1). */
const scalars = { ID: 'string', Decimal: 'string', Date: 'string', DateTime: 'string' };

const hasOperations = (folder: string): boolean =>
  readdirSync(folder, { recursive: true }).some((file) => String(file).endsWith('.graphql'));

/** Folders of web/ with operations of their own: one output each, so that a screen loads no other domain's documents. */
const webDomains = (): string[] =>
  readdirSync('web', { withFileTypes: true })
    // The examples of GraphiQL are texts, not calls of the client.
    .filter((entry) => entry.isDirectory() && entry.name !== 'graphiql' && hasOperations(`web/${entry.name}`))
    .map((entry) => entry.name);

/** What stands behind a type of the schema in the gateway: `WalletParent`, wherever it is exported, behind `Wallet`. */
const parentTypes = (): Record<string, string> => {
  const files = readdirSync('gateway', { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.startsWith('generated'),
  );
  return Object.fromEntries(
    files.flatMap((file) =>
      [...readFileSync(`gateway/${file}`, 'utf8').matchAll(/^export (?:interface|type) (\w+)Parent\b/gm)].map(
        ([, type = '']) => [type, `../${file}#${type}Parent`],
      ),
    ),
  );
};

const webOutput = (folder: string): Types.ConfiguredOutput => ({
  documents: `${folder}/**/*.graphql`,
  plugins: ['typescript-operations', './web/codegen/documentsPlugin.mjs', './web/codegen/hooksPlugin.mjs'],
  config: {
    scalars,
    useTypeImports: true,
    enumsAsTypes: true,
    skipTypename: true,
  },
});

const config: CodegenConfig = {
  schema: process.env.SCHEMA ?? 'schema/**/*.graphql',
  generates: {
    'gateway/generated/resolvers.ts': {
      plugins: ['typescript', 'typescript-resolvers'],
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
      documents: 'web/**/*.graphql',
      plugins: ['./web/codegen/namesPlugin.mjs'],
      // Two screens may call their own operations alike.
      config: { skipDocumentsValidation: { skipDuplicateValidation: true } },
    },
    'web/generated/cache.ts': { plugins: ['./web/codegen/cachePlugin.mjs'] },
    ...Object.fromEntries(webDomains().map((domain) => [`web/generated/${domain}.ts`, webOutput(`web/${domain}`)])),
  },
  ignoreNoDocuments: true,
  // A contract that is half written in one layer does not keep the other one from being built.
  allowPartialOutputs: true,
};

export default config;
