import { counted } from '#domain/numberFormat.ts';
import { HEAD_HEIGHT, ROW_HEIGHT } from '#web/form/tree/TreeGrid.tsx';
import { useRowDrag, type Held } from '#web/form/tree/useRowDrag.ts';
import { useMemo, useRef } from 'react';
import styles from './drag.module.css';
import { aimAt, movedTo, REFUSALS, wordsOf, type Drop } from './model/drop.ts';
import type { Rows } from './model/rows.ts';
import { blocksOf } from './model/steps.ts';
import type { Shown } from './model/visible.ts';

interface RowDragProps {
  rows: Rows;
  shown: readonly Shown[];
  /** Rows that move together. */
  chosen: ReadonlySet<string>;
  several: boolean;
  onDrop: (drop: Drop) => void;
}

/** Pixels of one level in the column of descriptions. */
const STEP = 18;

/** Rows are taken by their item; several that are chosen, by any of their cells. */
export const RowDrag = ({ rows, shown, chosen, several, onDrop }: RowDragProps) => {
  const layer = useRef<HTMLDivElement>(null);
  const aim = ({ top }: Held) => aimAt(shown, (top - HEAD_HEIGHT) / ROW_HEIGHT);
  const held = useRowDrag(layer, {
    takes: (target) => {
      if (target.closest('button, input')) return false;
      const key = target.closest<HTMLElement>('[data-row]')?.dataset.row;
      if (key === undefined) return false;
      return target.closest('[data-column="item"]') !== null || (several && chosen.has(key));
    },
    onDrop: (at) => onDrop(aim(at).drop),
  });
  return (
    <div ref={layer} className={styles.layer}>
      {held && <Mark {...{ rows, chosen, held }} aim={aim(held)} />}
    </div>
  );
};

interface MarkProps {
  rows: Rows;
  chosen: ReadonlySet<string>;
  held: Held;
  aim: ReturnType<typeof aimAt>;
}

/** Where the rows would go: a line between rows or a frame around a stage, and the same in words at the pointer. */
const Mark = ({ rows, chosen, held, aim: { drop, at, level } }: MarkProps) => {
  const { key, how } = drop;
  const next = useMemo(() => movedTo(rows, chosen, { key, how }), [rows, chosen, key, how]);
  const count = useMemo(() => blocksOf(rows, chosen).length, [rows, chosen]);
  const refused = typeof next === 'string';
  const into = how === 'last' && key !== null;
  const top = HEAD_HEIGHT + at * ROW_HEIGHT;
  return (
    <>
      <div
        aria-hidden="true"
        data-drop={refused ? 'refused' : how}
        className={`${into ? styles.frame : styles.line} ${refused ? styles.refused : ''}`}
        style={into ? { top, height: ROW_HEIGHT } : { top: top - 1, insetInlineStart: 92 + level * STEP }}
      />
      <div
        role="status"
        className={`${styles.chip} ${refused ? styles.refused : ''}`}
        style={{ left: held.x, top: held.y }}
      >
        {refused ? REFUSALS[next] : `${counted(count, 'linha', 'linhas')} ${wordsOf(rows, drop)}`}
      </div>
    </>
  );
};
