import { useAccessLost } from '#web/session/accessLost.ts';
import { LeaveGuard } from '#web/form/LeaveGuard.tsx';
import { useEditorKeys } from '#web/form/useEditorKeys.ts';
import type { TransactionDetailFragment, TransactionType } from '#web/generated/financial.ts';
import { Drawer, FirstProblem, ReadingContext, ReadOnlyContext } from '#web/ui/index.ts';
import { ApportionmentEditor } from './ApportionmentEditor.tsx';
import { Attachments } from './Attachments.tsx';
import { EditorBanners } from './EditorBanners.tsx';
import { EditorFooter } from './EditorFooter.tsx';
import { EditorStatus, EditorTools, Figures, subtitleOf, titleOf } from './EditorHeader.tsx';
import { HeaderFields } from './HeaderFields.tsx';
import { InstallmentsEditor } from './InstallmentsEditor.tsx';
import { hasPaid } from './model.ts';
import { PaymentDialog } from './PaymentDialog.tsx';
import { RemoveTransaction } from './RemoveTransaction.tsx';
import { useTransactionEditor } from './useTransactionEditor.ts';

export interface TransactionEditorProps {
  type: TransactionType;
  transaction: TransactionDetailFragment | null;
  onClose: () => void;
  /** Opens the next (1) or previous (-1) document of the list. */
  onMove?: (direction: 1 | -1) => void;
  /** A new document was stored under this id. */
  onSaved: (id: string) => void;
}

/** The form of one document: what is typed is kept as a draft until it is saved. */
export const TransactionEditor = ({ type, transaction, onClose, onMove, onSaved }: TransactionEditorProps) => {
  const expense = type === 'DEBIT';
  const editor = useTransactionEditor({ type, onClose, onSaved }, transaction);
  const { state, files, paying } = editor;
  const { form, dirty } = state;
  const lost = useAccessLost();
  const readOnly = lost || (transaction !== null && !transaction.canChange);
  const save = () => void (!readOnly && editor.save());
  const saveAndNew = transaction === null ? () => void editor.save(true) : undefined;
  useEditorKeys({ onSave: save, onSaveAndNew: saveAndNew, onMove: dirty ? undefined : onMove });
  return (
    <Drawer
      open
      onClose={onClose}
      title={titleOf(transaction, expense)}
      subtitle={transaction ? subtitleOf(transaction) : undefined}
      status={<EditorStatus transaction={transaction} expense={expense} />}
      tools={<EditorTools onMove={onMove} />}
      footer={
        <EditorFooter
          state={state}
          expense={expense}
          readOnly={readOnly}
          isNew={transaction === null}
          saving={editor.saving}
          confirmDuplicate={editor.duplicates.length > 0 && editor.confirmed}
          onSave={save}
          onSaveAndNew={saveAndNew}
          onClose={onClose}
          onPay={(installment) => void editor.openPayment(installment)}
        />
      }
      footerStart={
        transaction !== null &&
        !readOnly &&
        !hasPaid(form) && <RemoveTransaction expense={expense} onRemove={() => void editor.remove()} />
      }
    >
      <EditorBanners
        keptAt={editor.keptAt}
        onDiscard={editor.discard}
        duplicates={editor.duplicates}
        confirmed={editor.confirmed}
        conflict={editor.conflict}
        readOnly={readOnly}
        dirty={dirty}
      />
      {transaction && <Figures form={form} expense={expense} />}
      <ReadingContext value={state.reading}>
        <ReadOnlyContext value={readOnly}>
          <HeaderFields
            key={editor.round}
            type={type}
            state={state}
            categoryHint={editor.habit}
            autoFocus={transaction === null}
          />
          <InstallmentsEditor
            state={state}
            readOnly={readOnly}
            expense={expense}
            onPay={(installment) => void editor.openPayment(installment)}
            onUndo={(installment) => transaction && installment.id && void editor.undo(transaction, installment.id)}
          />
          <ApportionmentEditor
            state={state}
            readOnly={readOnly}
            otherBuildingsValue={transaction?.otherBuildingsValue ?? null}
          />
        </ReadOnlyContext>
      </ReadingContext>
      <Attachments
        attachments={transaction?.attachments ?? []}
        pending={files.pending}
        readOnly={readOnly}
        onAdd={files.add}
        onCancel={files.cancel}
        onDownload={files.download}
        onRemove={files.remove}
      />
      <FirstProblem refusals={state.refusals} />
      <LeaveGuard when={dirty} />
      {paying && (
        <PaymentDialog
          expense={expense}
          installment={paying.installment}
          number={1 + form.installments.findIndex((one) => one.id === paying.installment.id)}
          form={form}
          busy={paying.busy}
          refused={paying.refused}
          onPay={(input) => void editor.pay(input)}
          onClose={editor.stopPaying}
        />
      )}
    </Drawer>
  );
};
