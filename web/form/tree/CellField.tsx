import { useEffect, useRef, useState } from 'react';
import styles from './tree.module.css';

/** Text of a cell that does not read, with its problem. */
export interface Unread {
  text: string;
  problem: string;
}

interface CellFieldProps {
  label: string;
  /** The value as it is shown. */
  value: string;
  unread: Unread | undefined;
  /** What the service has refused. */
  problem: string | undefined;
  right: boolean;
  /** Keyboard of a phone. */
  inputMode?: 'decimal';
  /** Id of a list of proposals. */
  list?: string;
  /** Returns why a text does not read, or null. */
  problemOf: (text: string) => string | null;
  /** Takes a readable text as the cell's value. */
  onType: (text: string) => void;
  /** The field is left with a text that does not read, or without one. */
  onUnread: (unread: Unread | null) => void;
}

/** The field of the cell with the cursor: each readable text is taken at once, any other stays with its problem. */
export const CellField = (props: CellFieldProps) => {
  const { unread, right, problemOf, onType, onUnread } = props;
  const [text, setText] = useState<string | null>(unread?.text ?? null);
  const wrong = unread?.problem ?? props.problem;
  const type = (next: string) => {
    setText(next);
    if (problemOf(next) !== null) return;
    onType(next);
    if (unread) onUnread(null);
  };
  const leave = () => {
    const why = text === null ? null : problemOf(text);
    if (text !== null && why !== null) onUnread({ text, problem: why });
  };
  const leaving = useRef(leave);
  useEffect(() => {
    leaving.current = leave;
  });
  // A field that is removed with the focus in it is left without a blur.
  useEffect(() => () => leaving.current(), []);
  return (
    <input
      data-active=""
      className={`${styles.field} ${right ? styles.right : ''}`}
      aria-label={props.label}
      aria-invalid={wrong !== undefined || undefined}
      title={wrong}
      autoComplete="off"
      inputMode={props.inputMode}
      list={props.list}
      value={text ?? props.value}
      onChange={(event) => type(event.target.value)}
      onBlur={() => {
        leave();
        if (text !== null && problemOf(text) === null) setText(null);
      }}
    />
  );
};
