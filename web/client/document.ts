import type { OperationVariables, TypedDocumentNode } from '@apollo/client';
import { Kind, parse, type DefinitionNode } from 'graphql';

/**
 * Returns the document of an operation from its text and those of its fragments; parsed at the first use, once. The
 * object stays the same, because Apollo Client knows documents by identity.
 */
export const documentOf = <Data, Variables extends OperationVariables>(
  ...texts: string[]
): TypedDocumentNode<Data, Variables> => {
  let definitions: readonly DefinitionNode[] | undefined;
  return {
    kind: Kind.DOCUMENT,
    get definitions() {
      definitions ??= parse(texts.join(' '), { noLocation: true }).definitions;
      return definitions;
    },
  };
};
