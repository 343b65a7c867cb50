import {
  Kind,
  parse,
  print,
  type DefinitionNode,
  type ObjectTypeDefinitionNode,
  type ObjectTypeExtensionNode,
} from 'graphql';
import { readSdl, ROOTS } from './schema.ts';

const descriptionsOfRoots = (): Map<string, ObjectTypeDefinitionNode['description']> =>
  new Map(
    parse(ROOTS, { noLocation: true }).definitions.flatMap((one) =>
      one.kind === Kind.OBJECT_TYPE_DEFINITION ? [[one.name.value, one.description] as const] : [],
    ),
  );

/** Every feature extends the root types; this merges the extensions into one type each, with fields in alphabetical order. */
const withWholeRoots = (definitions: readonly DefinitionNode[]): DefinitionNode[] => {
  const descriptions = descriptionsOfRoots();
  const roots = new Map<string, ObjectTypeExtensionNode>();
  const others: DefinitionNode[] = [];
  for (const one of definitions) {
    if (one.kind !== Kind.OBJECT_TYPE_EXTENSION) others.push(one);
    else {
      const fields = [...(roots.get(one.name.value)?.fields ?? []), ...(one.fields ?? [])];
      roots.set(one.name.value, { ...one, fields: fields.sort((a, b) => a.name.value.localeCompare(b.name.value)) });
    }
  }
  const whole = [...roots.values()].map((root): ObjectTypeDefinitionNode => ({
    ...root,
    kind: Kind.OBJECT_TYPE_DEFINITION,
    description: descriptions.get(root.name.value),
  }));
  return [...others, ...whole];
};

const nameOf = (one: DefinitionNode): string => ('name' in one && one.name ? one.name.value : one.kind);

/** The contract of GraphQL as one text, sorted by name. */
export const printedSdl = (): string =>
  withWholeRoots(readSdl().flatMap((text) => parse(text, { noLocation: true }).definitions))
    .sort((a, b) => nameOf(a).localeCompare(nameOf(b)))
    .map((one) => `${print(one)}\n`)
    .join('\n');
