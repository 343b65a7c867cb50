import { type ASTNode, GraphQLError, Kind, print } from 'graphql';

/** Longer values are cut: the place says where the rest is. */
const LONGEST = 60;

const cut = (text: string): string => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);

const named = (what: string, name: { value: string } | undefined, sign = ''): string =>
  name ? `${what} "${sign}${name.value}"` : what;

/** A piece of a document, as its author would call it. */
const pieceOf = (node: ASTNode): string => {
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
 * Which piece of the document graphql-js found wrong, and where. Its errors carry nodes and positions, and what is wrong with
 * them in English alone: nothing here reads that, so that another release of it changes nothing.
 */
export const whereWrong = (error: unknown, place: Place | undefined): string | undefined => {
  const at = place && `linha ${place.line}, coluna ${place.column}`;
  const node = error instanceof GraphQLError ? error.nodes?.[0] : undefined;
  if (node) return at ? `confira ${pieceOf(node)} (${at}).` : `confira ${pieceOf(node)}.`;
  return at && `confira a ${at}.`;
};
