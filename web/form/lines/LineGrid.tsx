import { ChevronDownIcon, ChevronRightIcon } from '#web/ui/icons.ts';
import { IconButton, useIsPhone, type MenuAction } from '#web/ui/index.ts';
import { Fragment, type ClipboardEvent } from 'react';
import { useStable } from '../useStable.ts';
import type { Cells } from './cells.ts';
import type { LineColumn, LineGridProps, NestedLines } from './columns.ts';
import { LineCards } from './LineCards.tsx';
import { LineMenu } from './LineMenu.tsx';
import styles from './lines.module.css';
import { useLineKeys } from './useLineKeys.ts';

/** Actions that every line has, after its own. */
const useActions = <Line,>(props: LineGridProps<Line>, keys: ReturnType<typeof useLineKeys<Line>>) => {
  const { actions, removal } = props;
  return (line: Line, index: number, count: number, readOnly: boolean): MenuAction[] => [
    ...(actions?.(line) ?? []),
    ...(readOnly
      ? []
      : [
          {
            ...{ label: 'Mover para cima', shortcut: 'Alt ↑', disabled: index === 0, separated: true },
            onClick: () => keys.move(index, undefined, -1),
          },
          {
            ...{ label: 'Mover para baixo', shortcut: 'Alt ↓', disabled: index === count - 1 },
            onClick: () => keys.move(index, undefined, 1),
          },
          {
            ...{ label: 'Retirar', ...removal?.(line), shortcut: 'Del', separated: true },
            onClick: () => keys.remove(index),
          },
        ]),
  ];
};

const Expander = <Line,>({ nested, line, lineKey }: { nested: NestedLines<Line>; line: Line; lineKey: string }) => {
  if (!nested.has(line)) return null;
  const open = nested.open.has(lineKey);
  return (
    <IconButton
      size="small"
      label={`${open ? 'Fechar' : 'Abrir'} ${nested.name(line)}`}
      icon={open ? <ChevronDownIcon /> : <ChevronRightIcon />}
      expanded={open}
      tabIndex={-1}
      onClick={() => nested.setOpen(lineKey, !open)}
    />
  );
};

interface GridPlace {
  cells: Cells;
  className?: string;
}

const cellClass = <Line,>({ align }: LineColumn<Line>): string | undefined =>
  align === 'right' ? styles.right : undefined;

/** A heading without a word is none. */
const Head = <Line,>({ column }: { column: LineColumn<Line> }) => {
  const given = { className: cellClass(column), style: { width: column.width } };
  return column.title === '' ? (
    <td {...given} />
  ) : (
    <th scope="col" {...given}>
      {column.title}
    </th>
  );
};

/**
 * The lines of a document as a grid that is filled in by keyboard (useLineKeys), or as cards on a phone. It knows
 * columns, keys and places; what a line is, its form knows.
 */
export const LineGrid = <Line,>({ cells, className, ...props }: LineGridProps<Line> & GridPlace) => {
  const { lines, keyOf, columns, nested, readOnly, problem } = props;
  const { root } = cells;
  const keys = useLineKeys(props, cells);
  const actionsOf = useStable(useActions(props, keys));
  const phone = useIsPhone();
  const paste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text/plain');
    // One value is pasted into its field.
    if (readOnly || !/[\t\n;]/.test(text.trim())) return;
    if (props.onPasteText?.(text)) event.preventDefault();
  };
  const span = columns.length + (nested ? 2 : 1);
  return (
    // The keys belong to the fields inside; this element only hears them.
    <div
      ref={root}
      className={[styles.grid, className].filter(Boolean).join(' ')}
      onKeyDown={keys.onKeyDown}
      onPaste={paste}
    >
      {phone ? (
        <LineCards {...props} actionsOf={actionsOf} />
      ) : (
        <table className={styles.table} aria-label={props.ariaLabel}>
          <thead>
            <tr>
              {nested && (
                <th scope="col" className={styles.narrow}>
                  <span className="visuallyHidden">Abrir</span>
                </th>
              )}
              {columns.map((column) => (
                <Head key={column.id} column={column} />
              ))}
              <th scope="col" className={styles.narrow}>
                <span className="visuallyHidden">Ações</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {lines.map((line, index) => {
              const key = keyOf(line);
              const said = problem?.(line, index);
              return (
                <Fragment key={key}>
                  <tr data-line={key}>
                    {nested && (
                      <td className={styles.narrow}>
                        <Expander nested={nested} line={line} lineKey={key} />
                      </td>
                    )}
                    {columns.map((column) => (
                      <td key={column.id} data-column={column.id} className={cellClass(column)}>
                        {readOnly || !column.edit ? column.render(line, index) : column.edit(line, index)}
                      </td>
                    ))}
                    <td className={styles.narrow}>
                      <LineMenu
                        line={line}
                        index={index}
                        count={lines.length}
                        readOnly={readOnly}
                        actionsOf={actionsOf}
                      />
                    </td>
                  </tr>
                  {said !== undefined && (
                    <tr>
                      <td colSpan={span} role="alert" className={styles.problem}>
                        {said}
                      </td>
                    </tr>
                  )}
                  {nested?.open.has(key) && nested.has(line) && nested.content(line, span)}
                </Fragment>
              );
            })}
          </tbody>
        </table>
      )}
      {props.add !== undefined && !readOnly && (
        <div data-adds="" className={styles.add}>
          {props.add}
        </div>
      )}
    </div>
  );
};
