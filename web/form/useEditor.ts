import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { errorCode, errorText, failureTextOf, fieldProblems } from '#web/client/errors.ts';
import { notifyError, notifySuccess } from '#web/client/notify.ts';
import { rebased } from './rebased.ts';
import { isDraftOf, useDraft } from './useDraft.ts';
import { useForm, type FormState, type Problems } from './useForm.ts';

/** A stored row that a form edits under its version. */
export interface EditedRow {
  id: string;
  version: number;
}

export interface EditorOptions<Row extends EditedRow, Form extends object> {
  /** What is edited; null for a new one. */
  row: Row | null;
  /** Kind of the draft: 'partner.SUPPLIER'; the row's id is added. */
  draftKey: string;
  /** Tells a draft of this shape from one that an older form left behind. */
  isForm: (value: unknown) => value is Form;
  /** The form of a row, or an empty one. Must be a function outside the component. */
  formOf: (row: Row | null) => Form;
  problemsOf: (form: Form) => Problems;
  /**
   * Stores it, quietly (context.quiet): it throws what the gateway answers, and the editor shows it. `row` has the version
   * that the form stands on, which may be older than the one that the cache knows by now.
   */
  save: (form: Form, row: Row | null) => Promise<Row | undefined>;
  /** "Fornecedor salvo". */
  savedText: string;
  /** Text of §8 for a failure that has no reason of its own. */
  failureText?: string;
  onSaved: (row: Row) => void;
}

export interface Editor<Form> extends FormState<Form> {
  /** When the draft that fills the form was kept; null without one. */
  keptAt: string | null;
  discardDraft: () => void;
  /** Somebody else changed what is being typed in: the sentence; what was typed is still there. */
  conflict: string | null;
  /** What was typed stays, over the row as it is stored now (fetched anew by whoever calls this). */
  keepMine: () => void;
  saving: boolean;
  /** True when it was stored. */
  save: () => Promise<boolean>;
  /** Forgets what was typed: before the row is deleted. */
  forget: () => void;
}

const CHANGED_MEANWHILE = 'Alguém alterou este cadastro enquanto você digitava.';

/** The life of a form: draft, check, save, refusals at their fields, and the other person's change. */
export const useEditor = <Row extends EditedRow, Form extends object>(
  options: EditorOptions<Row, Form>,
): Editor<Form> => {
  const { row, formOf, onSaved } = options;
  const [isDraft] = useState(() => isDraftOf(options.isForm));
  const draft = useDraft(`${options.draftKey}.${row?.id ?? 'new'}`, isDraft);
  const [opened] = useState(() => formOf(row));
  const kept = draft.kept?.value;
  const state = useForm(kept?.form ?? opened, kept?.saved ?? opened, options.problemsOf, kept?.unread);
  const [draftShown, setDraftShown] = useState(draft.kept !== null);
  const [conflict, setConflict] = useState<string | null>(null);
  const [saving, setSaving] = useState(false);
  // Of the stored row that the form stands on; the cache may know a newer one while somebody types.
  const baseVersion = useRef(kept?.version ?? row?.version ?? 0);
  const keeping = useRef(false);
  const { dirty, form, saved, reset, reading } = state;
  const { unread } = reading;

  useEffect(() => {
    if (dirty) draft.keep({ form, saved, version: baseVersion.current, unread });
  }, [draft, dirty, form, saved, unread]);

  /** Puts what was typed on top of the row as it is now; where both changed a field, only when that is wanted. */
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
    if (row && (!dirty || row.version !== baseVersion.current)) standOn(row, keeping.current);
    // Only a new version is news; `dirty` and the form itself change with every key.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [version]);

  // Drawn at once: whoever goes on from here leaves a clean form, and is not asked about unsaved work.
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
  const refuse = (error: unknown) => {
    const problems = fieldProblems(error);
    state.refuse(problems);
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
      accept(stored);
      notifySuccess(options.savedText);
      onSaved(stored);
      return true;
    } catch (error) {
      refuse(error);
      return false;
    } finally {
      setSaving(false);
    }
  };
  return {
    ...state,
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
