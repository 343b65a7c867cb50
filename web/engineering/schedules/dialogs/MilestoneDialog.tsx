import { formatDate, parseDate, type IsoDate } from '#domain/dates.ts';
import { Button, Dialog, Field, TextInput, today } from '#web/ui/index.ts';
import { useState } from 'react';
import styles from '../schedule.module.css';

interface MilestoneDialogProps {
  stage: string;
  start: IsoDate;
  onAdd: (name: string, date: IsoDate) => string | null;
  onClose: () => void;
}

/** Name and day of a new milestone. */
export const MilestoneDialog = ({ stage, start, onAdd, onClose }: MilestoneDialogProps) => {
  const [name, setName] = useState('');
  const [day, setDay] = useState(formatDate(start));
  const [problems, setProblems] = useState<{ name?: string; day?: string }>({});
  const add = () => {
    const date = parseDate(day, today(), 'present');
    if (name.trim() === '') setProblems({ name: 'Informe o nome do marco' });
    else if (date === null) setProblems({ day: 'Não é uma data' });
    else {
      const refusal = onAdd(name.trim(), date);
      if (refusal === null) onClose();
      else setProblems({ name: refusal });
    }
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Novo marco em ${stage}`}
      actions={
        <>
          <Button onClick={onClose}>Cancelar</Button>
          <Button variant="primary" onClick={add}>
            Incluir
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <Field label="Nome do marco" error={problems.name}>
          <TextInput value={name} onChange={setName} maxLength={120} autoFocus />
        </Field>
        <Field label="Data" error={problems.day}>
          <TextInput value={day} onChange={setDay} />
        </Field>
      </div>
    </Dialog>
  );
};
