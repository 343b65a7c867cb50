import { counted } from '#domain/numberFormat.ts';
import { errorText, fieldProblems } from '#web/client/errors.ts';
import { notifyError, notifySuccess, notifyUndo } from '#web/client/notify.ts';
import type { Selection } from '#web/list/useSelection.ts';
import { useState } from 'react';
import type { RowResult } from './useBulkCalls.ts';

/** What a command did not do, each with its name and reason, until the dialog is closed. */
export interface Report {
  title: string;
  refused: { id: string; name: string; message: string }[];
  /** Takes back what was done; absent where nothing was, or it cannot be taken back. */
  undo?: (() => void) | undefined;
}

export interface BulkCommand<Row> {
  rows: readonly Row[];
  /** "documento", "parcela" */
  noun: string;
  /** What was done, of so many: "3 documentos em Frete" */
  text: (count: string, done: number) => string;
  run: () => Promise<readonly RowResult[]>;
  /** Puts the rows back that were changed, on the versions that the change has made. */
  undo?: (done: readonly RowResult[]) => Promise<readonly RowResult[]>;
}

const tellFailure = (error: unknown): void => notifyError(fieldProblems(error)[0]?.message ?? errorText(error));

/** "3 documentos", "2 de 3 documentos" */
const partOf = (done: number, all: number, noun: string): string =>
  done === all ? counted(done, noun) : `${done} de ${counted(all, noun)}`;

const takeBack = async (run: () => Promise<readonly RowResult[]>, noun: string): Promise<void> => {
  try {
    const results = await run();
    const refused = results.filter(({ ok }) => !ok);
    if (refused.length === 0) return notifySuccess('Alteração desfeita');
    const done = partOf(results.length - refused.length, results.length, noun);
    notifyError(`Alteração desfeita em ${done}`, refused[0]?.message ?? undefined);
  } catch (error) {
    tellFailure(error);
  }
};

/**
 * Runs a command on selected rows: what is done leaves the selection, with one undo; what is refused stays selected and is
 * listed with its reason. `run` returns false where nothing answered, so that what was typed stays.
 */
export const useBulkReport = <Row extends { id: string }>(selection: Selection<Row>, nameOf: (row: Row) => string) => {
  const [report, setReport] = useState<Report | null>(null);
  const run = async ({ rows, noun, text, run: send, undo }: BulkCommand<Row>): Promise<boolean> => {
    try {
      const results = await send();
      const messages = new Map(results.filter(({ ok }) => !ok).map(({ id, message }) => [id, message ?? 'Recusado']));
      const done = results.filter(({ ok }) => ok);
      const refused = rows.flatMap((row) => {
        const message = messages.get(row.id);
        return message === undefined ? [] : [{ id: row.id, name: nameOf(row), message }];
      });
      const sent = new Set(rows.map(({ id }) => id));
      selection.set((now) => now.filter((id) => messages.has(id) || !sent.has(id)));
      const title = text(partOf(done.length, results.length, noun), done.length);
      const back = undo && done.length > 0 ? () => void takeBack(() => undo(done), noun) : undefined;
      if (refused.length > 0) setReport({ title, refused, undo: back });
      else if (back) notifyUndo(title, back);
      else notifySuccess(title);
      return true;
    } catch (error) {
      tellFailure(error);
      return false;
    }
  };
  /** The undo of a report that is closed is offered in a notice, as that of a command without refusals is. */
  const close = () => {
    if (report?.undo) notifyUndo(report.title, report.undo);
    setReport(null);
  };
  const undoNow =
    report?.undo &&
    (() => {
      report.undo?.();
      setReport(null);
    });
  return { report, run, close, undoNow };
};
