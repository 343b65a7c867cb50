import { addDays, addMonths, formatDate, isIsoDate, type IsoDate } from '#domain/dates.ts';
import { counted } from '#domain/numberFormat.ts';
import { useForm, type Problems } from '#web/form/useForm.ts';
import {
  Banner,
  Button,
  CountInput,
  DateInput,
  Dialog,
  Field,
  FirstProblem,
  ReadingContext,
  Segments,
  Select,
  today,
} from '#web/ui/index.ts';
import { useState, type SubmitEvent } from 'react';
import { DUE_DATE_PASSED } from '../form/warnings.ts';
import styles from './bulk.module.css';

interface DueDateForm {
  mode: 'DAY' | 'MOVE';
  day: string;
  direction: 'LATER' | 'EARLIER';
  count: number;
  unit: 'DAYS' | 'MONTHS';
}

const START: DueDateForm = { mode: 'DAY', day: '', direction: 'LATER', count: 1, unit: 'MONTHS' };

const MODES = [
  { value: 'DAY', label: 'Para um dia' },
  { value: 'MOVE', label: 'Mover' },
] as const;
const DIRECTIONS = [
  { value: 'LATER', label: 'Adiar' },
  { value: 'EARLIER', label: 'Antecipar' },
] as const;
const UNITS = [
  { value: 'DAYS', label: 'dias' },
  { value: 'MONTHS', label: 'meses' },
] as const;

/** The longest way that due dates are moved at once. */
const MOST = 360;

const problemsOf = ({ mode, day, count }: DueDateForm): Problems => ({
  ...(mode === 'DAY' && !isIsoDate(day) ? { day: 'Informe o vencimento' } : {}),
  ...(mode === 'MOVE' && (count < 1 || count > MOST) ? { count: `Informe de 1 a ${MOST}` } : {}),
});

/** The new due date of an installment. */
const movedOf = ({ mode, day, direction, count, unit }: DueDateForm, dueDate: IsoDate): IsoDate => {
  if (mode === 'DAY') return day;
  const by = direction === 'LATER' ? count : -count;
  return unit === 'DAYS' ? addDays(dueDate, by) : addMonths(dueDate, by);
};

interface DueDateDialogProps {
  dueDates: readonly IsoDate[];
  busy: boolean;
  onMove: (moved: (dueDate: IsoDate) => IsoDate, how: string) => void;
  onClose: () => void;
}

/** One due date for all selected installments, or as much later or earlier for each. */
export const DueDateDialog = ({ dueDates, busy, onMove, onClose }: DueDateDialogProps) => {
  const { form, set, problems, check, reading, refusals } = useForm(START, START, problemsOf);
  const [title] = useState(() => `Mudar vencimento · ${counted(dueDates.length, 'parcela')}`);
  const isReady = Object.keys(problemsOf(form)).length === 0;
  const moved = isReady ? dueDates.map((day) => movedOf(form, day)).sort() : [];
  const [first] = moved;
  const last = moved.at(-1);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!check()) return;
    const many = form.unit === 'DAYS' ? counted(form.count, 'dia') : counted(form.count, 'mês', 'meses');
    const verb = form.direction === 'LATER' ? 'adiado' : 'antecipado';
    const how = form.mode === 'DAY' ? `em ${formatDate(form.day)}` : `${verb} em ${many}`;
    onMove((day) => movedOf(form, day), how);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      actions={
        <>
          <Button onClick={onClose}>Cancelar</Button>
          <Button variant="primary" type="submit" form="bulk-due-dates" busy={busy}>
            Mudar
          </Button>
        </>
      }
    >
      <form id="bulk-due-dates" onSubmit={submit} noValidate className={styles.form}>
        <Segments ariaLabel="Como mudar" value={form.mode} options={MODES} onChange={(mode) => set({ mode })} />
        <ReadingContext value={reading}>
          {form.mode === 'DAY' ? (
            <Field label="Novo vencimento" required error={problems.day}>
              <DateInput path="day" towards="future" value={form.day} onChange={(day) => set({ day })} />
            </Field>
          ) : (
            <div className={styles.move}>
              <Field label="Direção">
                <Select value={form.direction} options={DIRECTIONS} onChange={(direction) => set({ direction })} />
              </Field>
              <Field label="Quanto" required error={problems.count}>
                <CountInput path="count" live value={form.count} onChange={(count) => set({ count })} />
              </Field>
              <Field label="Unidade">
                <Select value={form.unit} options={UNITS} onChange={(unit) => set({ unit })} />
              </Field>
            </div>
          )}
        </ReadingContext>
        <FirstProblem refusals={refusals} />
        {first !== undefined && last !== undefined && (
          <p className={styles.remark} role="status">
            {first === last ? `Vencem em ${formatDate(first)}` : `Vencem de ${formatDate(first)} a ${formatDate(last)}`}
          </p>
        )}
        {first !== undefined && first < today() && <Banner tone="warning">{DUE_DATE_PASSED}</Banner>}
      </form>
    </Dialog>
  );
};
