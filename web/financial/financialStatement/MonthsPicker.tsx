import {
  addToMonth,
  countMonths,
  firstDay,
  monthOf,
  monthsBetween,
  MOST_SHOWN_MONTHS,
} from '#domain/financial/financialStatement/months.ts';
import { formatShortMonth } from '#domain/dates.ts';
import { CalendarIcon } from '#web/ui/icons.ts';
import { Button, Field, FilterChip, Popover, Select, today } from '#web/ui/index.ts';
import styles from './controls.module.css';

interface MonthsPickerProps {
  from: string;
  to: string;
  onChange: (from: string, to: string) => void;
}

export const shortMonth = (month: string): string =>
  `${formatShortMonth(firstDay(month)).slice(0, 3)}/${month.slice(0, 4)}`;

/** Months that can be chosen: ten years back, and a year ahead for what is dated there. */
const choices = (now: string, chosen: readonly string[]) =>
  [...new Set([...monthsBetween(addToMonth(now, -120), addToMonth(now, 12)), ...chosen])]
    .sort()
    .reverse()
    .map((month) => ({ value: month, label: shortMonth(month) }));

const presets = (now: string) => [
  { label: 'Últimos 3 meses', from: addToMonth(now, -3), to: addToMonth(now, -1) },
  { label: 'Últimos 5 meses', from: addToMonth(now, -5), to: addToMonth(now, -1) },
  { label: 'Últimos 12 meses', from: addToMonth(now, -12), to: addToMonth(now, -1) },
  { label: 'Este ano', from: `${now.slice(0, 4)}-01`, to: now },
  { label: 'Ano passado', from: addToMonth(`${now.slice(0, 4)}-01`, -12), to: addToMonth(`${now.slice(0, 4)}-01`, -1) },
];

/** First and last month in a popover. The month just chosen is kept: the other one follows where there would be too many. */
export const MonthsFields = ({ from, to, onChange }: MonthsPickerProps) => {
  const now = monthOf(today());
  const options = choices(now, [from, to]);
  const setFrom = (month: string) => {
    const count = countMonths(month, to);
    onChange(month, count < 1 ? month : count > MOST_SHOWN_MONTHS ? addToMonth(month, MOST_SHOWN_MONTHS - 1) : to);
  };
  const setTo = (month: string) => {
    const count = countMonths(from, month);
    onChange(count < 1 ? month : count > MOST_SHOWN_MONTHS ? addToMonth(month, 1 - MOST_SHOWN_MONTHS) : from, month);
  };
  return (
    <div className={styles.months}>
      <div className={styles.presets}>
        {presets(now).map((preset) => (
          <Button key={preset.label} size="small" onClick={() => onChange(preset.from, preset.to)}>
            {preset.label}
          </Button>
        ))}
      </div>
      <Field label="Do mês">
        <Select value={from} options={options} onChange={setFrom} />
      </Field>
      <Field label="Até o mês" hint={`No máximo ${MOST_SHOWN_MONTHS} meses lado a lado.`}>
        <Select value={to} options={options} onChange={setTo} />
      </Field>
    </div>
  );
};

export const MonthsPicker = (props: MonthsPickerProps) => (
  <Popover
    ariaLabel="Período do demonstrativo"
    trigger={
      <FilterChip
        label="Período"
        value={`${shortMonth(props.from)} – ${shortMonth(props.to)}`}
        icon={<CalendarIcon />}
      />
    }
  >
    <MonthsFields {...props} />
  </Popover>
);
