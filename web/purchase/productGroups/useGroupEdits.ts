import type { useListQuery } from '#web/list/useListQuery.ts';
import type { MenuAction } from '#web/ui/index.ts';
import { useState } from 'react';
import type { Adding } from './GroupTree.tsx';
import { useProductGroupCalls } from './productGroups.ts';
import { levelOf, type Group } from './tree.ts';
import { useClosedGroups } from './useClosedGroups.ts';
import { useGroupMove } from './useGroupMove.ts';
import { MAX_GROUP_LEVEL } from '#domain/productGroupTree.ts';

const AT_TOP: Adding = { parentId: null, position: undefined, after: null, level: 1 };

/** The row that a new group after this one is shown below: the last one inside it. */
const lastInside = (groups: readonly Group[], { id, code }: Group): string =>
  groups.filter((one) => one.code.startsWith(`${code}.`)).at(-1)?.id ?? id;

/** What a person does with the groups: names, places, deletions. `?id=new` adds one at the top. */
export const useGroupEdits = (groups: readonly Group[], list: ReturnType<typeof useListQuery>) => {
  const { save, change, toggle, remove } = useProductGroupCalls();
  const { closed, setOpen, openAll } = useClosedGroups();
  const { move, said } = useGroupMove(groups);
  const [within, setWithin] = useState<Adding | null>(null);
  const [renaming, setRenaming] = useState<string | null>(null);
  const [moving, setMoving] = useState<Group | null>(null);
  const [removing, setRemoving] = useState<Group | null>(null);
  const adding = within ?? (list.own('id') === 'new' ? AT_TOP : null);
  const stopAdding = () => {
    setWithin(null);
    if (list.own('id') !== null) list.setOwn('id', null, 'replace');
  };
  const create = (name: string) =>
    save({ name, parentId: adding?.parentId ?? null, position: adding?.position ?? null }, null);
  const addInside = (group: Group) => {
    setOpen(group.id, true);
    const after = lastInside(groups, group);
    setWithin({ parentId: group.id, position: undefined, after, level: levelOf(group) + 1 });
  };
  const addAfter = (group: Group) => {
    const after = closed.has(group.id) ? group.id : lastInside(groups, group);
    setWithin({ parentId: group.parent?.id ?? null, position: group.position + 1, after, level: levelOf(group) });
  };
  const actionsOf = (group: Group): MenuAction[] => [
    { label: 'Adicionar dentro', disabled: levelOf(group) >= MAX_GROUP_LEVEL, onClick: () => addInside(group) },
    { label: 'Adicionar depois', onClick: () => addAfter(group) },
    { label: 'Renomear', shortcut: 'F2', onClick: () => setRenaming(group.id) },
    { label: 'Mover para…', onClick: () => setMoving(group) },
    { label: group.active ? 'Desativar' : 'Reativar', onClick: () => void toggle(group) },
    { label: 'Excluir', shortcut: 'Del', separated: true, onClick: () => setRemoving(group) },
  ];
  return {
    ...{ closed, setOpen, openAll, move, said, adding, stopAdding, create, actionsOf, remove },
    ...{ renaming, setRenaming, moving, setMoving, removing, setRemoving },
    addAtTop: () => list.setOwn('id', 'new'),
    rename: (group: Group, name: string) => change(group, { name }),
  };
};
