import { formatDate, parseDate, type IsoDate } from '#domain/dates.ts';
import { Button, Checkbox, Dialog, Field, TextInput, today } from '#web/ui/index.ts';
import { useState } from 'react';
import type { NewItem } from '../model/edits.ts';
import type { Detail } from '../model/rows.ts';
import styles from '../schedule.module.css';

interface AddDialogProps {
  title: string;
  /** Rows that can be planned. */
  rows: readonly Detail[];
  /** Of them, those that are chosen when it opens. */
  chosen: readonly string[];
  start: IsoDate;
  chained: boolean;
  onAdd: (items: NewItem[], chained: boolean) => string | null;
  onClose: () => void;
}

/** Which rows of the cost estimate are planned, from when, and for how long. */
export const AddDialog = ({ title, rows, onAdd, onClose, ...initial }: AddDialogProps) => {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(initial.chosen));
  const [words, setWords] = useState('');
  const [start, setStart] = useState(formatDate(initial.start));
  const [days, setDays] = useState('5');
  const [chained, setChained] = useState(initial.chained);
  const [problems, setProblems] = useState<{ start?: string; days?: string; rows?: string }>({});
  const shown = rows
    .filter(({ code, description }) => `${code} ${description}`.toLowerCase().includes(words.trim().toLowerCase()))
    .slice(0, 200);
  const toggle = (id: string) =>
    setChosen((now) => {
      const next = new Set(now);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  const add = () => {
    const date = parseDate(start, today(), 'present');
    const duration = /^\d{1,4}$/.test(days.trim()) ? Number(days) : 0;
    const own = rows.filter(({ id }) => chosen.has(id));
    const found = {
      ...(date === null && { start: 'Não é uma data' }),
      ...((duration < 1 || duration > 3650) && { days: 'Informe os dias úteis, ao menos um' }),
      ...(own.length === 0 && { rows: 'Escolha ao menos uma linha' }),
    };
    setProblems(found);
    if (date === null || Object.keys(found).length > 0) return;
    const items = own.map((row, index): NewItem => {
      const { id, code, description } = row;
      // Of a chain only the first one has a date: the others follow when it moves.
      return { row: { id, code, description }, duration, notBefore: chained && index > 0 ? null : date };
    });
    const refusal = onAdd(items, chained);
    if (refusal === null) onClose();
    else setProblems({ rows: refusal });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      actions={
        <>
          <Button onClick={onClose}>Cancelar</Button>
          <Button variant="primary" onClick={add}>
            {chosen.size === 0 ? 'Incluir' : `Incluir ${chosen.size}`}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <Field label="Início" error={problems.start}>
          <TextInput value={start} onChange={setStart} />
        </Field>
        <Field label="Dias úteis de cada uma" error={problems.days}>
          <TextInput value={days} onChange={setDays} />
        </Field>
        <div className={styles.wide}>
          <Checkbox label="Uma depois da outra" checked={chained} onChange={setChained} />
        </div>
        <Field label="Linhas do orçamento" error={problems.rows} className={styles.wide}>
          <TextInput type="search" value={words} onChange={setWords} placeholder="Código ou descrição" />
        </Field>
      </div>
      <ul className={styles.list} aria-label="Linhas do orçamento sem data">
        {shown.map(({ id, code, description }) => (
          <li key={id}>
            <Checkbox label={`${code} ${description}`} checked={chosen.has(id)} onChange={() => toggle(id)} />
          </li>
        ))}
      </ul>
      {shown.length === 0 && <p className={styles.facts}>Todas as linhas já estão no cronograma.</p>}
    </Dialog>
  );
};
