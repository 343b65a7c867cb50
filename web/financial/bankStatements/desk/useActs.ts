import type { FieldProblem } from '#domain/errors.ts';
import { counted } from '#domain/numberFormat.ts';
import { failureTextOf } from '#web/client/errors.ts';
import { forgetting } from '#web/client/forgetting.ts';
import { notifyError, notifyFailure, notifySuccess, notifyUndo } from '#web/client/notify.ts';
import {
  useAcceptBankLinesMutation,
  useIgnoreBankLinesMutation,
  useRestoreBankLinesMutation,
  useUndoBankReconciliationsMutation,
  type BankAcceptanceInput,
} from '#web/generated/financial.ts';
import { usePlace } from '#web/session/sessionContext.ts';
import type { ApolloCache } from '@apollo/client';
import { useApolloClient } from '@apollo/client/react';
import { useState } from 'react';
import { MOST_AT_ONCE } from './model.ts';
import { useUndoStack } from './useUndoStack.ts';
import { failures } from './words.ts';

/** What reconciling changes: lines and candidates, and what it pays, makes and transfers. */
const forgetAll = forgetting(
  ...['bankDesk', 'bankCandidates', 'openBankLines', 'bankLines', 'bankLineTotals', 'bankStatementFiles'],
  ...['transactions', 'transaction', 'installments', 'wallets', 'wallet', 'walletStatement', 'transfers'],
  ...['companyBalance', 'cashFlow', 'cashFlowPeriods'],
);

/** Documents, with what is paid of them, and transfers that have been read: they are read again where they are opened. */
const CHANGED = /^(Transaction|Installment|InstallmentRow|Transfer):/;

const forgetChanged = (cache: ApolloCache): void => {
  for (const id of Object.keys(cache.extract() as Record<string, unknown>)) if (CHANGED.test(id)) cache.evict({ id });
  forgetAll(cache);
};

/** What became of one item; a failed one says why. */
export interface Outcome {
  item: BankAcceptanceInput;
  problem: string | null;
  fields: readonly FieldProblem[];
}

/** What became of one reconciliation that was to be undone. */
interface Undone {
  ok: boolean;
  message?: string | null;
}

const chunksOf = <T>(items: readonly T[]): (readonly T[])[] =>
  Array.from({ length: Math.ceil(items.length / MOST_AT_ONCE) }, (_, index) =>
    items.slice(index * MOST_AT_ONCE, (index + 1) * MOST_AT_ONCE),
  );

const linesText = (count: number, one: string, many: string): string =>
  `${counted(count, 'linha')} ${count === 1 ? one : many}`;

const linesOf = (outcomes: readonly Outcome[]): number =>
  outcomes.reduce((count, { item }) => count + item.lines.length, 0);

/** Which lines are being changed, and what the service said of those that were not. */
const useLineStates = () => {
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set());
  const [problems, setProblems] = useState<ReadonlyMap<string, string>>(new Map());
  return {
    ...{ busy, problems },
    start: (lines: readonly string[]) => {
      setBusy((now) => new Set([...now, ...lines]));
      setProblems((now) => new Map([...now].filter(([id]) => !lines.includes(id))));
    },
    end: (lines: readonly string[]) => setBusy((now) => new Set([...now].filter((id) => !lines.includes(id)))),
    tell: (told: readonly (readonly [string, string])[]) => setProblems((now) => new Map([...now, ...told])),
  };
};

/** Everything that the desk does to lines. Each act shows its progress at its lines, reads the desk again, and can be undone. */
export const useActs = () => {
  const { companyId } = usePlace();
  const client = useApolloClient();
  const states = useLineStates();
  const stack = useUndoStack();
  const quiet = { context: { quiet: true } };
  const [accept] = useAcceptBankLinesMutation(quiet);
  const [undo] = useUndoBankReconciliationsMutation(quiet);
  const [ignore] = useIgnoreBankLinesMutation(quiet);
  const [restore] = useRestoreBankLinesMutation(quiet);

  /** Reads again what is on screen; what is not is read when it is shown. */
  const readAgain = async (): Promise<void> => {
    await client.refetchQueries({ updateCache: forgetChanged });
  };
  /** Runs an act on lines, which show that they wait until the desk has been read again. */
  const act = async (lines: readonly string[], failure: string, run: () => Promise<void>): Promise<void> => {
    states.start(lines);
    try {
      await run();
    } catch (error) {
      notifyFailure(error, failureTextOf(error, failure));
    }
    try {
      await readAgain();
    } catch (error) {
      notifyFailure(error, failures.desk);
    }
    states.end(lines);
  };

  const undoAcceptances = (acceptances: readonly string[], lines: readonly string[]): Promise<void> =>
    act(lines, failures.undo, async () => {
      const results: Undone[] = [];
      for (const acceptance of acceptances) {
        const { data } = await undo({ variables: { companyId, acceptance } });
        results.push(...(data?.undoBankReconciliations.results ?? []));
      }
      tellUndone(results);
    });
  /** One notice for all of them: some may be undone, and others not. */
  const tellUndone = (results: readonly Undone[]): void => {
    const [good, bad] = [results.filter(({ ok }) => ok), results.filter(({ ok }) => !ok)];
    const [first] = bad;
    if (!first) {
      const kept = new Set(good.flatMap(({ message }) => message ?? []));
      return notifySuccess('Conciliação desfeita', { detail: [...kept].join(' ') || undefined });
    }
    const reason = first.message ?? failures.undo;
    if (results.length === 1) return notifyError(reason);
    notifyError(`${good.length} de ${results.length} conciliações desfeitas`, reason);
  };

  const send = async (
    items: readonly BankAcceptanceInput[],
  ): Promise<{ outcomes: Outcome[]; acceptances: string[] }> => {
    const outcomes: Outcome[] = [];
    const acceptances: string[] = [];
    for (const chunk of chunksOf(items)) {
      try {
        const { data } = await accept({ variables: { companyId, items: [...chunk] } });
        const answer = data?.acceptBankLines;
        if (answer?.acceptance != null) acceptances.push(answer.acceptance);
        outcomes.push(
          ...chunk.map((item, index): Outcome => {
            const result = answer?.results[index];
            if (result?.ok) return { item, problem: null, fields: [] };
            return { item, problem: result?.message ?? failures.accept, fields: result?.fields ?? [] };
          }),
        );
      } catch (error) {
        const problem = failureTextOf(error, failures.accept);
        outcomes.push(...chunk.map((item): Outcome => ({ item, problem, fields: [] })));
      }
    }
    return { outcomes, acceptances };
  };
  const tellAccepted = (outcomes: readonly Outcome[], acceptances: readonly string[]): void => {
    const [good, bad] = [
      outcomes.filter(({ problem }) => problem === null),
      outcomes.filter((one) => one.problem !== null),
    ];
    const [first] = bad;
    const failed = first && (bad.length === 1 ? first.problem : `${bad.length} não foram: o motivo está em cada linha`);
    if (good.length === 0) return notifyError(failed ?? failures.accept);
    const lines = good.flatMap(({ item }) => item.lines);
    const back = stack.push(() => undoAcceptances(acceptances, lines));
    notifyUndo(linesText(linesOf(good), 'conciliada', 'conciliadas'), back, failed ?? undefined);
  };

  return {
    ...{ busy: states.busy, problems: states.problems, undoLast: stack.undoLast },
    /** Resolves with what became of each item, after the desk has been read again. */
    accept: async (items: readonly BankAcceptanceInput[]): Promise<readonly Outcome[]> => {
      let outcomes: readonly Outcome[] = [];
      await act(
        items.flatMap(({ lines }) => lines),
        failures.accept,
        async () => {
          const sent = await send(items);
          outcomes = sent.outcomes;
          states.tell(
            sent.outcomes.flatMap(({ item, problem }) =>
              problem === null ? [] : item.lines.map((id): [string, string] => [id, problem]),
            ),
          );
          tellAccepted(sent.outcomes, sent.acceptances);
        },
      );
      return outcomes;
    },
    undoOne: (id: string, lines: readonly string[]): Promise<void> =>
      act(lines, failures.undo, async () => {
        const { data } = await undo({ variables: { companyId, ids: [id] } });
        tellUndone(data?.undoBankReconciliations.results ?? []);
      }),
    undoAcceptance: (acceptance: string, lines: readonly string[]) => undoAcceptances([acceptance], lines),
    ignore: (lines: readonly string[], reason: string | null): Promise<void> =>
      act(lines, failures.ignore, async () => {
        await ignore({ variables: { companyId, lines: [...lines], reason } });
        const back = stack.push(() =>
          act(lines, failures.restore, async () => {
            await restore({ variables: { companyId, lines: [...lines] } });
            notifySuccess(linesText(lines.length, 'reaberta', 'reabertas'));
          }),
        );
        notifyUndo(linesText(lines.length, 'ignorada', 'ignoradas'), back);
      }),
    restore: (lines: readonly string[], reason: string | null): Promise<void> =>
      act(lines, failures.restore, async () => {
        await restore({ variables: { companyId, lines: [...lines] } });
        const back = stack.push(() =>
          act(lines, failures.ignore, async () => {
            await ignore({ variables: { companyId, lines: [...lines], reason } });
            notifySuccess(linesText(lines.length, 'ignorada', 'ignoradas'));
          }),
        );
        notifyUndo(linesText(lines.length, 'reaberta', 'reabertas'), back);
      }),
    readAgain,
  };
};
export type Acts = ReturnType<typeof useActs>;
