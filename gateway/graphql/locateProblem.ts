import { type ASTNode, GraphQLError, Kind, print } from 'graphql';

/** Maximum length of a quoted value in characters; the position locates the rest. */
const LONGEST = 60;

const cut = (text: string): string => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);

const named = (what: string, name: { value: string } | undefined, sign = ''): string =>
  name ? `${what} "${sign}${name.value}"` : what;

/** Returns the Portuguese name of a node, in the terms of the document's author. */
const describeNode = (node: ASTNode): string => {
  switch (node.kind) {
    case Kind.FIELD:
    case Kind.OBJECT_FIELD:
      return named('o campo', node.name);
    case Kind.ARGUMENT:
      return named('o argumento', node.name);
    case Kind.DIRECTIVE:
      return named('a diretiva', node.name, '@');
    case Kind.VARIABLE:
      return named('a variável', node.name, '$');
    case Kind.VARIABLE_DEFINITION:
      return named('a variável', node.variable.name, '$');
    case Kind.FRAGMENT_SPREAD:
    case Kind.FRAGMENT_DEFINITION:
      return named('o fragmento', node.name);
    case Kind.INLINE_FRAGMENT:
      return 'o fragmento';
    case Kind.OPERATION_DEFINITION:
      return named('a operação', node.name);
    case Kind.NAMED_TYPE:
      return named('o tipo', node.name);
    case Kind.NAME:
      return `"${node.value}"`;
    case Kind.SELECTION_SET:
      return 'a seleção';
    case Kind.INT:
    case Kind.FLOAT:
    case Kind.STRING:
    case Kind.BOOLEAN:
    case Kind.NULL:
    case Kind.ENUM:
    case Kind.LIST:
    case Kind.OBJECT:
      return `o valor ${cut(print(node))}`;
    default:
      return 'a definição';
  }
};

interface Place {
  line: number;
  column: number;
}

/**
 * Returns the node of the document that graphql-js rejected and its position, or undefined without both. Uses the
 * error's nodes and positions only: its English message may change with every release.
 */
export const locateProblem = (error: unknown, place: Place | undefined): string | undefined => {
  const at = place && `linha ${place.line}, coluna ${place.column}`;
  const node = error instanceof GraphQLError ? error.nodes?.[0] : undefined;
  if (node) return at ? `confira ${describeNode(node)} (${at}).` : `confira ${describeNode(node)}.`;
  return at && `confira a ${at}.`;
};
