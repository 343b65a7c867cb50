import { notifyFailure, notifySuccess, notifyUndo } from '#web/client/notify.ts';
import { useState } from 'react';
import { useProductGroupCalls } from './productGroups.ts';
import { mayMove, targetOf, type Group, type Target } from './tree.ts';

const placed = ({ name, code }: Group): string => `${name} agora é ${code}`;

/** Moves groups at once, with undo; `said` is what a screen reader hears of the last move. */
export const useGroupMove = (groups: readonly Group[]) => {
  const { change } = useProductGroupCalls();
  const [said, setSaid] = useState('');
  const move = async (group: Group, target: Target | null): Promise<void> => {
    if (!target || !mayMove(groups, group, target)) return setSaid(`${group.name} não pode ir para lá`);
    const before = targetOf(group);
    try {
      const after = await change(group, { ...target });
      if (!after) return;
      setSaid(placed(after));
      notifyUndo(placed(after), () => {
        change(after, { ...before }).then((back) => back && notifySuccess(placed(back)), notifyFailure);
      });
    } catch (error) {
      notifyFailure(error);
    }
  };
  return { move, said };
};
