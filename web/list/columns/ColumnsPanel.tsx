import { MoveDownIcon, MoveUpIcon } from '#web/ui/icons.ts';
import { Button, Checkbox, IconButton } from '#web/ui/index.ts';
import { useLayoutEffect, useRef, type KeyboardEvent } from 'react';
import type { ColumnsState, ColumnState } from './useListColumns.ts';
import styles from './columns.module.css';

const STEPS: Readonly<Record<string, -1 | 1>> = { ArrowUp: -1, ArrowDown: 1 };

/** The columns of a list in their order, with a box for each that may be hidden; Alt+↑ and Alt+↓ move one, too. */
export const ColumnsPanel = ({ arranged, standard, onShow, onMove, onRestore }: ColumnsState) => {
  const movable = arranged.filter((one) => one.movable);
  /** What had the focus in the row that moved last: the browser takes it from an element that changes its place. */
  const held = useRef<Element | null>(null);
  useLayoutEffect(() => {
    if (held.current instanceof HTMLElement && document.activeElement === document.body) held.current.focus();
  }, [arranged]);
  const move = (id: string, by: -1 | 1) => {
    held.current = document.activeElement;
    onMove(id, by);
  };
  const pressed = ({ column: { id }, movable: may }: ColumnState, event: KeyboardEvent) => {
    const by = STEPS[event.key];
    if (!event.altKey || !may || by === undefined) return;
    event.preventDefault();
    move(id, by);
  };
  return (
    <div className={styles.panel}>
      <ul className={styles.list} aria-label="Colunas">
        {arranged.map((one) => {
          const { column, needed, shown } = one;
          const at = movable.indexOf(one);
          return (
            <li key={column.id} className={styles.row} onKeyDown={(event) => pressed(one, event)}>
              <span className={styles.name}>
                <Checkbox
                  label={column.title}
                  checked={shown}
                  disabled={needed}
                  onChange={(checked) => onShow(column.id, checked)}
                />
              </span>
              {one.movable && (
                <>
                  <IconButton
                    size="small"
                    label={`Mover ${column.title} para cima`}
                    icon={<MoveUpIcon />}
                    disabledFocusable={at === 0}
                    onClick={() => move(column.id, -1)}
                  />
                  <IconButton
                    size="small"
                    label={`Mover ${column.title} para baixo`}
                    icon={<MoveDownIcon />}
                    disabledFocusable={at === movable.length - 1}
                    onClick={() => move(column.id, 1)}
                  />
                </>
              )}
            </li>
          );
        })}
      </ul>
      <p className={styles.hint}>
        Para mudar a largura, arraste a borda do título da coluna, ou use Alt+← e Alt+→ no título. Alt+↑ e Alt+↓ movem a
        coluna aqui. Os arquivos exportados têm sempre todas.
      </p>
      <Button disabled={standard} onClick={onRestore}>
        Restaurar padrão
      </Button>
    </div>
  );
};
