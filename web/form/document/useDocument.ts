import { errorCode, errorText, fieldProblems } from '#web/client/errors.ts';
import { notifyFailure, notifySuccess, notifyUndo } from '#web/client/notify.ts';
import { onRowsChanged, onRowStored, type StoredRow } from '#web/client/live.ts';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { liveRowOf } from '#web/session/liveRow.ts';
import type { EditedRow } from '../useEditor.ts';
import { differencesOf, mergedForm, overlapping } from './conflict.ts';
import type { ConflictBannerProps } from './ConflictBanner.tsx';
import type { DocumentDraft } from './useDocumentDraft.ts';

/** The calls of one document. They throw the gateway's errors. */
export interface DocumentCalls<Stored, Form> {
  /** `version` is the one the form is based on. */
  save: (form: Form, version: number) => Promise<Stored | undefined>;
  /** Fetches the stored document. */
  latest: () => Promise<Stored | null | undefined>;
  remove: () => Promise<void>;
  /** Takes the removal back, and tells so; absent where that cannot be done. */
  restore?: () => Promise<unknown>;
  saving: boolean;
}

export interface DocumentOptions<Stored, Form> {
  calls: DocumentCalls<Stored, Form>;
  texts: { saved: string; removed: string };
  titleOf: (stored: Stored) => string;
  /** A banner needs confirmation (a duplicate): the first save focuses it, the next one stores. */
  doubtful: boolean;
  /** Runs after a save, such as uploads of waiting files. `another`: a new document is opened next. */
  afterSave: (stored: Stored, form: Form, another: boolean) => Promise<void>;
  /** Called with the id of a new document after its save. */
  onSaved: (id: string) => void;
  onClose: () => void;
}

export interface DocumentEditor<Stored> {
  /** Saves the form; with `another`, opens a new one. Returns the stored document, or null. */
  save: (another?: boolean) => Promise<Stored | null>;
  saving: boolean;
  /** Shows a stored document, and nothing of what was typed. */
  accept: (stored: Stored) => void;
  /** Discards the draft. */
  discard: () => void;
  remove: () => Promise<void>;
  /** The conflict with a version stored by another user; null without one. */
  conflict: ConflictBannerProps | null;
  /** The warning was shown: the next save stores the document. */
  confirmed: boolean;
  /** Number of documents entered in sequence; each new one focuses the first field. */
  round: number;
}

/** An own save has its answer in the form by then. */
const SETTLED = 100;

interface Conflict<Stored> {
  /** User, change and time. */
  text: string;
  theirs: Stored;
}

/** Manages a document from form to save: save, save and new, errors at their fields, conflicts, delete. */
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
  /** A new document that is stored: what is typed until the form of the stored one opens is handed over to that. */
  const leaving = useRef(false);

  const stand = (version: number, next: Form) => {
    draft.drop();
    setConflict(null);
    standOn(version);
    state.reading.clear();
    reset(next);
  };
  // Renders synchronously, so that a navigation right after the save leaves a clean form without a question.
  const accept = (stored: Stored, next = model.formOf(stored)) =>
    flushSync(() => {
      setConfirmed(false);
      stand(stored.version, next);
    });
  /** Shows the answer of a call, which has sent this form or none, and keeps what was typed while it was under way. */
  const settle = (sent: Form | null, stored: Stored) =>
    flushSync(() => {
      setConfirmed(false);
      draft.drop();
      standOn(stored.version);
      state.settle(sent, model.formOf(stored), (before, mine, theirs) => mergedForm(model, before, mine, theirs));
    });
  const leave = (stored: Stored) => {
    flushSync(() => draft.handOver(stored.id));
    options.onSaved(stored.id);
  };
  const refuse = async (error: unknown) => {
    state.refuse(fieldProblems(error));
    const code = errorCode(error);
    // The stored document has the current rights and the other user's changes.
    const now = code === 'CONFLICT' || code === 'FORBIDDEN' ? await calls.latest().catch(() => null) : null;
    if (code !== 'CONFLICT' || !now) return notifyFailure(error);
    setConflict({ text: errorText(error), theirs: now });
    return state.pointOut();
  };
  /** What was typed since the newer version was asked for stays on top, where that version left its fields alone. */
  const showWhole = useEffectEvent((now: Stored) => {
    if (calls.saving) return;
    const theirs = model.formOf(now);
    if (!state.dirty) return stand(now.version, theirs);
    if (now.version === draft.baseVersion() || overlapping(model, state.saved, form, theirs)) return;
    standOn(now.version);
    reset(mergedForm(model, state.saved, form, theirs), theirs);
  });
  const renew = useEffectEvent(async () => {
    const now = await calls.latest().catch(() => null);
    if (now) showWhole(now);
  });
  /** Shows the document as it is stored now, unless something is typed already: a save then finds the conflict. */
  const renewUntouched = useEffectEvent(() => {
    if (!state.dirty) void renew();
  });
  /** The same for a newer version in the cache, once an own save had the time to put its answer into the form. */
  const renewSoon = useEffectEvent(() => {
    if (state.dirty) return undefined;
    const timer = setTimeout(() => {
      if (edited?.version !== draft.baseVersion()) void renew();
    }, SETTLED);
    return () => clearTimeout(timer);
  });
  const version = edited?.version;
  const row = liveRowOf(edited);
  const [type, id] = [row?.type, row?.id];
  // A list may have read a newer version of parts of the document: the rest of it is read, too, before it is edited.
  useEffect(() => (version === undefined ? undefined : renewSoon()), [version]);
  useEffect(
    () =>
      onRowsChanged((change) => {
        if (change.type === type && id !== undefined && change.ids?.includes(id)) renewUntouched();
      }),
    [type, id],
  );
  const takeIn = useEffectEvent((stored: StoredRow) => {
    const own = liveRowOf(stored);
    // Safe cast: the same document, with all that its form shows.
    if (own && own.type === type && own.id === id) settle(null, stored as Stored);
  });
  useEffect(() => onRowStored((stored) => takeIn(stored)), []);
  const save = async (another = false): Promise<Stored | null> => {
    if (!state.check() || calls.saving || leaving.current || conflict) return null;
    if (doubtful && !confirmed) {
      setConfirmed(true);
      state.pointOut();
      return null;
    }
    try {
      const stored = await calls.save(form, draft.baseVersion());
      if (!stored) return null;
      if (another) accept(stored, model.nextOf(fresh(), form));
      else settle(form, stored);
      if (another) setRound((count) => count + 1);
      notifySuccess(texts.saved, { detail: options.titleOf(stored) });
      leaving.current = !another && !edited;
      await options.afterSave(stored, form, another).finally(() => leaving.current && leave(stored));
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
      if (calls.restore) notifyUndo(texts.removed, () => void calls.restore?.());
      else notifySuccess(texts.removed);
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
