import { addDays, formatDate, parseDate, type IsoDate, type Towards } from '#domain/dates.ts';
import { Popover, PopoverSurface } from '@fluentui/react-components';
import { lazy, Suspense, useState, type KeyboardEvent, type Ref } from 'react';
import { today } from './clock.ts';
import { IconButton } from './IconButton.tsx';
import { CalendarIcon } from './icons.ts';
import { useReadOnly } from './readOnly.ts';
import { useTypedText, type Read } from './reading.ts';
import { TextInput } from './TextInput.tsx';
import styles from './Field.module.css';

const CalendarPanel = lazy(() => import('./CalendarPanel.tsx'));

export interface DateInputProps {
  /** Path of the field in its form: 'emissionDate'. */
  path: string;
  /** 'YYYY-MM-DD', or '' for none. */
  value: IsoDate | '';
  onChange: (value: IsoDate | '') => void;
  /** How to complete a day typed without year or month: a due date lies in the future, a payment in the past. */
  towards: Towards;
  ariaLabel?: string;
  size?: 'small' | 'medium';
  /** Table cells have no room for the icon; Alt+Down still opens the calendar. */
  hideIcon?: boolean;
  disabled?: boolean;
  readOnly?: boolean;
  autoFocus?: boolean;
  /** Marks the input as invalid; needed only without a Field around it. */
  invalid?: boolean;
  ref?: Ref<HTMLInputElement>;
}

/**
 * A day in the forms people type: "15/3", "15", "hoje", "+3" (domain `parseDate`), or picked from the calendar (icon or
 * Alt+Down). Up and Down move by a day. Invalid text stays on screen with its problem and keeps the form from being
 * saved.
 */
export const DateInput = (props: DateInputProps) => {
  const { path, value, onChange, towards, hideIcon = false, invalid, ...rest } = props;
  const [open, setOpen] = useState(false);
  const [anchor, setAnchor] = useState<HTMLSpanElement | null>(null);
  const readOnly = useReadOnly(rest.readOnly);
  const read = (text: string): Read<IsoDate | ''> => {
    if (text.trim() === '') return { value: '' };
    const date = parseDate(text, today(), towards);
    return date === null ? { problem: 'Não é uma data' } : { value: date };
  };
  const typed = useTypedText(path, read, (date) => {
    if (date !== value) onChange(date);
  });
  const step = (days: number) => {
    const answer = typed.text === null ? { value } : read(typed.text);
    const from = 'value' in answer ? answer.value : '';
    typed.forget();
    onChange(from === '' ? today() : addDays(from, days));
  };
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    typed.pressEnter(event);
    const arrow = event.key === 'ArrowDown' ? -1 : event.key === 'ArrowUp' ? 1 : 0;
    if (arrow === 0 || readOnly || rest.disabled) return;
    event.preventDefault();
    if (event.altKey) setOpen(true);
    else step(arrow);
  };
  const close = () => {
    setOpen(false);
    anchor?.querySelector('input')?.focus();
  };
  const pick = (date: IsoDate) => {
    typed.forget();
    onChange(date);
    close();
  };
  const icon = (
    <IconButton
      size="small"
      // Alt+Down opens the calendar from the input, so Tab skips this button.
      tabIndex={-1}
      label="Abrir calendário"
      icon={<CalendarIcon />}
      disabled={readOnly || rest.disabled}
      onClick={() => setOpen(true)}
    />
  );

  return (
    <span ref={setAnchor} className={styles.date}>
      <TextInput
        {...rest}
        readOnly={readOnly}
        invalid={invalid || typed.invalid}
        value={typed.text ?? formatDate(value)}
        onChange={typed.type}
        onKeyDown={press}
        // Days are read without their strokes, too: 1503, 15032026.
        inputMode="numeric"
        onBlur={typed.leave}
        onFocus={(event) => event.target.select()}
        placeholder="dd/mm/aaaa"
        autoComplete="off"
        after={hideIcon ? undefined : icon}
      />
      {/* Closed, it would still cost each field its place and its focus trap. */}
      {open && (
        <Popover
          open
          onOpenChange={(_event, data) => !data.open && close()}
          trapFocus
          positioning={{ target: anchor, position: 'below', align: 'end' }}
        >
          <PopoverSurface aria-label="Calendário">
            <Suspense fallback="Carregando…">
              <CalendarPanel value={value} onPick={pick} onDismiss={close} />
            </Suspense>
          </PopoverSurface>
        </Popover>
      )}
    </span>
  );
};
