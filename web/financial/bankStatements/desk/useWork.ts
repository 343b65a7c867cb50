import { isZero } from '#domain/money.ts';
import { counted } from '#domain/numberFormat.ts';
import { notifyError } from '#web/client/notify.ts';
import type { BankAcceptanceInput } from '#web/generated/financial.ts';
import { useState } from 'react';
import { type Difference, itemOfSelection, itemOfSuggestion, itemsOfSuggestions, type Picked } from './items.ts';
import { type Line, MOST_TOGETHER } from './model.ts';
import { haveOneSign, sumsOf } from './offers.ts';
import type { Acts } from './useActs.ts';
import type { Selection } from './useSelection.ts';

/** What is asked before it is done. */
export type Question =
  | { kind: 'document'; lines: readonly Line[]; picked: readonly Picked[] }
  | { kind: 'fee'; lines: readonly Line[]; picked: readonly Picked[] }
  | { kind: 'transfer'; line: Line }
  | { kind: 'ignore'; lines: readonly Line[] }
  | { kind: 'other'; line: Line };

const NOT_OPEN = 'Isto é para linhas a conciliar.';

/** What may be done with the ticked lines and entries, as one. */
const obstacleOf = (lines: readonly Line[], picked: readonly Picked[]): string | null => {
  if (lines.length > MOST_TOGETHER || picked.length > MOST_TOGETHER)
    return `Concilie até ${MOST_TOGETHER} de cada lado por vez.`;
  if (!haveOneSign(lines)) return 'Concilie entradas e saídas separadamente.';
  if (lines.length === 0) return 'Marque também a linha do extrato.';
  return null;
};

/** The acts on rows and on what is ticked, as buttons, menus and keys ask for them. */
export const useWork = (acts: Acts, selection: Selection) => {
  const [question, setQuestion] = useState<Question | null>(null);
  const isBusy = (lines: readonly Line[]) => lines.some(({ id }) => acts.busy.has(id));

  /** Reconciles; what was ticked is no longer, where it was accepted. */
  const accept = async (items: readonly BankAcceptanceInput[]) => {
    const outcomes = await acts.accept(items);
    const done = outcomes.flatMap(({ item, problem }) => (problem === null ? item.lines : []));
    if (selection.lines.some(({ id }) => done.includes(id))) selection.clear();
    return outcomes;
  };
  const acceptLines = (lines: readonly Line[]): void => {
    const items = itemsOfSuggestions(lines);
    if (items.length > 0 && !isBusy(lines)) void accept(items);
  };
  const reconcile = (difference?: Difference): void => {
    const { lines, picked } = selection;
    const obstacle = obstacleOf(lines, picked);
    if (obstacle !== null) notifyError(obstacle);
    else if (!isBusy(lines)) void accept([itemOfSelection(lines, picked, difference)]);
  };
  /** Enter, and the main button of the bar. */
  const acceptSelection = (): void => {
    const { lines, picked } = selection;
    if (picked.length === 0) {
      const without = lines.filter(({ suggestion }) => !suggestion).length;
      if (without === 0) acceptLines(lines);
      else
        notifyError(
          `${counted(without, 'linha marcada', 'linhas marcadas')} sem sugestão: marque o que responde, no Prumo.`,
        );
    } else if (isZero(sumsOf(lines, picked).rest)) reconcile();
    else notifyError('A soma ainda não fecha: lance a diferença ou marque mais linhas.');
  };
  const ask = (next: Question): void => {
    const lines = 'line' in next ? [next.line] : next.lines;
    if (lines.some(({ view }) => view !== 'OPEN')) notifyError(NOT_OPEN);
    else if (next.kind === 'document' && !haveOneSign(lines)) notifyError('Concilie entradas e saídas separadamente.');
    else if (lines.length > 0 && !isBusy(lines)) setQuestion(next);
  };
  return {
    ...{ question, ask, accept, acceptLines, acceptSelection, reconcile },
    close: () => setQuestion(null),
    acceptLine: (line: Line): void => {
      const item = itemOfSuggestion(line);
      if (item && !isBusy([line])) void accept([item]);
    },
  };
};
export type Work = ReturnType<typeof useWork>;
