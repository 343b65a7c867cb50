import { useChosenBuilding } from '#web/choices/useBuildingChoice.ts';
import { useDocument } from '#web/form/document/useDocument.ts';
import { useDocumentDraft } from '#web/form/document/useDocumentDraft.ts';
import type { TransactionDetailFragment, TransactionType } from '#web/generated/financial.ts';
import type { NewExpense } from '#web/financial/paymentCodes/intake/newExpense.ts';
import { today } from '#web/ui/clock.ts';
import { startedForm } from './codes/codeEdits.ts';
import { useCodeDoubts } from './codes/useCodeDoubts.ts';
import { useCodes } from './codes/useCodes.ts';
import { titleOf } from './EditorHeader.tsx';
import { givenForm, type GivenModel } from './given.ts';
import { emptyForm, type TransactionForm } from './model.ts';
import type { GivenNota } from './nota.ts';
import { transactionDocument } from './transactionDocument.ts';
import { useAttachments } from './useAttachments.ts';
import { useDuplicates } from './useDuplicates.ts';
import { useHabits } from './useHabits.ts';
import { usePayments } from './usePayments.ts';
import { useTransactionCalls } from './useTransactionCalls.ts';

const texts = {
  DEBIT: { saved: 'Despesa salva', removed: 'Despesa excluída' },
  CREDIT: { saved: 'Receita salva', removed: 'Receita excluída' },
};

/** What the assistant understood, or a copy; `key` tells its draft from others. */
export interface InitialForm {
  key: string;
  form: TransactionForm;
}

interface EditorOptions {
  type: TransactionType;
  transaction: TransactionDetailFragment | null;
  /** What a new one begins with. */
  given: GivenModel | null;
  nota: GivenNota | null;
  /** Codes and files that a new expense begins with. */
  started: NewExpense | null;
  /** The form of a new one that was begun elsewhere. */
  initial: InitialForm | null;
  /** The user may change it. */
  editable: boolean;
  onClose: () => void;
  onSaved: (id: string) => void;
}

/** The document editor for a transaction, with its payments, habits, duplicates and files. */
export const useTransactionEditor = ({
  type,
  transaction,
  given,
  nota,
  started,
  initial,
  editable,
  onClose,
  onSaved,
}: EditorOptions) => {
  const building = useChosenBuilding();
  const draft = useDocumentDraft({
    model: transactionDocument,
    stored: transaction,
    storedKey: `transaction.${type}`,
    draftKey: ['transaction', type, ...[given?.key ?? nota?.key ?? started?.key ?? initial?.key ?? []].flat()].join(
      '.',
    ),
    fresh: () =>
      nota?.form ??
      (given
        ? givenForm(given, today())
        : (initial?.form ?? startedForm(emptyForm(today(), building), started?.codes ?? [], started?.keyed))),
    // What a code, a key, a question or a copy has filled in is nowhere else: leaving asks. A nota stays a draft of the company.
    ...((started ?? initial) && { blank: () => emptyForm(today(), building) }),
  });
  const { state } = draft;
  const calls = useTransactionCalls(type, transaction, given, nota);
  const files = useAttachments(type, transaction?.id ?? null, started?.key);
  const codes = useCodes({ state, enabled: type === 'DEBIT' && editable, attach: files.add });
  const doubts = useCodeDoubts(state);
  const duplicates = useDuplicates(type, state.form, transaction?.id ?? null);
  const habits = useHabits(type, state, transaction === null && !calls.saving);
  const editor = useDocument(draft, {
    calls,
    texts: texts[type],
    titleOf: (stored) => titleOf(stored, type === 'DEBIT'),
    doubtful: duplicates.length > 0 || doubts.length > 0,
    afterSave: async (stored, form, another) => {
      if (another) habits.keep(form);
      await files.sendAll(stored.id);
    },
    onSaved,
    onClose,
  });
  const payments = usePayments({ type, transaction, state, calls, save: editor.save });
  return { draft, editor, payments, files, codes, doubts, duplicate: duplicates[0], habit: habits.hint };
};
