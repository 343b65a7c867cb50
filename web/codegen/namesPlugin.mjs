/**
 * Generates the names of the screens' operations. The gateway's metrics label only these, because clients may send any
 * name.
 */
/** @type {import('@graphql-codegen/plugin-helpers').PluginFunction} */
export const plugin = (_schema, documents) => {
  const names = documents
    .flatMap(({ document }) => document?.definitions ?? [])
    .flatMap((definition) => (definition.kind === 'OperationDefinition' && definition.name?.value) || []);
  const lines = [...new Set(names)].sort().map((name) => `  '${name}',`);
  return ['export const operationNames: ReadonlySet<string> = new Set([', ...lines, ']);'].join('\n');
};
