import { useEffect, useRef } from 'react';
import type { Edit } from '../document/edit.ts';
import type { DocumentFormState } from '../document/useDocumentForm.ts';

/** Steps that can be undone. */
const MOST = 200;

export interface FormHistory<Form> {
  /** Edits the form so that Ctrl+Z undoes it. Consecutive edits with one tag (typing in a cell) are one step. */
  edit: (edit: Edit<Form>, tag?: string) => void;
  undo: () => void;
  redo: () => void;
}

interface Steps<Form> {
  past: Form[];
  future: Form[];
  tag: string | undefined;
}

/** Undo and redo for a document's form; a save begins anew. */
export const useHistory = <Form extends object>(state: DocumentFormState<Form>): FormHistory<Form> => {
  const steps = useRef<Steps<Form>>({ past: [], future: [], tag: undefined });
  const { form, saved, edit } = state;
  useEffect(() => {
    // Lines have other keys once they are stored, so that forms from before do not fit them.
    steps.current = { past: [], future: [], tag: undefined };
  }, [saved]);
  const go = (from: Form[], to: Form[]) => {
    const next = from.pop();
    if (next === undefined) return;
    to.push(form);
    steps.current.tag = undefined;
    edit(() => next);
  };
  return {
    edit: (change, tag) => {
      const { past } = steps.current;
      if (tag === undefined || tag !== steps.current.tag) past.push(form);
      if (past.length > MOST) past.shift();
      steps.current.tag = tag;
      steps.current.future = [];
      edit(change);
    },
    undo: () => go(steps.current.past, steps.current.future),
    redo: () => go(steps.current.future, steps.current.past),
  };
};
