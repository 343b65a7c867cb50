import { Button, Dialog, Field, Select, TextInput } from '#web/ui/index.ts';
import { useState } from 'react';
import { removeLink, setLink } from '../model/edits.ts';
import { isNew, nameOf, type Edit, type Item, type Link } from '../model/schedule.ts';
import { LAG_UNITS, LINK_TYPES } from '../words.ts';
import styles from '../schedule.module.css';

interface LinkDialogProps {
  link: Link;
  from: Item;
  to: Item;
  onEdit: (edit: Edit, options?: { link?: Link }) => string | null;
  onClose: () => void;
}

/** Kind and lag of a dependency, new or stored. */
export const LinkDialog = ({ link, from, to, onEdit, onClose }: LinkDialogProps) => {
  const [type, setType] = useState(link.type);
  const [lag, setLag] = useState(String(link.lag));
  const [lagUnit, setLagUnit] = useState(link.lagUnit);
  const [problem, setProblem] = useState<string | null>(null);
  const fresh = isNew(link);
  const save = () => {
    if (!/^[-+−]?\d{1,3}$/.test(lag.trim())) {
      setProblem('Informe a folga em dias inteiros; negativa é uma antecipação');
      return;
    }
    const changed = { ...link, type, lagUnit, lag: Number(lag.trim().replace('−', '-')) };
    const refusal = onEdit(setLink(changed), { link: changed });
    if (refusal === null) onClose();
    else setProblem(refusal);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={fresh ? 'Nova dependência' : 'Dependência'}
      actions={
        <>
          {!fresh && (
            <Button
              variant="danger"
              onClick={() => {
                onEdit(removeLink(link));
                onClose();
              }}
            >
              Excluir dependência
            </Button>
          )}
          <Button onClick={onClose}>Cancelar</Button>
          <Button variant="primary" onClick={save}>
            {fresh ? 'Ligar' : 'Salvar'}
          </Button>
        </>
      }
    >
      <p className={styles.facts}>
        <strong>{nameOf(to)}</strong> depende de <strong>{nameOf(from)}</strong>.
      </p>
      <div className={styles.form}>
        <Field label="Tipo" className={styles.wide}>
          <Select value={type} onChange={setType} options={LINK_TYPES} />
        </Field>
        <Field label="Folga" hint="Negativa: antecipação">
          <TextInput value={lag} onChange={setLag} autoFocus />
        </Field>
        <Field label="Contada em">
          <Select value={lagUnit} onChange={setLagUnit} options={LAG_UNITS} />
        </Field>
      </div>
      {problem !== null && (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
    </Dialog>
  );
};
