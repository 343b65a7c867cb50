import { MoreIcon } from '#web/ui/icons.ts';
import { IconButton, Menu, type MenuAction } from '#web/ui/index.ts';
import type { LineColumn, LineGridProps } from './columns.ts';
import styles from './lines.module.css';

interface LineCardsProps<Line> extends LineGridProps<Line> {
  actionsOf: (line: Line, index: number, count: number, readOnly: boolean) => MenuAction[];
}

/** The lines of a document on a phone: one card each, with its fields. */
export const LineCards = <Line,>(props: LineCardsProps<Line>) => {
  const { lines, keyOf, columns, readOnly, problem, nested, actionsOf } = props;
  const at = (place: LineColumn<Line>['card']) => columns.filter(({ card }) => card === place);
  return (
    <ul className={styles.cards} aria-label={props.ariaLabel}>
      {lines.map((line, index) => {
        const key = keyOf(line);
        const said = problem?.(line, index);
        const actions: MenuAction[] = [
          ...(nested?.has(line)
            ? [
                {
                  label: nested.open.has(key) ? 'Fechar itens' : 'Ver itens',
                  onClick: () => nested.setOpen(key, !nested.open.has(key)),
                },
              ]
            : []),
          ...actionsOf(line, index, lines.length, readOnly),
        ];
        const cell = (column: LineColumn<Line>) =>
          readOnly || !column.edit ? column.render(line, index) : column.edit(line, index);
        return (
          <li key={key} data-line={key} className={styles.card}>
            <div className={styles.cardHead}>
              <div className={styles.cardTitle}>
                {at('title').map((column) => (
                  <span key={column.id}>{column.render(line, index)}</span>
                ))}
              </div>
              {actions.length > 0 && (
                <Menu
                  trigger={<IconButton label={`Ações do item ${index + 1}`} icon={<MoreIcon />} />}
                  actions={actions}
                />
              )}
            </div>
            <div className={styles.cardMeta}>
              {at('meta').map((column) => (
                <span key={column.id}>{column.render(line, index)}</span>
              ))}
            </div>
            <div className={styles.cardFields}>
              {at(undefined).map((column) => (
                <div key={column.id} data-column={column.id} className={styles.cardField}>
                  <span className={styles.cardLabel}>{column.title}</span>
                  {cell(column)}
                </div>
              ))}
              <div className={styles.cardEnd}>
                {at('end').map((column) => (
                  <span key={column.id}>{column.render(line, index)}</span>
                ))}
              </div>
            </div>
            {said !== undefined && (
              <div role="alert" className={styles.problem}>
                {said}
              </div>
            )}
            {nested?.open.has(key) && nested.has(line) && (
              <table className={styles.table}>
                <tbody>{nested.content(line, columns.length)}</tbody>
              </table>
            )}
          </li>
        );
      })}
    </ul>
  );
};
