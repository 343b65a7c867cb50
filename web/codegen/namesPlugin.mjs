/**
 * Writes the names of the operations of the screens: the only ones that the gateway's metrics tell apart, since anybody
 * may send an operation under any name.
 */
/** @type {import('@graphql-codegen/plugin-helpers').PluginFunction} */
export const plugin = (_schema, documents) => {
  const names = documents
    .flatMap(({ document }) => document?.definitions ?? [])
    .flatMap((definition) => (definition.kind === 'OperationDefinition' && definition.name?.value) || []);
  const lines = [...new Set(names)].sort().map((name) => `  '${name}',`);
  return ['export const operationNames: ReadonlySet<string> = new Set([', ...lines, ']);'].join('\n');
};
