import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { errorCode, errorText, fieldProblems } from './errors.ts';
import { notifyError, notifySuccess } from './notify.ts';
import { useDraft } from './useDraft.ts';
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
  /** Stores it, quietly (context.quiet): it throws what the gateway answers, and the editor shows it. */
  save: (form: Form) => Promise<Row | undefined>;
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
  /** The sentence of a stale save; what was typed is still there. */
  conflict: string | null;
  dismissConflict: () => void;
  saving: boolean;
  /** True when it was stored. */
  save: () => Promise<boolean>;
  /** Forgets what was typed: before the row is deleted. */
  forget: () => void;
}

/** The life of a form: draft, check, save, refusals at their fields, and the other person's change. */
export const useEditor = <Row extends EditedRow, Form extends object>(
  options: EditorOptions<Row, Form>,
): Editor<Form> => {
  const { row, formOf, onSaved } = options;
  const draft = useDraft(`${options.draftKey}.${row?.id ?? 'new'}`, options.isForm);
  const [opened] = useState(() => formOf(row));
  const state = useForm(draft.kept?.value ?? opened, opened, options.problemsOf);
  const [draftShown, setDraftShown] = useState(draft.kept !== null);
  const [conflict, setConflict] = useState<string | null>(null);
  const [saving, setSaving] = useState(false);
  const { dirty, form, reset } = state;

  useEffect(() => {
    if (dirty) draft.keep(form);
  }, [draft, dirty, form]);
  const version = row?.version;
  useEffect(() => {
    if (row && !dirty) reset(formOf(row));
    // Only a new version is news; `dirty` and the form itself change with every key.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [version]);

  // Drawn at once: whoever goes on from here leaves a clean form, and is not asked about unsaved work.
  const accept = (stored: Row | null) => {
    draft.clear();
    flushSync(() => {
      setDraftShown(false);
      setConflict(null);
      reset(formOf(stored));
    });
  };
  const refuse = (error: unknown) => {
    const problems = fieldProblems(error);
    state.refuse(problems);
    if (problems.length > 0) return;
    const code = errorCode(error);
    if (code === 'CONFLICT') return setConflict(errorText(error));
    // The general words for what nobody expected say less than those of the form (§8).
    const general = code === undefined || code === 'INTERNAL' || code === 'UNAVAILABLE';
    return notifyError((general && options.failureText) || errorText(error));
  };
  const save = async (): Promise<boolean> => {
    state.check();
    if (saving || Object.keys(state.blocking).length > 0) return false;
    setSaving(true);
    try {
      const stored = await options.save(form);
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
    dismissConflict: () => setConflict(null),
    saving,
    save,
    forget: () => accept(row),
  };
};
