import type { ReactNode } from 'react';
import type { Cursor, Side } from './useCursor.ts';
import styles from './desk.module.css';

interface DeskRowProps {
  id: string;
  side: Side;
  label: string;
  cursor: Cursor;
  className: string | undefined;
  busy?: boolean;
  children: ReactNode;
}

/** A row that keys move to: one of all is reached by Tab. */
export const DeskRow = ({ id, side, label, cursor, className, busy = false, children }: DeskRowProps) => {
  const isCurrent = cursor.side === side && cursor.key === id;
  return (
    <div
      role="listitem"
      aria-label={label}
      aria-busy={busy || undefined}
      data-row-key={id}
      data-current={isCurrent || undefined}
      tabIndex={isCurrent ? 0 : -1}
      className={`${styles.row} ${className ?? ''}`}
      onFocus={() => cursor.at(side, id)}
    >
      {children}
    </div>
  );
};
