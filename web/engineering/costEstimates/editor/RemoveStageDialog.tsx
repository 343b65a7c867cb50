import { formatCurrency } from '#domain/money.ts';
import { counted } from '#domain/numberFormat.ts';
import { Button, Dialog, Field, Select } from '#web/ui/index.ts';
import { useState } from 'react';
import styles from './estimate.module.css';
import type { Removal } from './useCommands.ts';

const WITHOUT = 'without';

/** Asks where the documents of removed stages go. */
export const RemoveStageDialog = ({ stages, documents, total, targets, onAnswer, onCancel }: Removal) => {
  const [target, setTarget] = useState('');
  const [checked, setChecked] = useState(false);
  const remove = () => {
    setChecked(true);
    if (target !== '') onAnswer(target === WITHOUT ? null : target);
  };
  return (
    <Dialog
      open
      onClose={onCancel}
      title="Para onde vão os documentos?"
      actions={
        <>
          <Button onClick={onCancel}>Cancelar</Button>
          <Button variant="primary" onClick={remove}>
            {stages.length === 1 ? 'Retirar etapa' : 'Retirar etapas'}
          </Button>
        </>
      }
    >
      <div className={styles.stack}>
        <ul className={styles.usedStages}>
          {stages.map((stage) => (
            <li key={stage.stageId}>
              <strong>{stage.name}</strong>: {counted(stage.documents, 'documento', 'documentos')},{' '}
              {formatCurrency(stage.total)}
            </li>
          ))}
        </ul>
        {stages.length > 1 && (
          <span>
            Ao todo {counted(documents, 'documento', 'documentos')}, {formatCurrency(total)}.
          </span>
        )}
        <Field
          label="Etapa de destino"
          error={checked && target === '' ? 'Escolha uma etapa, ou deixe sem etapa' : undefined}
          hint="Os documentos mudam de etapa quando o orçamento for salvo"
        >
          <Select
            value={target}
            options={[
              { value: '', label: 'Escolha' },
              { value: WITHOUT, label: 'Sem etapa' },
              ...targets.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            onChange={setTarget}
          />
        </Field>
      </div>
    </Dialog>
  );
};
