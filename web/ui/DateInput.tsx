import { addDays, formatDate, parseDate, type IsoDate } from '#domain/dates.ts';
import { Popover, PopoverSurface } from '@fluentui/react-components';
import { lazy, Suspense, useState, type KeyboardEvent, type Ref } from 'react';
import { today } from './clock.ts';
import { IconButton } from './IconButton.tsx';
import { CalendarIcon } from './icons.ts';
import { TextInput } from './TextInput.tsx';
import styles from './Field.module.css';

const CalendarPanel = lazy(() => import('./CalendarPanel.tsx'));

export interface DateInputProps {
  /** 'YYYY-MM-DD', or '' for none. */
  value: IsoDate | '';
  onChange: (value: IsoDate | '') => void;
  ariaLabel?: string;
  size?: 'small' | 'medium';
  /** Tables have no room for the icon; Alt+Down still opens the calendar. */
  hideIcon?: boolean;
  disabled?: boolean;
  readOnly?: boolean;
  autoFocus?: boolean;
  id?: string;
  onBlur?: () => void;
  onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void;
  ref?: Ref<HTMLInputElement>;
}

/**
 * A day as people type it: "15/3", "15", "hoje", "+3" (domain `parseDate`), or from the calendar (icon or Alt+Down).
 * Up and Down move by a day. What cannot be read stays on screen and counts as empty.
 */
export const DateInput = ({ value, onChange, hideIcon = false, onBlur, onKeyDown, ...props }: DateInputProps) => {
  const [draft, setDraft] = useState<string | null>(null);
  const [open, setOpen] = useState(false);
  const [anchor, setAnchor] = useState<HTMLSpanElement | null>(null);

  const commit = () => {
    if (draft === null) return;
    const date = draft.trim() === '' ? '' : parseDate(draft, today());
    if (date !== null) setDraft(null);
    if ((date ?? '') !== value) onChange(date ?? '');
  };
  const step = (days: number) => {
    const from = draft === null ? value : (parseDate(draft, today()) ?? '');
    setDraft(null);
    onChange(from === '' ? today() : addDays(from, days));
  };
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter') commit();
    const arrow = event.key === 'ArrowDown' ? -1 : event.key === 'ArrowUp' ? 1 : 0;
    if (arrow !== 0 && !props.readOnly && !props.disabled) {
      event.preventDefault();
      if (event.altKey) setOpen(true);
      else step(arrow);
    }
    onKeyDown?.(event);
  };
  const close = () => {
    setOpen(false);
    anchor?.querySelector('input')?.focus();
  };
  const pick = (date: IsoDate) => {
    setDraft(null);
    onChange(date);
    close();
  };
  const icon = (
    <IconButton
      size="small"
      // Alt+Down opens it from the field itself: Tab goes on to the next one.
      tabIndex={-1}
      label="Abrir calendário"
      icon={<CalendarIcon />}
      disabled={props.readOnly || props.disabled}
      onClick={() => setOpen(true)}
    />
  );

  return (
    <span ref={setAnchor} className={styles.date}>
      <TextInput
        {...props}
        value={draft ?? formatDate(value)}
        onChange={setDraft}
        onKeyDown={press}
        onBlur={() => {
          commit();
          onBlur?.();
        }}
        onFocus={(event) => event.target.select()}
        placeholder="dd/mm/aaaa"
        autoComplete="off"
        after={hideIcon ? undefined : icon}
      />
      <Popover
        open={open}
        onOpenChange={(_event, data) => !data.open && close()}
        trapFocus
        positioning={{ target: anchor, position: 'below', align: 'end' }}
      >
        <PopoverSurface aria-label="Calendário">
          <Suspense fallback="Carregando…">
            <CalendarPanel value={value} onPick={pick} />
          </Suspense>
        </PopoverSurface>
      </Popover>
    </span>
  );
};
