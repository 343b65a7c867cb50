import type { ApolloCache, DocumentNode, OperationVariables, StoreObject } from '@apollo/client';
import { addTypenameToDocument } from '@apollo/client/utilities';
import { Kind, visit, type SelectionSetNode } from 'graphql';

const fragments = new WeakMap<DocumentNode, Map<string, DocumentNode>>();

/** Returns the selection of a list's rows (`content { … }`) as a fragment. */
const rowFragment = (list: DocumentNode, typename: string): DocumentNode => {
  const known = fragments.get(list) ?? new Map<string, DocumentNode>();
  fragments.set(list, known);
  const found = known.get(typename);
  if (found) return found;
  let selectionSet: SelectionSetNode = { kind: Kind.SELECTION_SET, selections: [] };
  visit(list, {
    Field: (field) => {
      if (field.name.value === 'content' && field.selectionSet) selectionSet = field.selectionSet;
    },
  });
  const made = addTypenameToDocument({
    kind: Kind.DOCUMENT,
    definitions: [
      {
        kind: Kind.FRAGMENT_DEFINITION,
        name: { kind: Kind.NAME, value: 'ListedRow' },
        typeCondition: { kind: Kind.NAMED_TYPE, name: { kind: Kind.NAME, value: typename } },
        selectionSet,
      },
      ...list.definitions.filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION),
    ],
  });
  known.set(typename, made);
  return made;
};

/** Returns the cache's current version of a list's row; null when the row was deleted or evicted. */
export const cachedRow = <Row extends object>(
  cache: ApolloCache,
  list: DocumentNode,
  variables: OperationVariables,
  row: Row,
): Row | null => {
  const stored = { ...row } as StoreObject;
  const id = cache.identify(stored);
  if (id === undefined || stored.__typename === undefined) return null;
  const fragment = rowFragment(list, stored.__typename);
  return cache.readFragment<Row>({ id, fragment, fragmentName: 'ListedRow', variables }) as Row | null;
};
