import { counted } from '#domain/numberFormat.ts';
import { useStageChoice } from '#web/choices/useStageChoice.ts';
import { notifyFailure, notifyUndo } from '#web/client/notify.ts';
import type { TransactionRowFragment } from '#web/generated/financial.ts';
import type { Selection } from '#web/list/useSelection.ts';
import { Banner, BulkBar, Button, Combobox, Dialog, Field, type Option } from '#web/ui/index.ts';
import { useState, type FormEvent } from 'react';
import styles from './classify.module.css';
import { useClassify, type ClassificationResults } from './useClassify.ts';

interface ClassifyBulkProps {
  selection: Selection<TransactionRowFragment>;
  buildingId: string;
}

const nameOf = (row: TransactionRowFragment | undefined): string =>
  [row?.partner?.name, row?.documentNumber ?? row?.description].filter(Boolean).join(' · ') || 'Lançamento';

/** "3 despesas classificadas em 2 Alvenaria" */
const doneText = (count: number, stage: Option): string =>
  `${counted(count, 'despesa')} ${count === 1 ? 'classificada' : 'classificadas'} em ${stage.label}`;

const itemsOf = (results: ClassificationResults) =>
  results.flatMap(({ transactionId, version }) =>
    version === null || version === undefined ? [] : [{ transactionId, version }],
  );

interface Refused {
  done: number;
  rows: { id: string; name: string; message: string }[];
}

/** Expenses that stayed as they were, each with its reason. */
const Refusals = ({ refused, onClose }: { refused: Refused; onClose: () => void }) => (
  <Dialog
    open
    onClose={onClose}
    title={`${refused.done} de ${counted(refused.done + refused.rows.length, 'despesa')} ${refused.done === 1 ? 'classificada' : 'classificadas'}`}
    actions={
      <Button variant="primary" onClick={onClose}>
        Fechar
      </Button>
    }
  >
    <Banner tone="warning">
      {refused.rows.length === 1
        ? 'Uma despesa foi recusada e continua selecionada na lista.'
        : `${refused.rows.length} despesas foram recusadas e continuam selecionadas na lista.`}
    </Banner>
    <ul className={styles.refused}>
      {refused.rows.map(({ id, name, message }) => (
        <li key={id}>
          <strong>{name}</strong>
          <span>{message}</span>
        </li>
      ))}
    </ul>
  </Dialog>
);

interface StageDialogProps {
  buildingId: string;
  count: number;
  busy: boolean;
  onChoose: (stage: Option) => void;
  onClose: () => void;
}

const StageDialog = ({ buildingId, count, busy, onChoose, onClose }: StageDialogProps) => {
  const { options, loading } = useStageChoice(buildingId);
  const [stage, setStage] = useState<Option | null>(null);
  const [missing, setMissing] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (stage) onChoose(stage);
    else setMissing(true);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Classificar ${counted(count, 'despesa')}`}
      actions={
        <>
          <Button onClick={onClose}>Cancelar</Button>
          <Button variant="primary" type="submit" form="classify-form" busy={busy}>
            Classificar
          </Button>
        </>
      }
    >
      <form id="classify-form" onSubmit={submit} noValidate>
        <Field label="Etapa" required error={missing && !stage ? 'Escolha uma etapa.' : undefined}>
          <Combobox value={stage} options={options} loading={loading} onChange={setStage} autoFocus />
        </Field>
      </form>
    </Dialog>
  );
};

/** "Classificar": the shares of the selected expenses without a stage go to one, all at once and with an undo. */
export const ClassifyBulk = ({ selection, buildingId }: ClassifyBulkProps) => {
  const [choosing, setChoosing] = useState(false);
  const [refused, setRefused] = useState<Refused | null>(null);
  const { classify, busy } = useClassify();
  const { rows } = selection;
  const undo = (stage: Option, results: ClassificationResults) => {
    const place = { buildingId, fromStageId: stage.id, toStageId: null };
    classify({ ...place, items: itemsOf(results) }).catch(notifyFailure);
  };
  const told = (results: ClassificationResults): Refused['rows'] =>
    results
      .filter(({ ok }) => !ok)
      .map(({ transactionId, message }) => ({
        ...{ id: transactionId, message: message ?? '' },
        name: nameOf(rows.find(({ id }) => id === transactionId)),
      }));
  const choose = async (stage: Option) => {
    const place = { buildingId, fromStageId: null, toStageId: stage.id };
    const items = rows.map(({ id, version }) => ({ transactionId: id, version }));
    try {
      const results = await classify({ ...place, items });
      const failed = told(results);
      const done = results.length - failed.length;
      selection.set(failed.map(({ id }) => id));
      if (done > 0) notifyUndo(doneText(done, stage), () => undo(stage, results));
      setRefused(failed.length > 0 ? { done, rows: failed } : null);
    } catch (error) {
      notifyFailure(error);
    }
    setChoosing(false);
  };
  return (
    <>
      <BulkBar
        count={selection.ids.length}
        actions={[{ label: 'Classificar', onClick: () => setChoosing(true), disabled: rows.length === 0 || busy }]}
        onClear={() => selection.set([])}
      />
      {choosing && (
        <StageDialog
          {...{ buildingId, busy }}
          count={rows.length}
          onChoose={(stage) => void choose(stage)}
          onClose={() => setChoosing(false)}
        />
      )}
      {refused && <Refusals refused={refused} onClose={() => setRefused(null)} />}
    </>
  );
};
