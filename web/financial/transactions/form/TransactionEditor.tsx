import { errorCode, errorText, fieldProblems } from '#web/app/errors.ts';
import { LeaveGuard } from '#web/app/LeaveGuard.tsx';
import { notifyFailure, notifySuccess, notifyUndo } from '#web/app/notify.ts';
import { useDraft } from '#web/app/useDraft.ts';
import { useEditorKeys } from '#web/app/useEditorKeys.ts';
import type { PaymentInput, TransactionDetailFragment } from '#web/generated/financial.ts';
import { Drawer, today } from '#web/ui/index.ts';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { ApportionmentEditor } from './ApportionmentEditor.tsx';
import { Attachments } from './Attachments.tsx';
import { differencesOf, mergedForm } from './conflict.ts';
import { EditorBanners } from './EditorBanners.tsx';
import { EditorFooter } from './EditorFooter.tsx';
import { EditorStatus, EditorTools, Figures, subtitleOf, titleOf } from './EditorHeader.tsx';
import { HeaderFields } from './HeaderFields.tsx';
import { InstallmentsEditor } from './InstallmentsEditor.tsx';
import { emptyForm, formOf, isTransactionForm, type FormInstallment } from './model.ts';
import { PaymentDialog, paymentPath } from './PaymentDialog.tsx';
import type { TransactionDrawerProps } from './TransactionDrawer.tsx';
import { useAttachments } from './useAttachments.ts';
import { useDuplicates } from './useDuplicates.ts';
import { useSave } from './useSave.ts';
import { useTransactionForm } from './useTransactionForm.ts';
import type { Problems } from './validate.ts';

interface TransactionEditorProps extends TransactionDrawerProps {
  transaction: TransactionDetailFragment | null;
}

/** Somebody else stored the document while it was edited here. */
interface Conflict {
  /** Who, what and when. */
  text: string;
  theirs: TransactionDetailFragment;
}

/** The form of one document: what is typed is kept as a draft until it is saved. */
export const TransactionEditor = ({ type, transaction, onClose, onMove, onSaved }: TransactionEditorProps) => {
  const expense = type === 'DEBIT';
  const draft = useDraft(`transaction.${type}.${transaction?.id ?? 'new'}`, isTransactionForm);
  const [saved] = useState(() => (transaction ? formOf(transaction) : emptyForm(today())));
  const state = useTransactionForm(draft.kept?.value ?? saved, saved);
  const [draftShown, setDraftShown] = useState(draft.kept !== null);
  // Of the stored document that the form stands on; the cache may know a newer one while somebody types.
  const baseVersion = useRef(transaction?.version ?? 1);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const [confirmed, setConfirmed] = useState(false);
  const [paying, setPaying] = useState<FormInstallment | null>(null);
  const [refusedPayment, setRefusedPayment] = useState<Problems>({});
  const calls = useSave(type, transaction);
  const files = useAttachments(type, transaction?.id ?? null);
  const duplicates = useDuplicates(type, state.form, transaction?.id ?? null);
  const readOnly = transaction !== null && !transaction.canChange;

  const { dirty, form, reset } = state;
  useEffect(() => {
    if (dirty) draft.keep(form);
  }, [draft, dirty, form]);
  // Somebody else's change, or the answer of the list: shown at once unless something is being typed.
  const version = transaction?.version;
  useEffect(() => {
    if (transaction && !dirty) {
      reset(formOf(transaction));
      baseVersion.current = transaction.version;
    }
    // Only a new version is news; `dirty` and the form itself change with every key.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [version]);

  // Drawn at once: whoever goes on from here leaves a clean form, and is not asked about unsaved work.
  const accept = (stored: TransactionDetailFragment) => {
    draft.clear();
    baseVersion.current = stored.version;
    flushSync(() => {
      setDraftShown(false);
      setConflict(null);
      reset(formOf(stored));
    });
  };
  const save = async (): Promise<TransactionDetailFragment | null> => {
    state.check();
    if (conflict || Object.keys(state.blocking).length > 0) return null;
    if (duplicates.length > 0 && !confirmed) {
      setConfirmed(true);
      return null;
    }
    try {
      const stored = await calls.save(form, baseVersion.current);
      if (!stored) return null;
      accept(stored);
      await files.sendAll(stored.id);
      notifySuccess(expense ? 'Despesa salva' : 'Receita salva', { detail: titleOf(stored, expense) });
      if (!transaction) onSaved(stored.id);
      return stored;
    } catch (error) {
      state.refuse(fieldProblems(error));
      const theirs = errorCode(error) === 'CONFLICT' ? await calls.latest().catch(() => null) : null;
      if (theirs) setConflict({ text: errorText(error), theirs });
      else notifyFailure(error);
      return null;
    }
  };
  const keepMine = () => {
    if (!conflict) return;
    const theirs = formOf(conflict.theirs);
    reset(mergedForm(state.saved, form, theirs), theirs);
    baseVersion.current = conflict.theirs.version;
    setConflict(null);
  };
  const takeTheirs = () => {
    if (!conflict) return;
    const theirs = formOf(conflict.theirs);
    accept(conflict.theirs);
    notifyUndo('A versão gravada está na tela', () => reset(form, theirs));
  };
  const openPayment = async (installment: FormInstallment) => {
    setRefusedPayment({});
    if (dirty || !transaction) {
      const stored = await save();
      const same =
        stored && formOf(stored).installments.find((_one, index) => form.installments[index]?.key === installment.key);
      if (same) setPaying(same);
    } else setPaying(installment);
  };
  const undo = async (before: TransactionDetailFragment, installmentId: string) => {
    try {
      const stored = await calls.undo(before, installmentId);
      if (!stored) return;
      accept(stored);
      notifySuccess(expense ? 'Pagamento desfeito' : 'Recebimento desfeito');
    } catch (error) {
      notifyFailure(error);
    }
  };
  const pay = async (input: PaymentInput) => {
    if (!paying?.id || !transaction) return;
    const { id } = paying;
    try {
      const stored = await calls.pay(transaction, id, input);
      if (!stored) return;
      accept(stored);
      setPaying(null);
      notifyUndo(expense ? 'Pagamento registrado' : 'Recebimento registrado', () => void undo(stored, id));
    } catch (error) {
      const problems = fieldProblems(error);
      setRefusedPayment(Object.fromEntries(problems.map(({ path, message }) => [paymentPath(path), message])));
      if (problems.length === 0) notifyFailure(error);
    }
  };
  const remove = async () => {
    try {
      await calls.remove();
      draft.clear();
      notifySuccess(expense ? 'Despesa excluída' : 'Receita excluída');
      onClose();
    } catch (error) {
      notifyFailure(error);
    }
  };
  useEditorKeys({ onSave: () => void save(), onMove: dirty ? undefined : onMove });

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
          saving={calls.saving}
          confirmDuplicate={duplicates.length > 0 && confirmed}
          onSave={() => void save()}
          onClose={onClose}
          onPay={(installment) => void openPayment(installment)}
          onRemove={() => void remove()}
        />
      }
    >
      <EditorBanners
        keptAt={draftShown ? (draft.kept?.savedAt ?? null) : null}
        onDiscard={() => {
          draft.clear();
          setDraftShown(false);
          baseVersion.current = transaction?.version ?? 1;
          reset(transaction ? formOf(transaction) : emptyForm(today()));
        }}
        duplicates={duplicates}
        conflict={
          conflict && {
            text: conflict.text,
            differences: differencesOf(state.saved, form, formOf(conflict.theirs)),
            onKeep: keepMine,
            onTake: takeTheirs,
          }
        }
        readOnly={readOnly}
      />
      {transaction && <Figures form={form} expense={expense} />}
      <HeaderFields type={type} state={state} autoFocus={transaction === null} />
      <InstallmentsEditor
        state={state}
        readOnly={readOnly}
        expense={expense}
        onPay={(installment) => void openPayment(installment)}
        onUndo={(installment) => transaction && installment.id && void undo(transaction, installment.id)}
      />
      <ApportionmentEditor
        state={state}
        readOnly={readOnly}
        otherBuildingsValue={transaction?.otherBuildingsValue ?? null}
      />
      <Attachments
        attachments={transaction?.attachments ?? []}
        pending={files.pending}
        readOnly={readOnly}
        onAdd={files.add}
        onCancel={files.cancel}
        onDownload={files.download}
        onRemove={files.remove}
      />
      <LeaveGuard when={dirty} />
      {paying && (
        <PaymentDialog
          expense={expense}
          installment={paying}
          number={1 + form.installments.findIndex((one) => one.id === paying.id)}
          form={form}
          busy={calls.paying}
          refused={refusedPayment}
          onPay={(input) => void pay(input)}
          onClose={() => setPaying(null)}
        />
      )}
    </Drawer>
  );
};
