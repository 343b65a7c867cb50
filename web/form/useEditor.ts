import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { errorCode, errorText, failureTextOf, fieldProblems } from '#web/client/errors.ts';
import { notifyError, notifySuccess } from '#web/client/notify.ts';
import { rebased } from './rebased.ts';
import { same } from './same.ts';
import { isDraftOf, useDraft } from './useDraft.ts';
import { useForm, type FormState, type Problems } from './useForm.ts';

/** A stored row that a form edits, with its version. */
export interface EditedRow {
  id: string;
  version: number;
}

export interface EditorOptions<Row extends EditedRow, Form extends object> {
  /** The edited row; null for a new one. */
  row: Row | null;
  /** Kind of the draft: 'partner.SUPPLIER'; the row's id is appended. */
  draftKey: string;
  /** Kind of the stored row's draft, where a new one has another. */
  storedKey?: string;
  /** Returns whether a stored draft has the current shape of the form. */
  isForm: (value: unknown) => value is Form;
  /** Returns the form of a row, or an empty one. Must be defined outside the component. */
  formOf: (row: Row | null) => Form;
  /** Returns what a new row begins with, of the empty form. */
  begin?: ((form: Form) => Form) | undefined;
  problemsOf: (form: Form) => Problems;
  /**
   * Stores the form with context.quiet; throws the gateway's error, which the editor shows. `row` has the version the
   * form is based on, which may be older than the cached one.
   */
  save: (form: Form, row: Row | null) => Promise<Row | undefined>;
  /** The form is of an act that a save ends, such as a receipt: what is typed during the save is no part of another one. */
  isAct?: boolean;
  /** "Fornecedor salvo". */
  savedText: string | ((saved: Row) => string);
  /** Second line and button of the message: an undo. */
  savedMore?: (saved: Row) => NonNullable<Parameters<typeof notifySuccess>[1]>;
  /** Text of §8 for a failure without a specific reason. */
  failureText?: string;
  /** Path in the form of a path that the service names, where they differ. */
  pathOf?: (path: string, form: Form) => string;
  onSaved: (row: Row) => void;
}

export interface Editor<Form> extends FormState<Form> {
  /** The stored row; null for a new one. */
  row: EditedRow | null;
  /** When the draft in the form was stored; null without a draft. */
  keptAt: string | null;
  discardDraft: () => void;
  /** Sentence about a change by another user in the same fields; null without one. The typed input is kept. */
  conflict: string | null;
  /** Keeps the typed input on top of the stored row; the caller refetches the row. */
  keepMine: () => void;
  saving: boolean;
  /** Returns true when the row was stored, and nothing was typed since. */
  save: () => Promise<boolean>;
  /** Discards the draft; call it before deleting the row. */
  forget: () => void;
}

const CHANGED_MEANWHILE = 'Alguém alterou este cadastro enquanto você digitava.';

/** Manages a form from draft to save: validation, errors at their fields, and changes by other users. */
export const useEditor = <Row extends EditedRow, Form extends object>(
  options: EditorOptions<Row, Form>,
): Editor<Form> => {
  const { row, formOf, onSaved } = options;
  const [isDraft] = useState(() => isDraftOf(options.isForm));
  const draft = useDraft(`${options.draftKey}.${row?.id ?? 'new'}`, isDraft);
  const [opened] = useState(() => formOf(row));
  const [begins] = useState(() => (row === null ? (options.begin?.(opened) ?? opened) : opened));
  const kept = draft.kept?.value;
  const state = useForm(kept?.form ?? begins, kept?.saved ?? opened, options.problemsOf, kept?.unread);
  const [draftShown, setDraftShown] = useState(draft.kept !== null);
  const [conflict, setConflict] = useState<string | null>(null);
  const [saving, setSaving] = useState(false);
  // Version of the row that the form is based on; the cache may get a newer one while the user types.
  const baseVersion = useRef(kept?.version ?? row?.version ?? 0);
  const keeping = useRef(false);
  const { dirty, form, saved, reset, reading } = state;
  const { unread } = reading;

  /** What is typed by now, also since a save began. */
  const typed = useRef({ form, unread });
  useEffect(() => {
    typed.current = { form, unread };
  }, [form, unread]);
  useEffect(() => {
    if (dirty) draft.keep({ form, saved, version: baseVersion.current, unread });
  }, [draft, dirty, form, saved, unread]);

  /** Rebases the form onto the current row; where both changed a field, only if `mineWins`. */
  const standOn = (now: Row, mineWins: boolean) => {
    const theirs = formOf(now);
    const { merged, overlapping } = rebased(saved, form, theirs);
    if (overlapping && !mineWins) return setConflict(CHANGED_MEANWHILE);
    baseVersion.current = now.version;
    keeping.current = false;
    setConflict(null);
    return reset(merged, theirs);
  };
  const version = row?.version;
  useEffect(() => {
    // The answer of an own save is for `settle`.
    if (row && !saving && (!dirty || row.version !== baseVersion.current)) standOn(row, keeping.current);
    // Runs for a new version only; `dirty` and the form change with every keystroke.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [version]);

  // Renders synchronously, so that a navigation right after the save leaves a clean form without a question.
  const accept = (stored: Row | null) => {
    draft.clear();
    baseVersion.current = stored?.version ?? 0;
    keeping.current = false;
    flushSync(() => {
      setDraftShown(false);
      setConflict(null);
      reading.clear();
      reset(formOf(stored));
    });
  };
  /** Shows the answer of a save and keeps what was typed while it was under way; returns whether that is still here. */
  const settle = (sent: Form, stored: Row): boolean => {
    const { current: now } = typed;
    const isDone = options.isAct || (same(now.form, sent) && Object.keys(now.unread).length === 0);
    if (isDone || !row) accept(stored);
    if (isDone) return false;
    const saved = formOf(stored);
    const { merged } = rebased(sent, now.form, saved);
    const { version } = stored;
    if (!row) {
      // The stored row has a form of its own, which opens with it.
      const key = `${options.storedKey ?? options.draftKey}.${stored.id}`;
      draft.leave(key, { form: merged, saved, version, unread: now.unread });
      return false;
    }
    baseVersion.current = version;
    keeping.current = false;
    flushSync(() => {
      setConflict(null);
      reset(merged, saved);
    });
    return true;
  };
  const refuse = (error: unknown) => {
    const problems = fieldProblems(error);
    state.refuse(problems.map((one) => ({ ...one, path: options.pathOf?.(one.path, form) ?? one.path })));
    if (problems.length > 0) return;
    if (errorCode(error) === 'CONFLICT') {
      setConflict(errorText(error));
      return state.pointOut();
    }
    return notifyError(failureTextOf(error, options.failureText));
  };
  const save = async (): Promise<boolean> => {
    if (!state.check() || saving) return false;
    setSaving(true);
    try {
      const stored = await options.save(form, row && { ...row, version: baseVersion.current });
      if (!stored) return false;
      const isTyped = settle(form, stored);
      const { savedText } = options;
      notifySuccess(typeof savedText === 'string' ? savedText : savedText(stored), options.savedMore?.(stored));
      if (!isTyped) onSaved(stored);
      return !isTyped;
    } catch (error) {
      refuse(error);
      return false;
    } finally {
      setSaving(false);
    }
  };
  return {
    ...state,
    row,
    keptAt: draftShown ? (draft.kept?.savedAt ?? null) : null,
    discardDraft: () => accept(row),
    conflict,
    keepMine: () => {
      setConflict(null);
      keeping.current = true;
      if (row && row.version !== baseVersion.current) standOn(row, true);
    },
    saving,
    save,
    forget: () => accept(row),
  };
};
