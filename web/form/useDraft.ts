import type { Unread } from '#web/ui/reading.ts';
import { use, useCallback, useEffect, useRef, useState } from 'react';
import { isRecord, isText, keysOf, prefix, readJson, writeJson } from '#web/client/storage.ts';
import { SessionContext } from '#web/session/sessionContext.ts';
import { currentUser } from '#web/client/token.ts';

interface Kept {
  savedAt: string;
  value: unknown;
  /** Company of the place that it was typed in; absent in drafts of older versions, and without a session. */
  companyId?: string;
}

const isKept = (value: unknown): value is Kept =>
  isRecord(value) &&
  isText(value.savedAt) &&
  'value' in value &&
  (value.companyId === undefined || isText(value.companyId));

const ofUser = (): string => `draft.${currentUser() ?? ''}.`;
const keyOf = (key: string): string => ofUser() + key;

/** A draft of this browser's user, under the key of its form. */
export interface KeptDraft extends Kept {
  key: string;
}

/** Returns the drafts that this browser keeps of its user, the newest first. */
export const keptDrafts = (): KeptDraft[] =>
  keysOf(localStorage)
    .filter((key) => key.startsWith(ofUser()))
    .flatMap((key) => {
      const kept = readJson(localStorage, key, isKept);
      return kept ? [{ ...kept, key: key.slice(ofUser().length) }] : [];
    })
    .sort((a, b) => (a.savedAt < b.savedAt ? 1 : -1));

/** Stored draft of a form, with the row it was typed over, so that a change by another user since is detected. */
export interface FormDraft<Form> {
  form: Form;
  /** The form's values as stored when the user began to type. */
  saved: Form;
  /** Version of that row; 0 for a new one. */
  version: number;
  /** Invalid texts of the fields; absent without any. */
  unread?: Unread;
}

const isUnread = (value: unknown): value is Unread | undefined =>
  value === undefined ||
  (isRecord(value) && Object.values(value).every((one) => isRecord(one) && isText(one.text) && isText(one.problem)));

/** Returns a check whether a stored draft has the current shape of the form. */
export const isDraftOf =
  <Form>(isForm: (value: unknown) => value is Form) =>
  (value: unknown): value is FormDraft<Form> =>
    isRecord(value) &&
    isForm(value.form) &&
    isForm(value.saved) &&
    typeof value.version === 'number' &&
    isUnread(value.unread);

export interface Draft<Value> {
  /** The stored draft, or null. Read once, when the form opens. */
  kept: { value: Value; savedAt: string } | null;
  /** Stores the form's values; call it on each change, it writes at most twice a second. */
  keep: (value: Value) => void;
  /** Stores a draft under the key of another form, which is about to open. */
  leave: (key: string, value: Value) => void;
  /** Deletes the draft, after a save or when the user discards it. */
  clear: () => void;
}

/**
 * Stores the input of a form, so that it survives a closed tab, an expired session and a crash. One draft per user and
 * key, such as 'transaction.new' or 'transaction.17'; logging out deletes them.
 * @param isValue returns whether a stored draft has the current shape of the form.
 */
export const useDraft = <Value>(key: string, isValue: (value: unknown) => value is Value): Draft<Value> => {
  const fullKey = keyOf(key);
  const companyId = use(SessionContext)?.place.company?.id;
  const [kept] = useState(() => {
    const found = readJson(localStorage, fullKey, isKept);
    return found && isValue(found.value) ? { value: found.value, savedAt: found.savedAt } : null;
  });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const pending = useRef<(() => void) | null>(null);

  const flush = useCallback(() => {
    clearTimeout(timer.current);
    pending.current?.();
    pending.current = null;
  }, []);
  const write = useCallback(
    (at: string, value: Value) => {
      const now: Kept = { savedAt: new Date().toISOString(), value, ...(companyId !== undefined && { companyId }) };
      writeJson(localStorage, at, now);
    },
    [companyId],
  );
  const keep = useCallback(
    (value: Value) => {
      pending.current = () => write(fullKey, value);
      clearTimeout(timer.current);
      timer.current = setTimeout(flush, 500);
    },
    [flush, fullKey, write],
  );
  const leave = useCallback((other: string, value: Value) => write(keyOf(other), value), [write]);
  const clear = useCallback(() => {
    clearTimeout(timer.current);
    pending.current = null;
    localStorage.removeItem(prefix + fullKey);
  }, [fullKey]);

  useEffect(() => {
    window.addEventListener('pagehide', flush);
    return () => {
      window.removeEventListener('pagehide', flush);
      flush();
    };
  }, [flush]);
  return { kept, keep, leave, clear };
};
