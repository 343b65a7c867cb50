import { ChevronDownIcon, ChevronRightIcon, MoreIcon } from '#web/ui/icons.ts';
import { ActivePill, IconButton, Menu, type MenuAction } from '#web/ui/index.ts';
import { useState, type CSSProperties, type DragEvent, type KeyboardEvent } from 'react';
import { GroupName } from './GroupName.tsx';
import styles from './GroupTree.module.css';
import { levelOf, type Group, type Side } from './tree.ts';

export interface GroupRowProps {
  group: Group;
  open: boolean;
  /** The one row that Tab reaches. */
  focusable: boolean;
  renaming: boolean;
  /** Absent: read only. */
  actions?: readonly MenuAction[];
  dragged: boolean;
  onOpen: (open: boolean) => void;
  onFocus: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
  onRename: (name: string) => Promise<unknown>;
  onRenamed: () => void;
  onDrag: (dragging: boolean) => void;
  /** Whether what is dragged may be dropped here. */
  accepts: (side: Side) => boolean;
  onDrop: (side: Side) => void;
}

/** The upper and lower quarter of a row are between rows, its middle is inside. */
const sideOf = ({ clientY, currentTarget }: DragEvent): Side => {
  const { top, height } = currentTarget.getBoundingClientRect();
  const share = (clientY - top) / height;
  return share < 0.25 ? 'before' : share > 0.75 ? 'after' : 'inside';
};

/** A group of the tree. */
export const GroupRow = ({ group, open, actions, ...props }: GroupRowProps) => {
  const [side, setSide] = useState<Side | null>(null);
  const { name, code, leaf, active } = group;
  return (
    <div
      role="treeitem"
      id={`group-${group.id}`}
      aria-label={[code, name, active ? '' : 'Inativo'].join(' ').trimEnd()}
      aria-level={levelOf(group)}
      aria-expanded={leaf ? undefined : open}
      aria-selected={false}
      tabIndex={props.focusable ? 0 : -1}
      className={styles.row}
      style={{ '--level': levelOf(group) } as CSSProperties}
      data-side={side ?? undefined}
      data-dragged={props.dragged || undefined}
      draggable={actions !== undefined && !props.renaming}
      onFocus={props.onFocus}
      onKeyDown={props.onKeyDown}
      onDragStart={() => props.onDrag(true)}
      onDragEnd={() => props.onDrag(false)}
      onDragOver={(event) => {
        const over = sideOf(event);
        if (!props.accepts(over)) return setSide(null);
        event.preventDefault();
        setSide(over);
      }}
      onDragLeave={() => setSide(null)}
      onDrop={(event) => {
        event.preventDefault();
        setSide(null);
        props.onDrop(sideOf(event));
      }}
    >
      {leaf ? (
        <span className={styles.chevron} />
      ) : (
        <span className={styles.chevron} aria-hidden="true" onClick={() => props.onOpen(!open)}>
          {open ? <ChevronDownIcon /> : <ChevronRightIcon />}
        </span>
      )}
      {props.renaming ? (
        <GroupName label={`Nome de ${name}`} name={name} onSave={props.onRename} onClose={props.onRenamed} />
      ) : (
        <span className={styles.name}>
          <span className={styles.code}>{code}</span> {name}
        </span>
      )}
      {!active && <ActivePill active={false} />}
      {actions && (
        <Menu
          trigger={<IconButton size="small" label={`Mais ações de ${name}`} icon={<MoreIcon />} />}
          actions={actions}
        />
      )}
    </div>
  );
};
