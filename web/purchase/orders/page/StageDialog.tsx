import { counted } from '#domain/numberFormat.ts';
import { Button, Combobox, Dialog, Field } from '#web/ui/index.ts';
import type { Option } from '#web/ui/useOptions.ts';
import { useState } from 'react';

interface StageDialogProps {
  /** Lines that get the stage. */
  count: number;
  /** No line was chosen: all of them. */
  all: boolean;
  stages: { options: Option[]; loading: boolean };
  onChoose: (stage: Option | null) => void;
  onClose: () => void;
}

/** One stage for many lines; empty takes it away. */
export const StageDialog = ({ count, all, stages, onChoose, onClose }: StageDialogProps) => {
  const [stage, setStage] = useState<Option | null>(null);
  const lines = counted(count, 'item', 'itens');
  return (
    <Dialog
      open
      onClose={onClose}
      title="Etapa em lote"
      actions={
        <>
          <Button onClick={onClose}>Cancelar</Button>
          <Button variant="primary" onClick={() => onChoose(stage)}>
            {stage ? 'Aplicar' : 'Deixar sem etapa'}
          </Button>
        </>
      }
    >
      <Field
        label="Etapa"
        hint={
          all
            ? `Vale para ${lines}: nenhum está escolhido`
            : `Vale para ${lines} ${count > 1 ? 'escolhidos' : 'escolhido'}`
        }
      >
        <Combobox
          autoFocus
          value={stage}
          placeholder="sem etapa"
          options={stages.options}
          loading={stages.loading}
          onChange={setStage}
        />
      </Field>
    </Dialog>
  );
};
