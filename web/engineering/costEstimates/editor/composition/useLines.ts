import { edited, NO_STEPS, redone, undone, type Steps } from '#web/form/lines/steps.ts';
import { useState } from 'react';
import type { CompositionLines } from '../model/composition.ts';

interface State {
  lines: CompositionLines;
  steps: Steps<CompositionLines>;
}

/** Lines of a composition with undo and redo of what was done to them in the dialog. */
export const useLines = (initial: CompositionLines) => {
  const [{ lines }, setState] = useState<State>({ lines: initial, steps: NO_STEPS });
  const go = (step: typeof undone<CompositionLines>) =>
    setState((now) => {
      const next = step(now.steps, now.lines);
      return next ? { lines: next.form, steps: next.steps } : now;
    });
  return {
    lines,
    edit: (change: (now: CompositionLines) => CompositionLines, tag?: string) =>
      setState((now) => ({ lines: change(now.lines), steps: edited(now.steps, now.lines, tag) })),
    undo: () => go(undone),
    redo: () => go(redone),
  };
};
