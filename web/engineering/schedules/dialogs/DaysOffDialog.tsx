import { addDays, daysBetween, formatDate, parseDate, type IsoDate } from '#domain/dates.ts';
import { useProposedDaysOffQuery } from '#web/generated/engineering.ts';
import { DeleteIcon } from '#web/ui/icons.ts';
import { Button, Checkbox, Dialog, Field, IconButton, Select, TextInput, today } from '#web/ui/index.ts';
import { useState } from 'react';
import { addDaysOff, removeDaysOff } from '../model/edits.ts';
import type { DayOff, Edit, Schedule } from '../model/schedule.ts';
import { DAY_OFF_TYPES, dayOffLabel } from '../words.ts';
import { STATES } from '#domain/states.ts';
import styles from '../schedule.module.css';

interface DaysOffDialogProps {
  schedule: Schedule;
  /** Asks what the edit would move, and then applies it. */
  onAsk: (title: string, edit: Edit) => void;
  onClose: () => void;
}

/** A period of days off is at most this long: two years of a stopped obra. */
const MOST = 730;

/** A day, or all days of a period, as days off. */
const NewDays = ({ onAsk }: Pick<DaysOffDialogProps, 'onAsk'>) => {
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const [type, setType] = useState<DayOff['type']>('RAIN');
  const [description, setDescription] = useState('');
  const [problem, setProblem] = useState<string | undefined>();
  const add = () => {
    const start = parseDate(from, today(), 'present');
    const end = to.trim() === '' ? start : parseDate(to, today(), 'present');
    if (start === null || end === null) return setProblem('Não é uma data');
    const count = daysBetween(start, end) + 1;
    if (count < 1) return setProblem('O fim é antes do início');
    if (count > MOST) return setProblem(`Um período tem até ${MOST} dias`);
    setProblem(undefined);
    const words = description.trim() || dayOffLabel(type);
    const days = Array.from({ length: count }, (_, index) => ({
      date: addDays(start, index),
      type,
      description: words,
    }));
    return onAsk(count === 1 ? 'Incluir o dia de folga?' : `Incluir ${count} dias de folga?`, addDaysOff(days));
  };
  return (
    <div className={styles.form}>
      <Field label="De" error={problem}>
        <TextInput value={from} onChange={setFrom} placeholder="dd/mm/aaaa" />
      </Field>
      <Field label="Até" hint="Vazio: um dia só">
        <TextInput value={to} onChange={setTo} placeholder="dd/mm/aaaa" />
      </Field>
      <Field label="Motivo">
        <Select value={type} onChange={setType} options={DAY_OFF_TYPES} />
      </Field>
      <Field label="Descrição">
        <TextInput value={description} onChange={setDescription} maxLength={120} placeholder={dayOffLabel(type)} />
      </Field>
      <div className={styles.wide}>
        <Button onClick={add}>Incluir folga</Button>
      </div>
    </div>
  );
};

/** Public holidays that the schedule does not have, to tick. */
const Proposals = ({ schedule, onAsk }: Pick<DaysOffDialogProps, 'schedule' | 'onAsk'>) => {
  const [state, setState] = useState('SP');
  const [year, setYear] = useState(today().slice(0, 4));
  const [left, setLeft] = useState<ReadonlySet<IsoDate>>(new Set());
  const { data } = useProposedDaysOffQuery({
    variables: { costEstimateId: schedule.id, year: Number(year), state },
    fetchPolicy: 'no-cache',
    context: { quiet: true },
  });
  const years = [0, 1, 2, 3].map((more) => String(Number(today().slice(0, 4)) + more));
  const proposed = data?.proposedDaysOff ?? [];
  const ticked = proposed.filter(({ date }) => !left.has(date));
  const toggle = (date: IsoDate) =>
    setLeft((now) => {
      const next = new Set(now);
      if (!next.delete(date)) next.add(date);
      return next;
    });
  return (
    <>
      <h3 className={styles.heading}>Feriados</h3>
      <div className={styles.row}>
        <Field label="Ano">
          <Select value={year} onChange={setYear} options={years.map((one) => ({ value: one, label: one }))} />
        </Field>
        <Field label="Estado">
          <Select
            value={state}
            onChange={setState}
            options={STATES.map((acronym) => ({ value: acronym, label: acronym }))}
          />
        </Field>
        <Button
          disabled={ticked.length === 0}
          onClick={() =>
            onAsk(
              `Incluir ${ticked.length} feriados?`,
              addDaysOff(ticked.map(({ date, type, description }) => ({ date, type, description }))),
            )
          }
        >
          {`Incluir ${ticked.length} marcados`}
        </Button>
      </div>
      <ul className={styles.list} aria-label="Feriados propostos">
        {proposed.map(({ date, type, description, building }) => (
          <li key={date}>
            <Checkbox
              label={`${formatDate(date)} ${description} (${dayOffLabel(type).toLowerCase()}${building ? `, como em ${building}` : ''})`}
              checked={!left.has(date)}
              onChange={() => toggle(date)}
            />
          </li>
        ))}
      </ul>
    </>
  );
};

/** Days on which nobody works: rain, collective leave, holidays. */
export const DaysOffDialog = ({ schedule, onAsk, onClose }: DaysOffDialogProps) => (
  <Dialog open wide onClose={onClose} title="Dias de folga" actions={<Button onClick={onClose}>Fechar</Button>}>
    <NewDays onAsk={onAsk} />
    {schedule.daysOff.length > 0 && (
      <ul className={styles.list} aria-label="Dias de folga do cronograma">
        {schedule.daysOff.map(({ id, date, type, description }) => (
          <li key={id}>
            <span className={styles.what}>
              {formatDate(date)} {description} <span className={styles.kind}>({dayOffLabel(type).toLowerCase()})</span>
            </span>
            <IconButton
              size="small"
              label={`Retirar a folga de ${formatDate(date)}`}
              icon={<DeleteIcon />}
              onClick={() => onAsk('Retirar o dia de folga?', removeDaysOff([date]))}
            />
          </li>
        ))}
      </ul>
    )}
    <Proposals schedule={schedule} onAsk={onAsk} />
  </Dialog>
);
