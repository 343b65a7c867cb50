import { LongList, type MenuAction } from '#web/ui/index.ts';
import type { KeptScroll } from '#web/list/useKeptScroll.ts';
import { Fragment, useState, type CSSProperties, type KeyboardEvent } from 'react';
import { GroupName } from './GroupName.tsx';
import { GroupRow } from './GroupRow.tsx';
import styles from './GroupTree.module.css';
import { dropTarget, mayMove, stepTarget, type Group, type Step, type Target } from './tree.ts';

/** A new group that is being named, below a row or at the end of the top. */
export interface Adding extends Target {
  /** Id of the row that it is shown after; null is the end. */
  after: string | null;
  level: number;
}

export interface GroupTreeProps {
  groups: readonly Group[];
  shown: readonly Group[];
  isOpen: (group: Group) => boolean;
  scroll: KeptScroll<HTMLDivElement>;
  adding: Adding | null;
  renaming: string | null;
  /** Absent: read only. */
  actionsOf?: (group: Group) => readonly MenuAction[];
  onOpen: (group: Group, open: boolean) => void;
  onMove: (group: Group, target: Target | null) => void;
  onAdd: (name: string) => Promise<unknown>;
  onAdded: () => void;
  onRename: (group: Group | null) => void;
  onSaveName: (group: Group, name: string) => Promise<unknown>;
  onRemove: (group: Group) => void;
}

const STEPS: Readonly<Record<string, Step>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowRight: 'in',
  ArrowLeft: 'out',
};

const focus = (group: Group | undefined): void => document.getElementById(`group-${group?.id}`)?.focus();

/** The groups as a tree: arrows walk and open, Alt with an arrow moves, F2 or Enter renames, Delete deletes. */
export const GroupTree = (props: GroupTreeProps) => {
  const { groups, shown, isOpen, scroll, adding, renaming, actionsOf } = props;
  const [focused, setFocused] = useState<string | null>(null);
  const [dragged, setDragged] = useState<Group | null>(null);
  const tabStop = shown.some(({ id }) => id === focused) ? focused : shown[0]?.id;

  const walk = (group: Group, key: string): boolean => {
    const index = shown.indexOf(group);
    const open = !group.leaf && isOpen(group);
    if (key === 'ArrowDown') focus(shown[index + 1]);
    else if (key === 'ArrowUp') focus(shown[index - 1]);
    else if (key === 'Home') focus(shown[0]);
    else if (key === 'End') focus(shown.at(-1));
    else if (key === 'ArrowRight' && open) focus(shown[index + 1]);
    else if (key === 'ArrowRight' && !group.leaf) props.onOpen(group, true);
    else if (key === 'ArrowLeft') {
      if (open) props.onOpen(group, false);
      else focus(shown.find(({ id }) => id === group.parent?.id));
    } else return false;
    return true;
  };
  const edit = (group: Group, { key, altKey }: KeyboardEvent): boolean => {
    const step = STEPS[key];
    if (!actionsOf) return false;
    if (altKey && step) props.onMove(group, stepTarget(groups, group, step));
    else if (key === 'F2' || key === 'Enter') props.onRename(group);
    else if (key === 'Delete') props.onRemove(group);
    else return false;
    return true;
  };
  const onKeyDown = (group: Group, event: KeyboardEvent): void => {
    // Keys on the menu of a row are the menu's.
    if (event.target !== event.currentTarget) return;
    if (edit(group, event) || (!event.altKey && walk(group, event.key))) event.preventDefault();
  };
  const name = adding && (
    <div className={styles.adding} style={{ '--level': adding.level } as CSSProperties}>
      <span className={styles.chevron} />
      <GroupName label="Nome do novo grupo" name="" onSave={props.onAdd} onClose={props.onAdded} />
    </div>
  );
  return (
    <div className={styles.tree} {...scroll}>
      <div className={styles.rows}>
        <div role="tree" aria-label="Grupos de insumos">
          <LongList items={shown} rowHeight={37} kept={shown.findIndex(({ id }) => id === tabStop)}>
            {(group) => (
              <Fragment key={group.id}>
                <GroupRow
                  group={group}
                  open={isOpen(group)}
                  focusable={group.id === tabStop}
                  renaming={renaming === group.id}
                  actions={actionsOf?.(group)}
                  dragged={dragged?.id === group.id}
                  onOpen={(open) => props.onOpen(group, open)}
                  onFocus={() => setFocused(group.id)}
                  onKeyDown={(event) => onKeyDown(group, event)}
                  onRename={(text) => props.onSaveName(group, text)}
                  onRenamed={() => {
                    props.onRename(null);
                    setTimeout(() => focus(group));
                  }}
                  onDrag={(dragging) => setDragged(dragging ? group : null)}
                  accepts={(side) =>
                    dragged !== null && mayMove(groups, dragged, dropTarget(groups, dragged, group, side))
                  }
                  onDrop={(side) => dragged && props.onMove(dragged, dropTarget(groups, dragged, group, side))}
                />
                {adding?.after === group.id && name}
              </Fragment>
            )}
          </LongList>
        </div>
        {adding?.after === null && name}
      </div>
    </div>
  );
};
