import { useEffect, useRef, useState } from 'react';
import { isDraftOf, useDraft } from '../useDraft.ts';
import type { EditedRow } from '../useEditor.ts';
import type { DocumentModel } from './model.ts';
import { useDocumentForm, type DocumentFormState } from './useDocumentForm.ts';

export interface DocumentDraftOptions<Stored extends EditedRow, Form extends object> {
  model: DocumentModel<Stored, Form>;
  /** What is edited; null for a new one. */
  stored: Stored | null;
  /** Kind of the draft: 'transaction.DEBIT'; the document's id is added. */
  draftKey: string;
  /** An empty form. */
  fresh: () => Form;
}

export interface DocumentDraft<Stored extends EditedRow, Form extends object> extends DocumentDraftOptions<
  Stored,
  Form
> {
  state: DocumentFormState<Form>;
  /** When the draft that fills the form was kept; null without one, or when it is no longer told. */
  keptAt: string | null;
  /** Forgets the draft, and that there was one. */
  drop: () => void;
  /** Version of the stored document that the form was filled from, which may be older than the cache's. */
  baseVersion: () => number;
  standOn: (version: number) => void;
}

/** The form of a document with its draft, and the stored version that it was typed over. */
export const useDocumentDraft = <Stored extends EditedRow, Form extends object>(
  options: DocumentDraftOptions<Stored, Form>,
): DocumentDraft<Stored, Form> => {
  const { model, stored, fresh } = options;
  const [isDraft] = useState(() => isDraftOf(model.isForm));
  const draft = useDraft(`${options.draftKey}.${stored?.id ?? 'new'}`, isDraft);
  const kept = draft.kept?.value;
  const [opened] = useState(() => (stored ? model.formOf(stored) : fresh()));
  const state = useDocumentForm({
    initial: kept?.form ?? opened,
    saved: kept?.saved ?? opened,
    keptUnread: kept?.unread,
    problemsOf: model.problemsOf,
    pathOf: model.pathOf,
  });
  const [shown, setShown] = useState(draft.kept !== null);
  const base = useRef(kept?.version ?? stored?.version ?? 0);
  const { dirty, form, saved, reset } = state;
  const { unread } = state.reading;
  useEffect(() => {
    if (dirty) draft.keep({ form, saved, version: base.current, unread });
  }, [draft, dirty, form, saved, unread]);
  // Somebody else's change, or the answer of the list: shown at once unless something is being typed.
  const version = stored?.version;
  useEffect(() => {
    if (stored && !dirty) {
      reset(model.formOf(stored));
      base.current = stored.version;
    }
    // Only a new version is news; `dirty` and the form itself change with every key.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [version]);
  return {
    ...options,
    state,
    keptAt: shown ? (draft.kept?.savedAt ?? null) : null,
    drop: () => {
      draft.clear();
      setShown(false);
    },
    baseVersion: () => base.current,
    standOn: (now) => {
      base.current = now;
    },
  };
};
