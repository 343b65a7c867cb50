import type { ImportField } from '#domain/imports/description.ts';
import type { ImportProblem } from '#schema/platform/imports.ts';
import { StatusPill } from '#web/ui/index.ts';
import { useState, type KeyboardEvent } from 'react';
import { Link } from 'react-router-dom';
import styles from './SheetTable.module.css';

/** A reference that is still to be made. */
export interface Mark {
  /** An existing one that was probably meant. */
  similar: string | undefined;
}

/** What a row is that exists already. */
export interface Existing {
  to: string;
  called: string;
}

/** Opens what a row is, in a tab of its own: the spreadsheet stays. */
export const ExistingLink = ({ to, called }: Existing) => (
  <Link className={styles.existing} to={to} target="_blank">
    já existe: abrir {called}
  </Link>
);

export interface SheetCellProps {
  id: string;
  text: string;
  /** Absent where the column is not imported. */
  field: ImportField | undefined;
  tabStop: boolean;
  problem: ImportProblem | undefined;
  mark: Mark | undefined;
  /** In the place of the text. */
  existing: Existing | undefined;
  /** Differs from the stored row. */
  changed: boolean;
  options: readonly string[] | undefined;
  onFocus: () => void;
  onMove: (event: KeyboardEvent) => void;
  onType: (text: string) => void;
  /** Uses the suggestion in all cells of the column with the same text. */
  onUse: (text: string) => void;
}

const isPlain = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  key.length === 1 && !ctrlKey && !metaKey && !altKey;

/** Kinds whose cells are aligned as numbers. */
const NUMBERS: ReadonlySet<string> = new Set(['decimal', 'count', 'money']);

/** A cell: Enter, F2 or a letter edits it, Enter and Tab keep the text, Esc gives it up. */
export const SheetCell = (props: SheetCellProps) => {
  const { id, text, field, problem, mark, existing, options } = props;
  const suggestion = problem?.suggestion ?? mark?.similar;
  const [typed, setTyped] = useState<string | null>(null);
  const keep = () => {
    if (typed !== null && typed !== text) props.onType(typed);
    setTyped(null);
  };
  const keyOnCell = (event: KeyboardEvent): void => {
    if (event.target !== event.currentTarget || !field) return props.onMove(event);
    if (event.key === 'Enter' || event.key === 'F2') setTyped(text);
    else if (event.key === 'Delete') props.onType('');
    else if (isPlain(event)) setTyped('');
    else props.onMove(event);
  };
  const keyInField = (event: KeyboardEvent): void => {
    event.stopPropagation();
    if (event.key === 'Escape') setTyped(null);
    else if (event.key === 'Enter') keep();
    else return;
    event.preventDefault();
    document.getElementById(id)?.focus();
  };
  const classes = [
    field ? undefined : styles.ignored,
    problem && styles.wrong,
    props.changed && styles.changed,
    field?.kind !== undefined && NUMBERS.has(field.kind) && styles.number,
  ];
  return (
    <td
      id={id}
      tabIndex={props.tabStop ? 0 : -1}
      className={classes.filter(Boolean).join(' ') || undefined}
      aria-invalid={problem ? true : undefined}
      title={problem ? undefined : text}
      onFocus={props.onFocus}
      onKeyDown={keyOnCell}
      onDoubleClick={() => field && setTyped(text)}
    >
      {typed === null ? (
        <span className={styles.text}>{existing ? <ExistingLink {...existing} /> : text}</span>
      ) : (
        <input
          className={styles.input}
          aria-label={field?.title}
          value={typed}
          list={options && `${id}-opcoes`}
          // The user asked for the field by a key or a double click on its cell.
          autoFocus
          onChange={({ target }) => setTyped(target.value)}
          onKeyDown={keyInField}
          onBlur={keep}
        />
      )}
      {typed !== null && options && (
        <datalist id={`${id}-opcoes`}>
          {options.map((option) => (
            <option key={option} value={option} />
          ))}
        </datalist>
      )}
      {problem && <span className={styles.fault}>{problem.message}</span>}
      {mark && !problem && (
        <StatusPill tone={mark.similar === undefined ? 'violet' : 'info'}>
          {mark.similar === undefined ? 'novo' : 'parecido'}
        </StatusPill>
      )}
      {suggestion !== undefined && (
        <button
          type="button"
          className={styles.use}
          tabIndex={props.tabStop ? 0 : -1}
          onClick={() => props.onUse(suggestion)}
        >
          Usar {suggestion}
        </button>
      )}
    </td>
  );
};
