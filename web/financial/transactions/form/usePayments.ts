import type { FieldProblem } from '#domain/errors.ts';
import { fieldProblems } from '#web/client/errors.ts';
import { downloadFile } from '#web/client/files.ts';
import { notifyFailure, notifySuccess, notifyUndo } from '#web/client/notify.ts';
import type { PaymentInput, TransactionDetailFragment, TransactionType } from '#web/generated/financial.ts';
import { usePlace } from '#web/session/sessionContext.ts';
import { useState } from 'react';
import { formOf, type FormInstallment, type TransactionFormState } from './model.ts';
import { paymentProblems } from './PaymentDialog.tsx';
import type { useTransactionCalls } from './useTransactionCalls.ts';

const words = {
  DEBIT: { paid: 'Pagamento registrado', undone: 'Pagamento desfeito' },
  CREDIT: { paid: 'Recebimento registrado', undone: 'Recebimento desfeito' },
};

const ONE_AGAIN = 'A parte paga e o restante voltaram a ser uma só parcela.';

interface PaymentOptions {
  type: TransactionType;
  transaction: TransactionDetailFragment | null;
  state: Pick<TransactionFormState, 'form' | 'dirty' | 'check'>;
  calls: ReturnType<typeof useTransactionCalls>;
  /** Saves the form before one of its installments is paid. */
  save: () => Promise<TransactionDetailFragment | null>;
  onPaid?: () => void;
  /** Installment whose payment is asked for from the start; without it, none. */
  opened?: FormInstallment | undefined;
}

/** Returns the payments of a transaction's installments, each with undo. */
export const usePayments = ({ type, transaction, state, calls, save, onPaid, opened }: PaymentOptions) => {
  const { form, dirty } = state;
  const text = words[type];
  const { companyId } = usePlace();
  const [paying, setPaying] = useState<FormInstallment | null>(opened ?? null);
  const [asked, setAsked] = useState<string | null>(null);
  const [refused, setRefused] = useState<readonly FieldProblem[]>([]);

  const isReconciled = ({ id }: FormInstallment): boolean =>
    transaction?.installments.some((one) => one.id === id && one.reconciled) ?? false;
  const open = async (installment: FormInstallment) => {
    setRefused([]);
    // A new one is saved with its payment, once that is filled in.
    if (!transaction) return state.check() ? setPaying(installment) : undefined;
    if (!dirty) return setPaying(installment);
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
      const whole = stored.installmentCount < before.installmentCount ? ONE_AGAIN : undefined;
      notifySuccess(text.undone, { detail: message ?? whole });
    } catch (error) {
      notifyFailure(error);
    }
  };
  /** A new transaction, saved; its drawer is another one by then. */
  const saved = async (installment: FormInstallment) => {
    setPaying(null);
    const index = form.installments.findIndex(({ key }) => key === installment.key);
    const stored = await save();
    return { stored, id: stored?.installments[index]?.id };
  };
  const pay = async (input: PaymentInput) => {
    if (!paying) return;
    const { stored: before, id } = transaction ? { stored: transaction, id: paying.id } : await saved(paying);
    if (!before || !id) return;
    try {
      const answer = await calls.pay(before, id, input);
      if (!answer) return;
      const { transaction: stored, message } = answer;
      onPaid?.();
      setPaying(null);
      notifyUndo(text.paid, () => void undo(stored, id), message ?? undefined);
    } catch (error) {
      const problems = fieldProblems(error);
      setRefused(paymentProblems(problems));
      // The dialog of a new one is closed: the document is saved, and the payment is not.
      if (problems.length === 0 || !transaction) notifyFailure(error);
    }
  };
  return {
    open: (installment: FormInstallment) => void open(installment),
    isReconciled,
    undo: (installment: FormInstallment) => {
      const { id } = installment;
      if (!transaction || id === null) return;
      if (isReconciled(installment)) setAsked(id);
      else void undo(transaction, id);
    },
    receipt: ({ id }: FormInstallment) => {
      if (!transaction || id === null) return;
      const path = `${companyId}/${type === 'DEBIT' ? 'debit' : 'credit'}/${transaction.id}/installment/${id}/receipt`;
      void downloadFile(`/api/v1/financial/company/${path}`, 'Comprovante.pdf').catch((error: unknown) =>
        notifyFailure(error, 'Não consegui gerar o comprovante.'),
      );
    },
    /** A payment that a line of a statement is answered by is undone after a question alone. */
    question: asked !== null && {
      onConfirm: () => {
        if (transaction) void undo(transaction, asked);
        setAsked(null);
      },
      onCancel: () => setAsked(null),
    },
    pay: (input: PaymentInput) => void pay(input),
    close: () => setPaying(null),
    paying: paying && { installment: paying, busy: calls.paying, refused },
  };
};
