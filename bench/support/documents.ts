import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type DefinitionNode, type FragmentDefinitionNode, Kind, parse, print, visit } from 'graphql';
import { ROOT } from './product.ts';

const WEB = join(ROOT, 'web');

const readAll = (): DefinitionNode[] =>
  readdirSync(WEB, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.graphql'))
    .flatMap((file) => parse(readFileSync(join(WEB, file), 'utf8')).definitions);

let definitions: DefinitionNode[] | undefined;

const usedBy = (node: DefinitionNode): string[] => {
  const names: string[] = [];
  visit(node, { FragmentSpread: ({ name }) => void names.push(name.value) });
  return names;
};

/** Returns an operation of the screens by name with its fragments, as the browser sends it. */
export const screenDocument = (name: string): string => {
  definitions ??= readAll();
  const fragments = new Map(
    definitions
      .filter((node): node is FragmentDefinitionNode => node.kind === Kind.FRAGMENT_DEFINITION)
      .map((node) => [node.name.value, node]),
  );
  const operation = definitions.find((node) => node.kind === Kind.OPERATION_DEFINITION && node.name?.value === name);
  if (!operation) throw new Error(`the screens have no operation ${name}`);
  const wanted = new Set<DefinitionNode>([operation]);
  // The loop also visits items added to the set meanwhile.
  for (const node of wanted) {
    for (const fragment of usedBy(node)) wanted.add(fragments.get(fragment) ?? node);
  }
  return [...wanted].map(print).join('\n\n');
};
