/** Levels of the tree of product groups. */
export const MAX_GROUP_LEVEL = 4;

export interface GroupNode {
  id: number;
  parentId: number | null;
  /** Position among the siblings, after the place of the parent. */
  place: readonly number[];
}

/** Ids of the groups inside each group, in order; null is the top. */
type Children = Map<number | null, number[]>;

const childrenOf = (groups: readonly GroupNode[]): Children => {
  const children: Children = new Map();
  const inOrder = [...groups].sort((a, b) => (a.place.at(-1) ?? 0) - (b.place.at(-1) ?? 0));
  for (const { id, parentId } of inOrder) children.set(parentId, [...(children.get(parentId) ?? []), id]);
  return children;
};

const heightOf = (children: Children, id: number): number =>
  1 + Math.max(0, ...(children.get(id) ?? []).map((child) => heightOf(children, child)));

const placesOf = (children: Children): Map<number, number[]> => {
  const places = new Map<number, number[]>();
  const visit = (parentId: number | null, above: readonly number[]): void =>
    (children.get(parentId) ?? []).forEach((id, index) => {
      const place = [...above, index + 1];
      places.set(id, place);
      visit(id, place);
    });
  visit(null, []);
  return places;
};

const without = (groups: readonly GroupNode[], id: number): Children => {
  const children = childrenOf(groups);
  for (const [parent, ids] of children) {
    if (ids.includes(id))
      children.set(
        parent,
        ids.filter((one) => one !== id),
      );
  }
  return children;
};

/** Where a group is put: a new one, or one that moves with all groups inside. */
export interface GroupTarget {
  id: number;
  parentId: number | null;
  /** From 1; null is the end. */
  position: number | null;
}

/** Why a group cannot be put there; null when it can. */
export function groupMoveProblem(
  groups: readonly GroupNode[],
  { id, parentId, position }: GroupTarget,
): 'CYCLE' | 'DEPTH' | 'POSITION' | null {
  const parents = new Map(groups.map((group) => [group.id, group.parentId]));
  for (let above: number | null | undefined = parentId; above != null; above = parents.get(above)) {
    if (above === id) return 'CYCLE';
  }
  const children = without(groups, id);
  const level = groups.find((group) => group.id === parentId)?.place.length ?? 0;
  if (level + heightOf(children, id) > MAX_GROUP_LEVEL) return 'DEPTH';
  return (position ?? 1) > (children.get(parentId)?.length ?? 0) + 1 ? 'POSITION' : null;
}

/** Places of all groups after one was put somewhere. */
export function placesAfterMove(groups: readonly GroupNode[], target: GroupTarget): Map<number, number[]> {
  const children = without(groups, target.id);
  const siblings = children.get(target.parentId) ?? [];
  const index = target.position === null ? siblings.length : target.position - 1;
  children.set(target.parentId, siblings.toSpliced(index, 0, target.id));
  return placesOf(children);
}

/** Places of all other groups after one was deleted. */
export function placesAfterDeletion(groups: readonly GroupNode[], id: number): Map<number, number[]> {
  return placesOf(without(groups, id));
}
