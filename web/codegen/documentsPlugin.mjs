import { print, stripIgnoredCharacters, visit } from 'graphql';

/**
 * Generates one typed document per GraphQL operation as text, which is parsed at the first use. As objects, the documents
 * of all screens are 1.2 MB of code that every page compiles (docs/decisions/0095-documents-as-text.md). bin/codegen.mjs runs
 * it after `typescript-operations`, whose names it uses.
 */

const capital = (name) => name.charAt(0).toUpperCase() + name.slice(1);
const variableOf = (fragment) => `${fragment.name.value.charAt(0).toLowerCase()}${fragment.name.value.slice(1)}Text`;
const textOf = (definition) => JSON.stringify(stripIgnoredCharacters(print(definition)));

/** Names of all fragments that a definition needs, also those that its fragments need. */
const needed = (definition, fragments, names = new Set()) => {
  visit(definition, {
    FragmentSpread: ({ name: { value } }) => {
      if (names.has(value)) return;
      names.add(value);
      needed(fragments.get(value), fragments, names);
    },
  });
  return names;
};

const documentOf = (operation, fragments) => {
  const name = capital(operation.name.value);
  const types = `${name}${capital(operation.operation)}`;
  const texts = [...needed(operation, fragments)].sort().map((each) => variableOf(fragments.get(each)));
  const parts = [textOf(operation), ...texts].join(', ');
  return `export const ${name}Document = /* @__PURE__ */ documentOf<${types}, ${types}Variables>(${parts});`;
};

/** @type {import('@graphql-codegen/plugin-helpers').PluginFunction} */
export const plugin = (_schema, documents) => {
  const definitions = documents.flatMap(({ document }) => document?.definitions ?? []);
  const operations = definitions.filter(({ kind, name }) => kind === 'OperationDefinition' && name);
  const fragments = new Map(
    definitions.filter(({ kind }) => kind === 'FragmentDefinition').map((each) => [each.name.value, each]),
  );
  const texts = [...fragments.values()].map((each) => `const ${variableOf(each)} = ${textOf(each)};`);
  return {
    prepend: operations.length > 0 ? ["import { documentOf } from '#web/client/document.ts';"] : [],
    content: [...texts, ...operations.map((operation) => documentOf(operation, fragments))].join('\n'),
  };
};
