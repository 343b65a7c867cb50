import { type FieldNode, type GraphQLResolveInfo, Kind, type SelectionSetNode } from 'graphql';

type Fragments = GraphQLResolveInfo['fragments'];
type Selected = ReadonlyMap<string, readonly FieldNode[]>;

// Caches the fields of each selection: the document cache shares documents between requests.
const cache = new WeakMap<SelectionSetNode, Selected>();

const collect = (selections: SelectionSetNode, fragments: Fragments, into: Map<string, FieldNode[]>): void => {
  for (const selection of selections.selections) {
    if (selection.kind === Kind.FIELD) {
      const known = into.get(selection.name.value);
      if (known) known.push(selection);
      else into.set(selection.name.value, [selection]);
    } else {
      const spread = selection.kind === Kind.INLINE_FRAGMENT ? selection : fragments[selection.name.value];
      if (spread) collect(spread.selectionSet, fragments, into);
    }
  }
};

const selectedIn = (selections: SelectionSetNode, fragments: Fragments): Selected => {
  const known = cache.get(selections);
  if (known) return known;
  const selected = new Map<string, FieldNode[]>();
  collect(selections, fragments, selected);
  cache.set(selections, selected);
  return selected;
};

// Caches by selection, since the result is the same for every row of a list.
const beyond = new WeakMap<SelectionSetNode, WeakMap<ReadonlySet<string>, boolean>>();

const selectsBeyond = (selections: SelectionSetNode, fragments: Fragments, known: ReadonlySet<string>): boolean => {
  const answers = beyond.get(selections) ?? new WeakMap<ReadonlySet<string>, boolean>();
  const before = answers.get(known);
  if (before !== undefined) return before;
  const names = [...selectedIn(selections, fragments).keys()];
  const answer = names.some((name) => !known.has(name) && name !== '__typename');
  beyond.set(selections, answers.set(known, answer));
  return answer;
};

const asksBeyond = (
  nodes: readonly FieldNode[],
  fragments: Fragments,
  path: readonly string[],
  known: ReadonlySet<string>,
): boolean =>
  nodes.some(({ selectionSet }) => {
    if (!selectionSet) return false;
    if (path.length === 0) return selectsBeyond(selectionSet, fragments, known);
    const [next = '', ...rest] = path;
    return asksBeyond(selectedIn(selectionSet, fragments).get(next) ?? [], fragments, rest, known);
  });

/**
 * True when the field (or the field at `path` below it) selects more than the `known` fields, so that the rest has to
 * be loaded. Counts fields under @skip and @include as selected.
 */
export const needsMore = (
  info: Pick<GraphQLResolveInfo, 'fieldNodes' | 'fragments'>,
  known: ReadonlySet<string>,
  path: readonly string[] = [],
): boolean => asksBeyond(info.fieldNodes, info.fragments, path, known);

const NOTHING: ReadonlySet<string> = new Set();

/** True when the field at the end of `path` is selected; it must be an object field. */
export const asks = (info: Pick<GraphQLResolveInfo, 'fieldNodes' | 'fragments'>, ...path: string[]): boolean =>
  needsMore(info, NOTHING, path);

/** Counts how often the operation selects a root field with the field at `path` below it. */
export const selectionCount = (
  { operation, fragments }: Pick<GraphQLResolveInfo, 'operation' | 'fragments'>,
  field: string,
  path: readonly string[],
): number => {
  const nodes = selectedIn(operation.selectionSet, fragments).get(field) ?? [];
  return nodes.filter((node) => asksBeyond([node], fragments, path, NOTHING)).length;
};
