/**
 * Generates one typed hook per GraphQL operation for Apollo Client 4. `typescript-react-apollo` generates hooks that do
 * not compile with it; these also return complete data, never the deep partial of `returnPartialData`. bin/codegen.mjs runs
 * it after `typescript-operations` and documentsPlugin.mjs, whose names it uses.
 */

const hooksOf = { query: ['useLazyQuery', 'useQuery'], mutation: ['useMutation'], subscription: ['useSubscription'] };
const importsFor = (operations) => {
  const hooks = new Set(operations.flatMap(({ operation }) => hooksOf[operation]));
  return `import { ${[...hooks].sort().join(', ')} } from '@apollo/client/react';`;
};
const states = "'empty' | 'complete' | 'streaming'";
const capital = (name) => name.charAt(0).toUpperCase() + name.slice(1);

/** Variables are optional only when every variable is nullable or has a default. */
const needsVariables = (operation) =>
  (operation.variableDefinitions ?? []).some(({ type, defaultValue }) => type.kind === 'NonNullType' && !defaultValue);

const queryHooks = (name, document, data, variables, required) => {
  const base = `useQuery.Base.Options<${data}, ${variables}>`;
  const given = required ? `({ variables: ${variables} } | { skip: true })` : `{ variables?: ${variables} }`;
  return [
    `export type ${name}QueryOptions = ${base} & ${given};`,
    `export const use${name}Query = (options${required ? '' : '?'}: ${name}QueryOptions): useQuery.Result<${data}, ${variables}, ${states}> =>`,
    `  useQuery(${document}, options as useQuery.Options<${data}, ${variables}>);`,
    `export const use${name}LazyQuery = (options?: useLazyQuery.Options<${data}, ${variables}>) => useLazyQuery(${document}, options);`,
  ];
};

const mutationHook = (name, document, data, variables) => [
  `export const use${name}Mutation = (options?: useMutation.Options<${data}, ${variables}>) => useMutation(${document}, options);`,
];

const subscriptionHook = (name, document, data, variables, required) => [
  `export const use${name}Subscription = (${required ? 'options' : 'options?'}: useSubscription.Options<${data}, ${variables}>${required ? ` & { variables: ${variables} }` : ''}): useSubscription.Result<${data}> =>`,
  `  useSubscription(${document}, options as useSubscription.Options<${data}, ${variables}>);`,
];

const writers = { query: queryHooks, mutation: mutationHook, subscription: subscriptionHook };

/** @type {import('@graphql-codegen/plugin-helpers').PluginFunction} */
export const plugin = (_schema, documents) => {
  const operations = documents
    .flatMap(({ document }) => document?.definitions ?? [])
    .filter((definition) => definition.kind === 'OperationDefinition' && definition.name);
  const content = operations.map((operation) => {
    const name = capital(operation.name.value);
    const kind = capital(operation.operation);
    const write = writers[operation.operation];
    return write(name, `${name}Document`, `${name}${kind}`, `${name}${kind}Variables`, needsVariables(operation)).join(
      '\n',
    );
  });
  return { prepend: operations.length > 0 ? [importsFor(operations)] : [], content: content.join('\n\n') };
};
