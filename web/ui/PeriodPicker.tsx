import { lastDay } from '#domain/dateFilter.ts';
import { LAST_DAY, addDays, formatDate, type DateRange, type IsoDate } from '#domain/dates.ts';
import { Button } from './Button.tsx';
import { DateInput } from './DateInput.tsx';
import { Field } from './Field.tsx';
import { ReadingContext, unreadProblems, useReading } from './reading.ts';
import { FilterChip } from './FilterChip.tsx';
import { CalendarIcon } from './icons.ts';
import { Popover } from './Popover.tsx';
import styles from './PeriodPicker.module.css';

export interface PeriodPreset {
  label: string;
  range: DateRange | null;
}

export interface PeriodPickerProps {
  /** The date the period filters by: "Vencimento". */
  label: string;
  /** Label for screen readers: "Período de vencimento". */
  ariaLabel: string;
  /** Half-open range; either end may be missing; null: no period. */
  value: Partial<DateRange> | null;
  onChange: (range: DateRange | null) => void;
  presets: readonly PeriodPreset[];
  /** False where a period is required: no "Limpar". */
  clearable?: boolean;
}

/** Returns the exclusive end after `day`. The calendar's last day has no successor, so the period ends before it. */
const dayAfter = (day: IsoDate): IsoDate => (day === LAST_DAY ? day : addDays(day, 1));

/** Formats a period: "05/11/2026", "01/11/2026 – 30/11/2026", "até 30/11/2026", "a partir de 01/11/2026". */
export const periodText = ({ start, end }: Partial<DateRange>): string | null => {
  if (!end) return start ? `a partir de ${formatDate(start)}` : null;
  if (!start) return `até ${formatDate(addDays(end, -1))}`;
  const last = lastDay({ start, end });
  return last === start ? formatDate(start) : `${formatDate(start)} – ${formatDate(last)}`;
};

/** A period filter in a popover: presets, or first and last day (both included). */
export const PeriodPicker = ({ label, ariaLabel, value, onChange, presets, clearable = true }: PeriodPickerProps) => {
  const from = value?.start ?? '';
  const to = value?.end ? addDays(value.end, -1) : '';
  const text = value && periodText(value);
  // The day just typed is kept; the other one moves when the period would end before it starts.
  const setFrom = (day: string) => day && onChange({ start: day, end: dayAfter(to > day ? to : day) });
  const setTo = (day: string) => day && onChange({ start: from && from < day ? from : day, end: dayAfter(day) });
  const reading = useReading();
  const problems = unreadProblems(reading.unread);
  return (
    <Popover
      ariaLabel={ariaLabel}
      trigger={
        text ? (
          <FilterChip
            label={label}
            value={text}
            icon={<CalendarIcon />}
            onClear={clearable ? () => onChange(null) : undefined}
          />
        ) : (
          <Button icon={<CalendarIcon />} className={styles.pill}>
            {label}
          </Button>
        )
      }
    >
      <ReadingContext value={reading}>
        <div className={styles.panel}>
          <div className={styles.presets}>
            {presets.map((preset) => (
              <Button key={preset.label} size="small" onClick={() => onChange(preset.range)}>
                {preset.label}
              </Button>
            ))}
          </div>
          <Field label="De" error={problems.from}>
            <DateInput path="from" towards="present" value={from} onChange={setFrom} />
          </Field>
          <Field label="Até" error={problems.to}>
            <DateInput path="to" towards="present" value={to} onChange={setTo} />
          </Field>
          {clearable && <Button onClick={() => onChange(null)}>Limpar</Button>}
        </div>
      </ReadingContext>
    </Popover>
  );
};
