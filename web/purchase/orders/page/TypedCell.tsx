import { QuantityInput } from '#web/ui/index.ts';
import { memo, useEffect, useRef, useState, type KeyboardEvent } from 'react';
import type { FormLine } from './form.ts';
import { linePath } from './model.ts';
import styles from './order.module.css';

interface TypedCellProps {
  line: FormLine;
  field: 'quantity' | 'price';
  label: string;
  invalid: boolean;
  /** The same function for all renders. */
  onType: (line: FormLine, field: 'quantity' | 'price', value: string) => void;
}

/**
 * Quantity or price of a line; Esc takes back what was typed since the cell has the focus. Drawn anew for its own line alone:
 * the figures of all lines change with every keystroke.
 */
export const TypedCell = memo(({ line, field, label, invalid, onType }: TypedCellProps) => {
  const root = useRef<HTMLSpanElement>(null);
  const before = useRef(line[field]);
  // A field that is made anew forgets a text that does not read as well.
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    if (turn > 0) root.current?.querySelector('input')?.focus();
  }, [turn]);
  const takeBack = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    if (line[field] !== before.current) onType(line, field, before.current);
    setTurn(turn + 1);
  };
  const enter = () => {
    before.current = line[field];
  };
  return (
    // The keys belong to the field inside; this element only hears them.
    <span ref={root} className={styles.typed} onKeyDown={takeBack} onFocus={enter}>
      <QuantityInput
        key={turn}
        size="small"
        twoPlaces={field === 'price'}
        path={linePath(line.key, field)}
        ariaLabel={`${label} de ${line.name || line.code}`}
        invalid={invalid}
        value={line[field]}
        onChange={(value) => onType(line, field, value)}
      />
    </span>
  );
});
TypedCell.displayName = 'TypedCell';
