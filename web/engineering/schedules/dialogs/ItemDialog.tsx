import { formatDate, parseDate } from '#domain/dates.ts';
import { CONSTRAINT_WORDS } from '#domain/engineering/schedules/words.ts';
import { Button, Dialog, Field, Select, TextInput, today } from '#web/ui/index.ts';
import { useState } from 'react';
import { floatWords } from '../chart/BarTip.tsx';
import { CELL_LABELS, cellText, isTyped, readCell, type CellField } from '../model/cells.ts';
import { both, setItem } from '../model/edits.ts';
import { nameOf, type Edit, type Item, type Schedule } from '../model/schedule.ts';
import styles from '../schedule.module.css';

type Constraint = NonNullable<Item['constraint']>;

const CONSTRAINTS = (
  ['START_ON', 'START_NOT_AFTER', 'FINISH_ON', 'FINISH_NOT_BEFORE', 'FINISH_NOT_AFTER'] as const
).map((value) => ({ value, label: CONSTRAINT_WORDS[value] }));

interface ItemDialogProps {
  item: Item;
  schedule: Schedule;
  onEdit: (edit: Edit) => string | null;
  onRemove: () => void;
  onClose: () => void;
}

/** Fields that a form has beside those of the table. */
interface More {
  milestone: string;
  startedOn: string;
  constraint: Constraint['type'] | 'NONE';
  constraintDate: string;
}

type Problems = Partial<Record<CellField | 'milestone' | 'startedOn' | 'constraintDate', string>>;

const dateOf = (text: string): string | null => parseDate(text, today(), 'present');

/** The edit of the fields that the table does not have; problems at their fields. */
const readMore = (item: Item, more: More, problems: Problems): Edit => {
  const startedOn = more.startedOn.trim() === '' ? null : dateOf(more.startedOn);
  if (more.startedOn.trim() !== '' && startedOn === null) problems.startedOn = 'Não é uma data';
  const date = more.constraint === 'NONE' ? null : dateOf(more.constraintDate);
  if (more.constraint !== 'NONE' && date === null) problems.constraintDate = 'Não é uma data';
  const name = more.milestone.trim();
  if (item.milestone !== null && name === '') problems.milestone = 'Informe o nome do marco';
  const constraint = more.constraint === 'NONE' || date === null ? null : { type: more.constraint, date };
  return setItem(item.id, { startedOn, constraint, milestone: item.milestone === null ? null : name });
};

/** Everything about an item, for what the table has no column for, and for phones. */
export const ItemDialog = ({ item, schedule, onEdit, onRemove, onClose }: ItemDialogProps) => {
  const fields = (['start', 'end', 'days', 'percent', 'predecessors'] as const).filter((field) => isTyped(field, item));
  const [texts, setTexts] = useState(() =>
    Object.fromEntries(fields.map((field) => [field, cellText(field, item, schedule)])),
  );
  const [more, setMore] = useState<More>({
    milestone: item.milestone ?? '',
    startedOn: formatDate(item.startedOn),
    constraint: item.constraint?.type ?? 'NONE',
    constraintDate: formatDate(item.constraint?.date),
  });
  const [problems, setProblems] = useState<Problems>({});
  const [refusal, setRefusal] = useState<string | null>(null);
  const set = (change: Partial<More>) => setMore((now) => ({ ...now, ...change }));

  const save = () => {
    const found: Problems = {};
    const typed = fields.filter((field) => texts[field] !== cellText(field, item, schedule));
    // The end sets the duration from the start that is typed beside it, so that the start comes first.
    const edits = typed.flatMap((field) => {
      const read = readCell(field, texts[field] ?? '', { item, schedule, today: today() });
      if ('edit' in read) return [read.edit];
      found[field] = read.problem;
      return [];
    });
    const rest = readMore(item, more, found);
    setProblems(found);
    if (Object.keys(found).length > 0) return;
    const refused = onEdit(edits.reduce(both, rest));
    setRefusal(refused);
    if (refused === null) onClose();
  };
  const field = (name: CellField) => (
    <Field
      key={name}
      label={CELL_LABELS[name]}
      error={problems[name]}
      hint={name === 'predecessors' ? 'Como em 3.1FS+2d; 2.4SS (dc: dias corridos)' : undefined}
      className={name === 'predecessors' ? styles.wide : undefined}
    >
      <TextInput value={texts[name] ?? ''} onChange={(text) => setTexts((now) => ({ ...now, [name]: text }))} />
    </Field>
  );
  return (
    <Dialog
      open
      onClose={onClose}
      title={nameOf(item)}
      actions={
        <>
          <Button variant="danger" onClick={onRemove}>
            Retirar do cronograma
          </Button>
          <Button onClick={onClose}>Cancelar</Button>
          <Button variant="primary" onClick={save}>
            Salvar
          </Button>
        </>
      }
    >
      <p className={styles.facts}>
        {item.costEstimateItem.code} · {item.critical ? 'caminho crítico, ' : ''}
        {floatWords(item.totalFloat)} · o mais tarde: {formatDate(item.latestStart)} a {formatDate(item.latestFinish)}
      </p>
      <div className={styles.form}>
        {item.milestone !== null && (
          <Field label="Nome do marco" error={problems.milestone} className={styles.wide}>
            <TextInput value={more.milestone} onChange={(milestone) => set({ milestone })} maxLength={120} />
          </Field>
        )}
        {fields.map(field)}
        <Field label="Começou em" error={problems.startedOn} hint="Vazio: ainda não começou">
          <TextInput value={more.startedOn} onChange={(startedOn) => set({ startedOn })} />
        </Field>
        <Field label="Data a cumprir">
          <Select
            value={more.constraint}
            onChange={(constraint) => set({ constraint })}
            options={[{ value: 'NONE', label: 'Nenhuma' }, ...CONSTRAINTS]}
          />
        </Field>
        {more.constraint !== 'NONE' && (
          <Field label="Data" error={problems.constraintDate}>
            <TextInput value={more.constraintDate} onChange={(constraintDate) => set({ constraintDate })} />
          </Field>
        )}
      </div>
      {refusal !== null && (
        <p role="alert" className={styles.problem}>
          {refusal}
        </p>
      )}
    </Dialog>
  );
};
