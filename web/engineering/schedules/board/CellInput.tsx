import { today } from '#web/ui/index.ts';
import { useId, useRef, useState, type KeyboardEvent } from 'react';
import { CELL_LABELS, cellText, readCell, type CellField } from '../model/cells.ts';
import type { Edit, Item, Schedule } from '../model/schedule.ts';
import styles from './board.module.css';

/** Tab goes to the next cell: without this, Fluent takes it at the end of the page and leaves the document. */
const OWN_TAB = JSON.stringify({ focusable: { ignoreKeydown: { Tab: true } } });

interface CellInputProps {
  field: CellField;
  item: Item;
  name: string;
  schedule: Schedule;
  /** Answers why the edit is refused. */
  onEdit: (edit: Edit) => string | null;
  /** Where the cursor goes: 0 stays on the row, 1 and -1 to the next and the previous cell. */
  onLeave: (step: -1 | 0 | 1) => void;
}

/** A cell of an item while it is typed in; text that does not read stays, with its problem. */
export const CellInput = ({ field, item, name, schedule, onEdit, onLeave }: CellInputProps) => {
  const [before] = useState(() => cellText(field, item, schedule));
  const [text, setText] = useState(before);
  const [problem, setProblem] = useState<string | null>(null);
  const id = useId();
  // The browser tells of the lost focus once more when the input is removed.
  const isLeft = useRef(false);
  const leave = (step: -1 | 0 | 1) => {
    if (isLeft.current) return;
    isLeft.current = true;
    onLeave(step);
  };
  /** Whether the cell can be left. */
  const commit = (): boolean => {
    if (text.trim() === before) return true;
    const read = readCell(field, text, { item, schedule, today: today() });
    const refusal = 'problem' in read ? read.problem : onEdit(read.edit);
    setProblem(refusal);
    return refusal === null;
  };
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    event.stopPropagation();
    const step = event.key === 'Tab' ? (event.shiftKey ? -1 : 1) : 0;
    if (event.key === 'Escape') leave(0);
    else if (event.key === 'Enter' || event.key === 'Tab') {
      event.preventDefault();
      if (commit()) leave(step);
    }
  };
  return (
    <>
      <input
        autoFocus
        data-tabster={OWN_TAB}
        className={styles.input}
        aria-label={`${CELL_LABELS[field]} de ${name}`}
        aria-invalid={problem !== null}
        aria-describedby={problem === null ? undefined : id}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onFocus={(event) => event.target.select()}
        onKeyDown={press}
        onBlur={() => !isLeft.current && commit() && leave(0)}
      />
      {problem !== null && (
        <span id={id} role="alert" className={styles.problem}>
          {problem}
        </span>
      )}
    </>
  );
};
