import type { FieldProblem } from '#domain/errors.ts';
import { errorCode, errorText, fieldProblems } from '#web/client/errors.ts';
import { notifyFailure, notifySuccess, notifyUndo } from '#web/client/notify.ts';
import { isDraftOf, useDraft } from '#web/form/useDraft.ts';
import type { PaymentInput, TransactionDetailFragment, TransactionType } from '#web/generated/financial.ts';
import { today } from '#web/ui/clock.ts';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { differencesOf, mergedForm } from './conflict.ts';
import type { ConflictBannerProps } from './ConflictBanner.tsx';
import { titleOf } from './EditorHeader.tsx';
import { emptyForm, formOf, isTransactionForm, nextForm, type FormInstallment } from './model.ts';
import { paymentProblems } from './PaymentDialog.tsx';
import { useAttachments } from './useAttachments.ts';
import { useChosenBuilding } from '#web/choices/useBuildingChoice.ts';
import { useDuplicates } from './useDuplicates.ts';
import { useHabits } from './useHabits.ts';
import { useSave } from './useSave.ts';
import { useTransactionForm } from './useTransactionForm.ts';

/** Somebody else stored the document while it was edited here. */
interface Conflict {
  /** Who, what and when. */
  text: string;
  theirs: TransactionDetailFragment;
}

const isDraft = isDraftOf(isTransactionForm);

const words = {
  DEBIT: {
    saved: 'Despesa salva',
    removed: 'Despesa excluída',
    paid: 'Pagamento registrado',
    undone: 'Pagamento desfeito',
  },
  CREDIT: {
    saved: 'Receita salva',
    removed: 'Receita excluída',
    paid: 'Recebimento registrado',
    undone: 'Recebimento desfeito',
  },
};

const ONE_AGAIN = 'A parte paga e o restante voltaram a ser uma só parcela.';

/** The draft under the form, and the stored version that it was typed over. */
const useDraftedForm = (type: TransactionType, transaction: TransactionDetailFragment | null) => {
  const building = useChosenBuilding();
  const draft = useDraft(`transaction.${type}.${transaction?.id ?? 'new'}`, isDraft);
  const kept = draft.kept?.value;
  const [opened] = useState(() => (transaction ? formOf(transaction) : emptyForm(today(), building)));
  const state = useTransactionForm(kept?.form ?? opened, kept?.saved ?? opened, kept?.unread);
  const [draftShown, setDraftShown] = useState(draft.kept !== null);
  // Of the stored document that the form stands on; the cache may know a newer one while somebody types.
  const base = useRef(kept?.version ?? transaction?.version ?? 0);
  const { dirty, form, saved, reset } = state;
  const { unread } = state.reading;
  useEffect(() => {
    if (dirty) draft.keep({ form, saved, version: base.current, unread });
  }, [draft, dirty, form, saved, unread]);
  // Somebody else's change, or the answer of the list: shown at once unless something is being typed.
  const version = transaction?.version;
  useEffect(() => {
    if (transaction && !dirty) {
      reset(formOf(transaction));
      base.current = transaction.version;
    }
    // Only a new version is news; `dirty` and the form itself change with every key.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [version]);
  return {
    state,
    draft,
    keptAt: draftShown ? (draft.kept?.savedAt ?? null) : null,
    setDraftShown,
    baseVersion: () => base.current,
    standOn: (stored: number) => {
      base.current = stored;
    },
    fresh: () => emptyForm(today(), building),
  };
};

/** Everything that can be done with one document: typed, saved, paid, taken back, deleted; and what stands in the way. */
export const useTransactionEditor = (
  { type, onClose, onSaved }: { type: TransactionType; onClose: () => void; onSaved: (id: string) => void },
  transaction: TransactionDetailFragment | null,
) => {
  const { state, draft, keptAt, setDraftShown, baseVersion, standOn, fresh } = useDraftedForm(type, transaction);
  const { dirty, form, reset } = state;
  const text = words[type];
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const [confirmed, setConfirmed] = useState(false);
  const [paying, setPaying] = useState<FormInstallment | null>(null);
  const [refusedPayment, setRefusedPayment] = useState<readonly FieldProblem[]>([]);
  // Counts the documents typed one after the other: each begins at the first field.
  const [round, setRound] = useState(0);
  const calls = useSave(type, transaction);
  const files = useAttachments(type, transaction?.id ?? null);
  const duplicates = useDuplicates(type, form, transaction?.id ?? null);
  const habits = useHabits(type, state, transaction === null);

  // Drawn at once: whoever goes on from here leaves a clean form, and is not asked about unsaved work.
  const accept = (stored: TransactionDetailFragment, next = formOf(stored)) => {
    draft.clear();
    standOn(stored.version);
    flushSync(() => {
      setDraftShown(false);
      setConflict(null);
      setConfirmed(false);
      state.reading.clear();
      reset(next);
    });
  };
  /** Stores the form; with `another`, a new one is typed next, on what the two are likely to share. */
  const save = async (another = false): Promise<TransactionDetailFragment | null> => {
    if (!state.check() || calls.saving || conflict) return null;
    if (duplicates.length > 0 && !confirmed) {
      setConfirmed(true);
      state.pointOut();
      return null;
    }
    try {
      const stored = await calls.save(form, baseVersion());
      if (!stored) return null;
      if (another) habits.keep(form);
      accept(stored, another ? nextForm(fresh(), form) : undefined);
      if (another) setRound((count) => count + 1);
      notifySuccess(text.saved, { detail: titleOf(stored, type === 'DEBIT') });
      await files.sendAll(stored.id);
      if (!another && !transaction) onSaved(stored.id);
      return stored;
    } catch (error) {
      state.refuse(fieldProblems(error));
      const code = errorCode(error);
      // The stored document says who may change it now, and what somebody else has made of it.
      const now = code === 'CONFLICT' || code === 'FORBIDDEN' ? await calls.latest().catch(() => null) : null;
      const theirs = code === 'CONFLICT' ? now : null;
      if (theirs) {
        setConflict({ text: errorText(error), theirs });
        state.pointOut();
      } else notifyFailure(error);
      return null;
    }
  };
  const keepMine = () => {
    if (!conflict) return;
    const theirs = formOf(conflict.theirs);
    reset(mergedForm(state.saved, form, theirs), theirs);
    standOn(conflict.theirs.version);
    setConflict(null);
  };
  const takeTheirs = () => {
    if (!conflict) return;
    const theirs = formOf(conflict.theirs);
    accept(conflict.theirs);
    notifyUndo('A versão gravada está na tela', () => reset(form, theirs));
  };
  const discard = () => {
    draft.clear();
    setDraftShown(false);
    setConflict(null);
    standOn(transaction?.version ?? 0);
    state.reading.clear();
    reset(transaction ? formOf(transaction) : fresh());
  };
  const openPayment = async (installment: FormInstallment) => {
    setRefusedPayment([]);
    if (!dirty && transaction) return setPaying(installment);
    const stored = await save();
    const same =
      stored && formOf(stored).installments.find((_one, index) => form.installments[index]?.key === installment.key);
    if (same) setPaying(same);
  };
  const undo = async (before: TransactionDetailFragment, installmentId: string) => {
    try {
      const answer = await calls.undo(before, installmentId);
      if (!answer) return;
      const { transaction: stored, message } = answer;
      accept(stored);
      const whole = stored.installmentCount < before.installmentCount ? ONE_AGAIN : undefined;
      notifySuccess(text.undone, { detail: message ?? whole });
    } catch (error) {
      notifyFailure(error);
    }
  };
  const pay = async (input: PaymentInput) => {
    if (!paying?.id || !transaction) return;
    const { id } = paying;
    try {
      const answer = await calls.pay(transaction, id, input);
      if (!answer) return;
      const { transaction: stored, message } = answer;
      accept(stored);
      setPaying(null);
      notifyUndo(text.paid, () => void undo(stored, id), message ?? undefined);
    } catch (error) {
      const problems = fieldProblems(error);
      setRefusedPayment(paymentProblems(problems));
      if (problems.length === 0) notifyFailure(error);
    }
  };
  const remove = async () => {
    try {
      await calls.remove();
      draft.clear();
      notifySuccess(text.removed);
      onClose();
    } catch (error) {
      notifyFailure(error);
    }
  };
  const conflictBanner: ConflictBannerProps | null = conflict && {
    text: conflict.text,
    differences: differencesOf(state.saved, form, formOf(conflict.theirs)),
    onKeep: keepMine,
    onTake: takeTheirs,
  };
  return {
    ...{ state, files, duplicates, confirmed, keptAt, round, conflict: conflictBanner, habit: habits.hint },
    ...{ save, discard, remove, undo, pay, openPayment },
    paying: paying && { installment: paying, busy: calls.paying, refused: refusedPayment },
    stopPaying: () => setPaying(null),
    saving: calls.saving,
  };
};
