import { counted } from '#domain/numberFormat.ts';
import { newKey } from '#web/client/idempotency.ts';
import { errorCode, errorText, fieldProblems } from '#web/client/errors.ts';
import { notifyError, notifyFailure, notifySuccess, notifyUndo } from '#web/client/notify.ts';
import type { Selection } from '#web/list/useSelection.ts';
import type { BulkPaymentInput, TransactionType } from '#web/generated/financial.ts';
import { useState } from 'react';
import type { Row } from './row.ts';
import { itemOf, useBulk, type BulkResults, type Item, type Outcome } from './useBulk.ts';

export interface BulkPayment {
  /** Rows of the open dialog; null while it is closed. */
  paying: readonly Row[] | null;
  results: BulkResults | null;
  /** Undoes the successful part of a partly rejected command; null when there is none. */
  undoDone: (() => void) | null;
  busy: boolean;
  /** Reason of the last rejection, by row id. */
  failed: ReadonlyMap<string, string>;
  open: (rows: readonly Row[]) => void;
  close: () => void;
  pay: (input: BulkPaymentInput) => Promise<void>;
  undo: (rows: readonly Row[]) => Promise<void>;
}

const reasonsOf = (results: BulkResults): Map<string, string> =>
  new Map(results.filter(({ ok }) => !ok).map(({ id, message }) => [id, message ?? 'Recusada']));

/** "1 parcela", "7 de 8 parcelas": one notice tells of both numbers, so that none says the contrary of another. */
const partOf = (done: number, all: number, word: string): string =>
  done === all ? counted(done, word) : `${done} de ${counted(all, word)}`;

/**
 * Returns payment and undo of the selected rows: successful rows leave the selection, rejected ones stay with their
 * reason.
 */
export const useBulkPayment = (type: TransactionType, selection: Selection<Row>): BulkPayment => {
  const bulk = useBulk(type);
  const [paying, setPaying] = useState<readonly Row[] | null>(null);
  const [partly, setPartly] = useState<Outcome | null>(null);
  const [failed, setFailed] = useState<ReadonlyMap<string, string>>(new Map());
  const [attempt, setAttempt] = useState({ key: newKey(), input: '' });
  const expense = type === 'DEBIT';

  /** Removes successful rows from the selection and stores the reasons of the rejected ones. */
  const keep = (outcome: Outcome) => {
    const done = new Set(outcome.done.map(({ installmentId }) => installmentId));
    setFailed(reasonsOf(outcome.results));
    selection.set((now) => now.filter((id) => !done.has(id)));
    void bulk.look(outcome);
  };
  const takeBack = async (items: readonly Item[]) => {
    const word = expense ? 'pagamento' : 'recebimento';
    try {
      const outcome = await bulk.undo(items);
      const { results } = outcome;
      const refused = results.filter(({ ok }) => !ok);
      if (refused.length > 0) {
        keep(outcome);
        const done = results.length - refused.length;
        notifyError(
          `${partOf(done, results.length, word)} ${done === 1 ? 'desfeito' : 'desfeitos'}`,
          refused[0]?.message ?? undefined,
        );
      } else {
        const text = results.length === 1 ? `1 ${word} desfeito` : `${results.length} ${word}s desfeitos`;
        notifySuccess(text, { detail: results.find(({ message }) => message)?.message ?? undefined });
      }
    } catch (error) {
      notifyFailure(error);
    }
  };
  const offerUndo = ({ done, results }: Outcome) => {
    if (done.length === 0) return;
    const word = expense ? 'paga' : 'recebida';
    const text = `${partOf(done.length, results.length, 'parcela')} ${word}${done.length === 1 ? '' : 's'}`;
    const remark = results.find(({ ok, message }) => ok && message)?.message ?? undefined;
    notifyUndo(text, () => void takeBack(done), remark);
  };
  const pay = async (input: BulkPaymentInput) => {
    if (!paying) return;
    // Sending the same input again after a lost response reuses the key; another input gets a new key.
    const text = JSON.stringify([input, paying.map(itemOf)]);
    const key = attempt.input === text ? attempt.key : newKey();
    setAttempt({ key, input: text });
    try {
      const outcome = await bulk.pay(paying.map(itemOf), input, key);
      keep(outcome);
      if (outcome.done.length < outcome.results.length) return setPartly(outcome);
      setPaying(null);
      offerUndo(outcome);
    } catch (error) {
      const [problem] = fieldProblems(error);
      if (problem ?? errorCode(error)) notifyError(problem?.message ?? errorText(error));
      else notifyError('Não houve resposta. Tente de novo: nada será pago duas vezes.');
    }
  };
  const undoDone = async (done: readonly Item[]) => {
    setPaying(null);
    await takeBack(done);
  };
  return {
    paying,
    results: partly?.results ?? null,
    undoDone: partly && partly.done.length > 0 ? () => void undoDone(partly.done) : null,
    busy: bulk.busy,
    failed,
    open: (rows) => {
      setPartly(null);
      setFailed(new Map());
      setPaying(rows);
    },
    close: () => {
      setPaying(null);
      if (partly) offerUndo(partly);
    },
    pay,
    undo: async (rows) => {
      setFailed(new Map());
      const items = rows.map(itemOf);
      selection.set((now) => now.filter((id) => !items.some(({ installmentId }) => installmentId === id)));
      await takeBack(items);
    },
  };
};
