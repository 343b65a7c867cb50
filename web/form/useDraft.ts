import type { Unread } from '#web/ui/reading.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { isRecord, isText, prefix, readJson, writeJson } from '#web/client/storage.ts';
import { currentUser } from '#web/client/token.ts';

interface Kept {
  savedAt: string;
  value: unknown;
}

const isKept = (value: unknown): value is Kept => isRecord(value) && isText(value.savedAt) && 'value' in value;

/** What is kept of a form over a stored row: also what it was typed over, so that somebody else's change since is seen. */
export interface FormDraft<Form> {
  form: Form;
  /** The form as it was stored when the typing began. */
  saved: Form;
  /** Version of that row; 0 for a new one. */
  version: number;
  /** What was typed and could not be read; absent where there was nothing of it. */
  unread?: Unread;
}

const isUnread = (value: unknown): value is Unread | undefined =>
  value === undefined ||
  (isRecord(value) && Object.values(value).every((one) => isRecord(one) && isText(one.text) && isText(one.problem)));

/** Tells a draft of this form from one that an older version of it left behind. */
export const isDraftOf =
  <Form>(isForm: (value: unknown) => value is Form) =>
  (value: unknown): value is FormDraft<Form> =>
    isRecord(value) &&
    isForm(value.form) &&
    isForm(value.saved) &&
    typeof value.version === 'number' &&
    isUnread(value.unread);

export interface Draft<Value> {
  /** What was kept the last time, or null. Read once, when the form opens. */
  kept: { value: Value; savedAt: string } | null;
  /** Keeps the form's values; call it on each change, it writes at most twice a second. */
  keep: (value: Value) => void;
  /** After a save, or when the person throws the draft away. */
  clear: () => void;
}

/**
 * What is typed in a form survives a closed tab, an ended session and a crash. One draft per user and key, such as
 * 'transaction.new' or 'transaction.17'; logging out clears them.
 * @param isValue tells a draft of this shape from one that an older version of the form left behind.
 */
export const useDraft = <Value>(key: string, isValue: (value: unknown) => value is Value): Draft<Value> => {
  const fullKey = `draft.${currentUser() ?? ''}.${key}`;
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
  const keep = useCallback(
    (value: Value) => {
      pending.current = () => writeJson(localStorage, fullKey, { savedAt: new Date().toISOString(), value });
      clearTimeout(timer.current);
      timer.current = setTimeout(flush, 500);
    },
    [flush, fullKey],
  );
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
  return { kept, keep, clear };
};
