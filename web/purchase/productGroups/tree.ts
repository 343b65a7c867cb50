import { groupMoveProblem, type GroupNode } from '#domain/productGroupTree.ts';
import { matchesSearch } from '#domain/text.ts';
import type { ProductGroupRowFragment } from '#web/generated/purchase.ts';

export type Group = ProductGroupRowFragment;

/** Where a group is put: as the GraphQL input says it. */
export interface Target {
  parentId: string | null;
  /** Undefined is the end. */
  position: number | undefined;
}

export const placeOf = ({ code }: Group): number[] => code.split('.').map(Number);
export const levelOf = (group: Group): number => placeOf(group).length;
export const targetOf = ({ parent, position }: Group): Target => ({ parentId: parent?.id ?? null, position });

export const siblingsOf = (groups: readonly Group[], parentId: string | null): Group[] =>
  groups.filter(({ parent }) => (parent?.id ?? null) === parentId);

const nodeOf = (group: Group): GroupNode => ({
  ...{ id: Number(group.id), parentId: group.parent ? Number(group.parent.id) : null },
  place: placeOf(group),
});

/** Whether a group may be put there; the service checks again. */
export const mayMove = (groups: readonly Group[], { id }: Group, { parentId, position }: Target): boolean =>
  groupMoveProblem(groups.map(nodeOf), {
    ...{ id: Number(id), parentId: parentId === null ? null : Number(parentId) },
    position: position ?? null,
  }) === null;

/** The groups on the screen: found ones with the groups around them, or those that no closed group contains. */
export const shownOf = (groups: readonly Group[], search: string, closed: ReadonlySet<string>): Group[] => {
  if (search !== '') {
    const found = groups.filter(({ name, code }) => matchesSearch(`${code} ${name}`, search));
    return groups.filter(({ code }) => found.some((one) => one.code === code || one.code.startsWith(`${code}.`)));
  }
  const hidden = groups.filter(({ id, leaf }) => closed.has(id) && !leaf).map(({ code }) => `${code}.`);
  return groups.filter(({ code }) => !hidden.some((prefix) => code.startsWith(prefix)));
};

export type Side = 'before' | 'inside' | 'after';

/** Where a group comes to be that is dropped on another one. */
export const dropTarget = (groups: readonly Group[], moved: Group, onto: Group, side: Side): Target => {
  if (side === 'inside') return { parentId: onto.id, position: undefined };
  const parentId = onto.parent?.id ?? null;
  const others = siblingsOf(groups, parentId).filter(({ id }) => id !== moved.id);
  const index = others.findIndex(({ id }) => id === onto.id);
  return { parentId, position: index + (side === 'before' ? 1 : 2) };
};

export type Step = 'up' | 'down' | 'in' | 'out';

/** Where a step of Alt and an arrow puts a group: among its siblings, into the one above, or out after its parent. */
export const stepTarget = (groups: readonly Group[], group: Group, step: Step): Target | null => {
  const { parentId, position = 1 } = targetOf(group);
  const siblings = siblingsOf(groups, parentId);
  if (step === 'up') return position > 1 ? { parentId, position: position - 1 } : null;
  if (step === 'down') return position < siblings.length ? { parentId, position: position + 1 } : null;
  if (step === 'in') {
    const above = siblings[position - 2];
    return above ? { parentId: above.id, position: undefined } : null;
  }
  const parent = groups.find(({ id }) => id === parentId);
  return parent ? { parentId: parent.parent?.id ?? null, position: parent.position + 1 } : null;
};
