import { formatCoefficient, formatPrice4 } from '#domain/numberFormat.ts';
import { useTaskQuery } from '#web/generated/engineering.ts';
import { ChevronDownIcon, ChevronRightIcon } from '#web/ui/icons.ts';
import { IconButton, useIsPhone } from '#web/ui/index.ts';
import { Fragment, useState, type KeyboardEvent } from 'react';
import { BasePill } from '../BasePill.tsx';
import styles from './editor.module.css';
import { LineIcon } from './LineIcon.tsx';
import { formOf, type FormLine } from './model.ts';
import { figuresOf } from './totals.ts';

interface ChildLinesProps {
  id: string;
  columns: number;
  /** Key of the form's line that they stand in; deeper ones have none. */
  inside?: string;
  /** How deep they stand: 1 in a line of the form. */
  level?: number;
  onOpen: (id: string) => void;
}

/** Space before a line, by its level. */
const indent = (level: number): number => level * 18;

interface ChildProps extends ChildLinesProps {
  level: number;
  line: FormLine;
  total: string | null;
}

/** One line of a composition in a line; a composition is opened in its turn, by its button or Right. */
const ChildLine = ({ line, total, columns, inside, level, onOpen }: ChildProps) => {
  const [open, setOpen] = useState(false);
  const phone = useIsPhone();
  const nested = line.kind === 'TASK' && line.childId !== '';
  const press = (event: KeyboardEvent) => {
    const { key } = event;
    if (key === 'ArrowRight' && !open) setOpen(true);
    else if (key === 'ArrowLeft' && open) setOpen(false);
    else if (key === 'Enter' && (event.ctrlKey || event.metaKey)) onOpen(line.childId);
    else return;
    event.preventDefault();
  };
  const name = (
    <span className={styles.item}>
      {nested ? (
        <IconButton
          size="small"
          label={`${open ? 'Fechar' : 'Abrir'} ${line.name}`}
          icon={open ? <ChevronDownIcon /> : <ChevronRightIcon />}
          expanded={open}
          onClick={() => setOpen(!open)}
          onKeyDown={press}
        />
      ) : (
        <span className={styles.noExpander} />
      )}
      <LineIcon kind={line.kind} type={line.productType} />
      <span className={styles.code}>{line.code}</span>
      <span className={styles.childName} title={line.name}>
        {line.name}
      </span>
    </span>
  );
  const price = line.unitPrice === null ? 'sem preço' : formatPrice4(line.unitPrice);
  const padding = { paddingInlineStart: indent(level) };
  return (
    <Fragment>
      {phone ? (
        <tr className={styles.child} data-inside={inside}>
          <td style={padding}>{name}</td>
          <td className={styles.childEnd}>
            {formatCoefficient(line.quantity)} {line.unit}
          </td>
        </tr>
      ) : (
        <tr className={styles.child} data-inside={inside}>
          <td />
          <td style={padding}>{name}</td>
          <td>
            <BasePill base={line.base} short />
          </td>
          <td>{line.unit}</td>
          <td className={styles.number}>{formatCoefficient(line.quantity)}</td>
          <td className={styles.number}>{price}</td>
          <td className={styles.number}>{total === null ? '—' : formatPrice4(total)}</td>
          <td colSpan={2} />
        </tr>
      )}
      {open && <ChildLines id={line.childId} columns={columns} level={level + 1} onOpen={onOpen} />}
    </Fragment>
  );
};

/** The lines of a composition inside a line, opened in place and read-only, as deep as they go. */
export const ChildLines = ({ level = 1, ...props }: ChildLinesProps) => {
  const { data } = useTaskQuery({ variables: { id: props.id } });
  const task = data?.task;
  if (!task?.items) {
    return (
      <tr>
        <td colSpan={props.columns} className={styles.muted}>
          Carregando…
        </td>
      </tr>
    );
  }
  const { items } = formOf(task);
  const { totalOf } = figuresOf(items, task.readOnly ? { price: task.unitPrice } : null);
  return items.map((line) => <ChildLine key={line.key} {...props} level={level} line={line} total={totalOf(line)} />);
};
