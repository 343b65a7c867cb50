import { createContext, use, useCallback, useEffect, useMemo, useState, type KeyboardEvent } from 'react';

/** Invalid text of a field, with its problem. */
export interface UnreadText {
  text: string;
  /** Portuguese sentence. */
  problem: string;
}

/** By field path. */
export type Unread = Readonly<Record<string, UnreadText>>;

/** The fields of a form with invalid text. While there is one, the form cannot be saved. */
export interface Reading {
  unread: Unread;
  /** Reports invalid text when a field loses the focus; null when the field changes or is unmounted. */
  report: (path: string, unread: UnreadText | null) => void;
  clear: () => void;
}

/** Every form provides one to its fields; a typed field outside a form throws. */
export const ReadingContext = createContext<Reading | null>(null);

const NOTHING: Unread = {};

/** Returns the invalid texts of a form; `kept` are those restored from a draft. */
export const useReading = (kept: Unread = NOTHING): Reading => {
  const [unread, setUnread] = useState(kept);
  const report = useCallback(
    (path: string, text: UnreadText | null) =>
      setUnread((now) => {
        if (text === null && !(path in now)) return now;
        const { [path]: _before, ...others } = now;
        return text === null ? others : { ...others, [path]: text };
      }),
    [],
  );
  const clear = useCallback(() => setUnread(NOTHING), []);
  return useMemo(() => ({ unread, report, clear }), [unread, report, clear]);
};

/** Returns the problems by field path, in the shape forms show. */
export const unreadProblems = (unread: Unread): Record<string, string> =>
  Object.fromEntries(Object.entries(unread).map(([path, { problem }]) => [path, problem]));

/** The parsed value, or why the text is invalid. */
export type Read<Value> = { value: Value } | { problem: string };

export interface TypedText<Value> {
  /** The field's text while it differs from the formatted value. */
  text: string | null;
  invalid: boolean;
  type: (text: string) => Read<Value>;
  /** On blur or Enter: parses the typed text, and reports it when invalid. */
  leave: () => void;
  /** The value was chosen in another way: discards the typed text. */
  forget: () => void;
  pressEnter: (event: KeyboardEvent) => void;
}

export interface UnreadField {
  left: UnreadText | undefined;
  report: (unread: UnreadText | null) => void;
}

/**
 * Returns the invalid text of one field and reports it to the form. A field without a path (a filter) holds none.
 * Throws when a field with a path is outside a form.
 */
export const useUnread = (path: string | undefined): UnreadField => {
  const reading = use(ReadingContext);
  if (!reading && path !== undefined) {
    throw new Error(`The field ${path} stands outside a form that knows what cannot be read`);
  }
  const own = reading?.report;
  const report = useCallback(
    (text: UnreadText | null) => {
      if (path !== undefined) own?.(path, text);
    },
    [own, path],
  );
  // An unmounted field does not keep the form from being saved.
  useEffect(() => () => report(null), [report]);
  return { left: path === undefined ? undefined : reading?.unread[path], report };
};

/**
 * The text of a field between keystrokes and value. Invalid text stays on screen with its problem until it changes,
 * keeps the form from being saved, and is stored in the draft; the value stays the last valid one.
 */
export const useTypedText = <Value>(
  path: string,
  read: (text: string) => Read<Value>,
  onRead: (value: Value) => void,
  /** The form's value, of fields that an undo can change while they are typed in: the typed text then gives way. */
  value?: Value,
): TypedText<Value> => {
  const { left, report } = useUnread(path);
  const [draft, setDraft] = useState<string | null>(null);
  const [seen, setSeen] = useState(value);
  // What was typed and has not come back as the form's value yet: typing is faster than the form at times.
  const [sent, setSent] = useState<readonly Value[]>([]);
  if (value !== seen) {
    setSeen(value);
    const at = value === undefined ? -1 : sent.indexOf(value);
    setSent(at < 0 ? [] : sent.slice(at + 1));
    if (at < 0) setDraft(null);
  }
  const forget = () => {
    setDraft(null);
    report(null);
  };
  const leave = () => {
    if (draft === null) return;
    const answer = read(draft);
    setDraft(null);
    if ('problem' in answer) report({ text: draft, problem: answer.problem });
    else onRead(answer.value);
  };
  return {
    text: draft ?? left?.text ?? null,
    invalid: left !== undefined,
    type: (text) => {
      const answer = read(text);
      setDraft(text);
      report(null);
      if ('value' in answer && answer.value !== (sent.at(-1) ?? value)) setSent([...sent, answer.value]);
      return answer;
    },
    leave,
    forget,
    pressEnter: (event) => {
      if (event.key === 'Enter') leave();
    },
  };
};
