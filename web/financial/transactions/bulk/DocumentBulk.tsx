import { valueOf } from '#domain/lists/transactions.ts';
import { sum } from '#domain/money.ts';
import { counted } from '#domain/numberFormat.ts';
import { useBuildingChoice } from '#web/choices/useBuildingChoice.ts';
import { useCategoryChoice } from '#web/choices/useCategoryChoice.ts';
import type { TransactionChangeInput, TransactionType } from '#web/generated/financial.ts';
import { useChosenExport } from '#web/list/export/useChosenExport.tsx';
import type { Selection } from '#web/list/useSelection.ts';
import { BuildingIcon, CategoryIcon, DeleteIcon } from '#web/ui/icons.ts';
import { BulkBar, type Column, type Option } from '#web/ui/index.ts';
import type { BulkAction } from '#web/ui/BulkBar.tsx';
import { useState } from 'react';
import { nameOf } from '../list/columns.tsx';
import type { ListRow as Row } from '../list/matching.ts';
import { BulkReport } from './BulkReport.tsx';
import { ChoiceDialog } from './ChoiceDialog.tsx';
import { RemovalQuestion } from './RemovalQuestion.tsx';
import { useBulkCalls } from './useBulkCalls.ts';
import { useBulkReport } from './useBulkReport.ts';

export interface DocumentBulkProps {
  type: TransactionType;
  title: string;
  selection: Selection<Row>;
  /** Of the list and its file. */
  columns: readonly Column<Row>[];
  /** Before the others. */
  actions?: readonly BulkAction[];
}

const titleOf = (row: Row): string => [nameOf(row), row.documentNumber].filter(Boolean).join(' · ');

const keyOf = ({ id, version }: Row) => ({ transactionId: id, version });

/** What puts a document back: its category, or its obra with the stage. */
const categoryOf = ({ category }: Row) => ({ categoryId: category?.id ?? null });
const placeOf = ({ apportionments: [share] }: Row) =>
  share?.building ? { buildingId: share.building.id, stageId: share.stage?.id ?? null } : { buildingId: null };

/** The actions for selected documents, and their dialogs. */
export const DocumentBulk = ({ type, title, selection, columns, actions = [] }: DocumentBulkProps) => {
  const [open, setOpen] = useState<'category' | 'building' | 'removal' | null>(null);
  const calls = useBulkCalls(type);
  const report = useBulkReport(selection, titleOf);
  const rows = selection.rows.filter(({ canChange }) => canChange);
  const close = () => setOpen(null);
  const total = sum(selection.rows.map(valueOf));
  const exported = useChosenExport({
    title,
    columns,
    rows: selection.rows,
    totals: [{ label: 'Total', value: total }],
  });

  const change = (
    asked: Omit<TransactionChangeInput, 'transactionId' | 'version'>,
    where: string,
    was: typeof placeOf | typeof categoryOf,
  ) => {
    close();
    const before = new Map(rows.map((row) => [row.id, row]));
    void report.run({
      ...{ rows, noun: 'documento' },
      text: (count) => `${count} em ${where}`,
      run: () => calls.change(rows.map((row) => ({ ...keyOf(row), ...asked }))),
      undo: (done) =>
        calls.change(
          done.flatMap(({ id, version }) => {
            const row = before.get(id);
            // What was so already has its version still, and nothing to put back.
            return row && version && version !== row.version ? [{ ...keyOf({ ...row, version }), ...was(row) }] : [];
          }),
        ),
    });
  };
  const remove = () => {
    close();
    void report.run({
      ...{ rows, noun: 'documento' },
      text: (count, done) => `${count} ${done === 1 ? 'excluído' : 'excluídos'}`,
      run: () => calls.remove(rows.map(keyOf)),
      undo: (done) => calls.restore(done.map(({ id }) => id)),
    });
  };
  const disabled = rows.length === 0 || calls.busy;
  return (
    <>
      <BulkBar
        count={selection.ids.length}
        selected="selecionado"
        sum={total}
        actions={[
          ...actions,
          { label: 'Mudar categoria', icon: <CategoryIcon />, onClick: () => setOpen('category'), disabled },
          { label: 'Mudar obra', icon: <BuildingIcon />, onClick: () => setOpen('building'), disabled },
          exported,
          { label: 'Excluir', icon: <DeleteIcon />, onClick: () => setOpen('removal'), disabled },
        ]}
        onClear={() => selection.set([])}
      />
      {open === 'category' && (
        <CategoryDialog
          type={type}
          count={rows.length}
          onChoose={({ id, label }) => change({ categoryId: id }, label, categoryOf)}
          onClose={close}
        />
      )}
      {open === 'building' && (
        <BuildingDialog
          count={rows.length}
          onChoose={({ id, label }) => change({ buildingId: id }, label, placeOf)}
          onClose={close}
        />
      )}
      {open === 'removal' && (
        <RemovalQuestion
          count={rows.length}
          sum={sum(rows.map(({ value }) => value))}
          busy={calls.busy}
          onRemove={remove}
          onClose={close}
        />
      )}
      <BulkReport report={report.report} onUndo={report.undoNow} onClose={report.close} />
    </>
  );
};

interface ChoiceProps {
  count: number;
  onChoose: (option: Option) => void;
  onClose: () => void;
}

const CategoryDialog = ({ type, count, ...props }: ChoiceProps & { type: TransactionType }) => {
  const { options, loading } = useCategoryChoice(type);
  const title = `Mudar categoria · ${counted(count, 'documento')}`;
  return (
    <ChoiceDialog {...{ title, options, loading, label: 'Categoria', missing: 'Escolha a categoria' }} {...props} />
  );
};

const BuildingDialog = ({ count, ...props }: ChoiceProps) => {
  const { options } = useBuildingChoice();
  const title = `Mudar obra · ${counted(count, 'documento')}`;
  const hint = 'Documentos com rateio em mais de uma parte ficam como estão. A etapa sai com a obra anterior.';
  return <ChoiceDialog {...{ title, options, hint, label: 'Obra', missing: 'Escolha a obra' }} {...props} />;
};
