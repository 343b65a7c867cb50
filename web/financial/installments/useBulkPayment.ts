import { newKey } from '#web/app/idempotency.ts';
import { errorCode, errorText, fieldProblems } from '#web/app/errors.ts';
import { notifyError, notifyFailure, notifySuccess, notifyUndo } from '#web/app/notify.ts';
import type { Selection } from '#web/app/useSelection.ts';
import type { BulkPaymentInput, TransactionType } from '#web/generated/financial.ts';
import { useState } from 'react';
import type { Row } from './status.tsx';
import { itemOf, useBulk, type BulkResults, type Item } from './useBulk.ts';

export interface BulkPayment {
  /** What the dialog is about; null while it is closed. */
  paying: readonly Row[] | null;
  results: BulkResults | null;
  busy: boolean;
  /** Why the last command refused a row, by its id. */
  failed: ReadonlyMap<string, string>;
  open: (rows: readonly Row[]) => void;
  close: () => void;
  pay: (input: BulkPaymentInput) => Promise<void>;
  undo: (rows: readonly Row[]) => Promise<void>;
}

const reasonsOf = (results: BulkResults): Map<string, string> =>
  new Map(results.filter(({ ok }) => !ok).map(({ id, message }) => [id, message ?? 'Recusada']));

/** Paying and taking back the selected rows: those that went through leave the selection, refused ones stay with their reason. */
export const useBulkPayment = (type: TransactionType, selection: Selection<Row>): BulkPayment => {
  const bulk = useBulk(type);
  const [paying, setPaying] = useState<readonly Row[] | null>(null);
  const [results, setResults] = useState<BulkResults | null>(null);
  const [failed, setFailed] = useState<ReadonlyMap<string, string>>(new Map());
  const [attempt, setAttempt] = useState({ key: newKey(), input: '' });
  const expense = type === 'DEBIT';

  const keep = (outcome: BulkResults) => {
    const done = new Set(outcome.filter(({ ok }) => ok).map(({ id }) => id));
    setFailed(reasonsOf(outcome));
    selection.set(selection.ids.filter((id) => !done.has(id)));
  };
  const takeBack = async (items: readonly Item[]) => {
    try {
      const { results: outcome } = await bulk.undo(items);
      const refused = outcome.filter(({ ok }) => !ok);
      if (refused.length > 0) {
        keep(outcome);
        notifyError(
          `${refused.length} de ${outcome.length} parcelas não foram desfeitas`,
          refused[0]?.message ?? undefined,
        );
      } else {
        const word = expense ? 'pagamento' : 'recebimento';
        notifySuccess(outcome.length === 1 ? `1 ${word} desfeito` : `${outcome.length} ${word}s desfeitos`);
      }
    } catch (error) {
      notifyFailure(error);
    }
  };
  const pay = async (input: BulkPaymentInput) => {
    if (!paying) return;
    // The same try again, after an answer that never came, is the same command; another one is not.
    const text = JSON.stringify([input, paying.map(itemOf)]);
    const key = attempt.input === text ? attempt.key : newKey();
    setAttempt({ key, input: text });
    try {
      const outcome = await bulk.pay(paying.map(itemOf), input, key);
      keep(outcome.results);
      if (outcome.done.length < outcome.results.length) {
        setResults(outcome.results);
        return;
      }
      setPaying(null);
      const word = expense ? 'paga' : 'recebida';
      notifyUndo(
        outcome.done.length === 1 ? `1 parcela ${word}` : `${outcome.done.length} parcelas ${word}s`,
        () => void takeBack(outcome.done),
      );
    } catch (error) {
      const [problem] = fieldProblems(error);
      if (problem ?? errorCode(error)) notifyError(problem?.message ?? errorText(error));
      else notifyError('Não houve resposta. Tente de novo: nada será pago duas vezes.');
    }
  };
  return {
    paying,
    results,
    busy: bulk.busy,
    failed,
    open: (rows) => {
      setResults(null);
      setFailed(new Map());
      setPaying(rows);
    },
    close: () => setPaying(null),
    pay,
    undo: async (rows) => {
      setFailed(new Map());
      const items = rows.map(itemOf);
      selection.set(selection.ids.filter((id) => !items.some(({ installmentId }) => installmentId === id)));
      await takeBack(items);
    },
  };
};
