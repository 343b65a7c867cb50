import { useEffect, useRef } from 'react';
import type { Edit } from '../document/edit.ts';
import type { DocumentFormState } from '../document/useDocumentForm.ts';
import { edited, NO_STEPS, redone, undone, type Steps } from './steps.ts';

export interface FormHistory<Form> {
  /** Edits the form so that Ctrl+Z undoes it. Consecutive edits with one tag (typing in a cell) are one step. */
  edit: (edit: Edit<Form>, tag?: string) => void;
  undo: () => void;
  redo: () => void;
}

/** Undo and redo for a document's form; a save begins anew. */
export const useHistory = <Form extends object>(state: DocumentFormState<Form>): FormHistory<Form> => {
  const steps = useRef<Steps<Form>>(NO_STEPS);
  const { form, saved, edit } = state;
  useEffect(() => {
    // Lines have other keys once they are stored, so that forms from before do not fit them.
    steps.current = NO_STEPS;
  }, [saved]);
  const go = (step: typeof undone<Form>) => {
    const next = step(steps.current, form);
    if (!next) return;
    steps.current = next.steps;
    edit(() => next.form);
  };
  return {
    edit: (change, tag) => {
      steps.current = edited(steps.current, form, tag);
      edit(change);
    },
    undo: () => go(undone),
    redo: () => go(redone),
  };
};
