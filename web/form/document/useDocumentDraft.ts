import { useEffect, useRef, useState } from 'react';
import { isDraftOf, useDraft, type FormDraft } from '../useDraft.ts';
import type { EditedRow } from '../useEditor.ts';
import type { DocumentModel } from './model.ts';
import { useDocumentForm, type DocumentFormState } from './useDocumentForm.ts';

export interface DocumentDraftOptions<Stored extends EditedRow, Form extends object> {
  model: DocumentModel<Stored, Form>;
  /** The stored document; null for a new one. */
  stored: Stored | null;
  /** Kind of the draft: 'transaction.DEBIT'; the document's id is appended. */
  draftKey: string;
  /** Kind of the draft of a stored document, where that of a new one says more; default: the same. */
  storedKey?: string;
  /** Returns an empty form. */
  fresh: () => Form;
  /** Returns the form that nothing is lost of; default: the fresh one. */
  blank?: () => Form;
}

export interface DocumentDraft<Stored extends EditedRow, Form extends object> extends DocumentDraftOptions<
  Stored,
  Form
> {
  state: DocumentFormState<Form>;
  /** When the draft in the form was stored; null without a draft or after its banner was closed. */
  keptAt: string | null;
  /** Deletes the draft and its banner. */
  drop: () => void;
  /** Gives what was typed since the first save of a new document to the form of the stored one, and is clean itself. */
  handOver: (id: string) => void;
  /** Version that the form is based on, which may be older than the cached one. */
  baseVersion: () => number;
  standOn: (version: number) => void;
}

/** Returns the form of a document with its draft, and the stored version it is based on. */
export const useDocumentDraft = <Stored extends EditedRow, Form extends object>(
  options: DocumentDraftOptions<Stored, Form>,
): DocumentDraft<Stored, Form> => {
  const { model, stored, fresh } = options;
  const [isDraft] = useState(() => isDraftOf(model.isForm));
  const draft = useDraft(`${options.draftKey}.${stored?.id ?? 'new'}`, isDraft);
  const kept = draft.kept?.value;
  const [opened] = useState(() => (stored ? model.formOf(stored) : fresh()));
  const [untouched] = useState(() => (stored ? opened : (options.blank?.() ?? opened)));
  const state = useDocumentForm({
    initial: kept?.form ?? opened,
    saved: kept?.saved ?? untouched,
    keptUnread: kept?.unread,
    problemsOf: model.problemsOf,
    pathOf: model.pathOf,
  });
  const [shown, setShown] = useState(draft.kept !== null);
  const base = useRef(kept?.version ?? stored?.version ?? 0);
  const { dirty, form, saved } = state;
  const { unread } = state.reading;
  useEffect(() => {
    if (dirty) draft.keep({ form, saved, version: base.current, unread });
  }, [draft, dirty, form, saved, unread]);
  const typed = useRef<FormDraft<Form> | null>(null);
  useEffect(() => {
    typed.current = dirty ? { form, saved, version: base.current, unread } : null;
  });
  return {
    ...options,
    state,
    keptAt: shown ? (draft.kept?.savedAt ?? null) : null,
    drop: () => {
      draft.clear();
      setShown(false);
    },
    handOver: (id) => {
      const { current } = typed;
      if (!current) return;
      draft.leave(`${options.storedKey ?? options.draftKey}.${id}`, current);
      draft.clear();
      state.reading.clear();
      state.reset(current.saved);
    },
    baseVersion: () => base.current,
    standOn: (now) => {
      base.current = now;
    },
  };
};
