import { errorCode, errorText, fieldProblems } from '#web/client/errors.ts';
import { notifyFailure, notifySuccess, notifyUndo } from '#web/client/notify.ts';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import type { EditedRow } from '../useEditor.ts';
import { differencesOf, mergedForm } from './conflict.ts';
import type { ConflictBannerProps } from './ConflictBanner.tsx';
import type { DocumentDraft } from './useDocumentDraft.ts';

/** The calls of one document. They throw what the gateway answers. */
export interface DocumentCalls<Stored, Form> {
  /** `version` is that of the document which the form was filled from. */
  save: (form: Form, version: number) => Promise<Stored | undefined>;
  /** The document as it is stored now. */
  latest: () => Promise<Stored | null | undefined>;
  remove: () => Promise<void>;
  saving: boolean;
}

export interface DocumentOptions<Stored, Form> {
  calls: DocumentCalls<Stored, Form>;
  texts: { saved: string; removed: string };
  titleOf: (stored: Stored) => string;
  /** A banner says something that has to be meant (a duplicate): the first save leads to it, the next one stores. */
  doubtful: boolean;
  /** What goes on after a save: files that waited for the document. `another` is typed next. */
  afterSave: (stored: Stored, form: Form, another: boolean) => Promise<void>;
  /** A new document was stored under this id. */
  onSaved: (id: string) => void;
  onClose: () => void;
}

export interface DocumentEditor<Stored> {
  /** Stores the form; with `another`, a new one is typed next. The stored document, or null. */
  save: (another?: boolean) => Promise<Stored | null>;
  saving: boolean;
  /** Shows what was stored, by this form or by a call of its own (a payment). */
  accept: (stored: Stored) => void;
  /** Throws the draft away. */
  discard: () => void;
  remove: () => Promise<void>;
  /** Somebody else stored the document while it was edited here; null when nobody did. */
  conflict: ConflictBannerProps | null;
  /** The doubt was pointed out: the next save means it. */
  confirmed: boolean;
  /** Counts the documents typed one after the other: each begins at the first field. */
  round: number;
}

interface Conflict<Stored> {
  /** Who, what and when. */
  text: string;
  theirs: Stored;
}

/** The life of a document in its form: save, save and next, refusals at their fields, the other person's change, delete. */
export const useDocument = <Stored extends EditedRow, Form extends object>(
  draft: DocumentDraft<Stored, Form>,
  options: DocumentOptions<Stored, Form>,
): DocumentEditor<Stored> => {
  const { model, stored: edited, state, fresh, standOn } = draft;
  const { calls, texts, doubtful } = options;
  const { form, reset } = state;
  const [conflict, setConflict] = useState<Conflict<Stored> | null>(null);
  const [confirmed, setConfirmed] = useState(false);
  const [round, setRound] = useState(0);

  const stand = (version: number, next: Form) => {
    draft.drop();
    setConflict(null);
    standOn(version);
    state.reading.clear();
    reset(next);
  };
  // Drawn at once: whoever goes on from here leaves a clean form, and is not asked about unsaved work.
  const accept = (stored: Stored, next = model.formOf(stored)) =>
    flushSync(() => {
      setConfirmed(false);
      stand(stored.version, next);
    });
  const refuse = async (error: unknown) => {
    state.refuse(fieldProblems(error));
    const code = errorCode(error);
    // The stored document says who may change it now, and what somebody else has made of it.
    const now = code === 'CONFLICT' || code === 'FORBIDDEN' ? await calls.latest().catch(() => null) : null;
    if (code !== 'CONFLICT' || !now) return notifyFailure(error);
    setConflict({ text: errorText(error), theirs: now });
    return state.pointOut();
  };
  const save = async (another = false): Promise<Stored | null> => {
    if (!state.check() || calls.saving || conflict) return null;
    if (doubtful && !confirmed) {
      setConfirmed(true);
      state.pointOut();
      return null;
    }
    try {
      const stored = await calls.save(form, draft.baseVersion());
      if (!stored) return null;
      accept(stored, another ? model.nextOf(fresh(), form) : undefined);
      if (another) setRound((count) => count + 1);
      notifySuccess(texts.saved, { detail: options.titleOf(stored) });
      await options.afterSave(stored, form, another);
      if (!another && !edited) options.onSaved(stored.id);
      return stored;
    } catch (error) {
      await refuse(error);
      return null;
    }
  };
  const keepMine = ({ theirs: stored }: Conflict<Stored>) => {
    const theirs = model.formOf(stored);
    reset(mergedForm(model, state.saved, form, theirs), theirs);
    standOn(stored.version);
    setConflict(null);
  };
  const takeTheirs = ({ theirs: stored }: Conflict<Stored>) => {
    accept(stored);
    notifyUndo('A versão gravada está na tela', () => reset(form, model.formOf(stored)));
  };
  const remove = async () => {
    try {
      await calls.remove();
      draft.drop();
      notifySuccess(texts.removed);
      options.onClose();
    } catch (error) {
      notifyFailure(error);
    }
  };
  return {
    ...{ save, saving: calls.saving, accept, remove, confirmed, round },
    discard: () => stand(edited?.version ?? 0, edited ? model.formOf(edited) : fresh()),
    conflict: conflict && {
      text: conflict.text,
      differences: differencesOf(model.fields, state.saved, form, model.formOf(conflict.theirs)),
      onKeep: () => keepMine(conflict),
      onTake: () => takeTheirs(conflict),
    },
  };
};
