import { counted } from '#domain/numberFormat.ts';
import { useStageChoice } from '#web/choices/useStageChoice.ts';
import type { TransactionRowFragment } from '#web/generated/financial.ts';
import { BrandIcon } from '#web/ui/icons.ts';
import { Button, Combobox, Dialog, Field, type Option } from '#web/ui/index.ts';
import { useState, type SubmitEvent } from 'react';
import { BulkReport } from '../bulk/BulkReport.tsx';
import { DocumentBulk, type DocumentBulkProps } from '../bulk/DocumentBulk.tsx';
import type { RowResult } from '../bulk/useBulkCalls.ts';
import { useBulkReport } from '../bulk/useBulkReport.ts';
import { useClassify, type ClassificationResults } from './useClassify.ts';

interface ClassifyBulkProps extends Omit<DocumentBulkProps, 'type' | 'actions'> {
  buildingId: string;
}

const nameOf = (row: TransactionRowFragment | undefined): string =>
  [row?.partner?.name, row?.documentNumber ?? row?.description].filter(Boolean).join(' · ') || 'Lançamento';

const itemsOf = (results: readonly RowResult[]) =>
  results.flatMap(({ id, version }) =>
    version === null || version === undefined ? [] : [{ transactionId: id, version }],
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
  const submit = (event: SubmitEvent) => {
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

/** Expenses without a stage go to one, all at once and with an undo, beside what else is done with selected documents. */
export const ClassifyBulk = ({ buildingId, ...document }: ClassifyBulkProps) => {
  const { selection } = document;
  const [choosing, setChoosing] = useState(false);
  const { classify, busy } = useClassify();
  const report = useBulkReport(selection, nameOf);
  const { rows } = selection;
  const resultsOf = (results: ClassificationResults) =>
    results.map(({ transactionId, ...one }) => ({ ...one, id: transactionId }));
  const choose = async (stage: Option) => {
    setChoosing(false);
    const place = { buildingId, fromStageId: null, toStageId: stage.id };
    const items = rows.map(({ id, version }) => ({ transactionId: id, version }));
    await report.run({
      ...{ rows, noun: 'despesa' },
      text: (count, done) => `${count} ${done === 1 ? 'classificada' : 'classificadas'} em ${stage.label}`,
      run: async () => resultsOf(await classify({ ...place, items })),
      undo: async (done) =>
        resultsOf(await classify({ buildingId, fromStageId: stage.id, toStageId: null, items: itemsOf(done) })),
    });
  };
  const action = {
    ...{ label: 'Classificar', icon: <BrandIcon />, onClick: () => setChoosing(true) },
    disabled: rows.length === 0 || busy,
  };
  return (
    <>
      <DocumentBulk {...document} type="DEBIT" actions={[action]} />
      {choosing && (
        <StageDialog
          {...{ buildingId, busy }}
          count={rows.length}
          onChoose={(stage) => void choose(stage)}
          onClose={() => setChoosing(false)}
        />
      )}
      <BulkReport report={report.report} onUndo={report.undoNow} onClose={report.close} />
    </>
  );
};
