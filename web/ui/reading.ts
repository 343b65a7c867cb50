import { createContext, use, useCallback, useEffect, useMemo, useState, type KeyboardEvent } from 'react';

/** What was typed into a field and cannot be read, and why. */
export interface UnreadText {
  text: string;
  /** Portuguese sentence. */
  problem: string;
}

/** By path of the field. */
export type Unread = Readonly<Record<string, UnreadText>>;

/** The fields of one form that hold a text which cannot be read. While there is one, nothing of the form may be saved. */
export interface Reading {
  unread: Unread;
  /** A field was left with such a text; null: it has been changed since, or is gone. */
  report: (path: string, unread: UnreadText | null) => void;
  clear: () => void;
}

/** Every form gives one to its fields: a typed field outside of any does not start. */
export const ReadingContext = createContext<Reading | null>(null);

const NOTHING: Unread = {};

/** The unread texts of a form; `kept` are those of a draft. */
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

/** Problems by path, as a form shows them. */
export const unreadProblems = (unread: Unread): Record<string, string> =>
  Object.fromEntries(Object.entries(unread).map(([path, { problem }]) => [path, problem]));

/** What a text means, or why it cannot be read. */
export type Read<Value> = { value: Value } | { problem: string };

export interface TypedText<Value> {
  /** What stands in the field when it is not the value itself. */
  text: string | null;
  invalid: boolean;
  type: (text: string) => Read<Value>;
  /** The field is left, or Enter is pressed: what was typed is read, or marked. */
  leave: () => void;
  /** The value was chosen another way: what was typed is forgotten. */
  forget: () => void;
  pressEnter: (event: KeyboardEvent) => void;
}

export interface UnreadField {
  left: UnreadText | undefined;
  report: (unread: UnreadText | null) => void;
}

/** Of one field: the text that it holds and cannot read. A field without a path (a filter) holds none. */
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
  // A field that is gone keeps nothing from being saved.
  useEffect(() => () => report(null), [report]);
  return { left: path === undefined ? undefined : reading?.unread[path], report };
};

/**
 * The text of a field between its keys and its value. What cannot be read stays on screen with its problem until it is
 * changed, keeps its form from being saved, and is kept in the draft; the value stays what was read last.
 */
export const useTypedText = <Value>(
  path: string,
  read: (text: string) => Read<Value>,
  onRead: (value: Value) => void,
): TypedText<Value> => {
  const { left, report } = useUnread(path);
  const [draft, setDraft] = useState<string | null>(null);
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
      setDraft(text);
      report(null);
      return read(text);
    },
    leave,
    forget,
    pressEnter: (event) => {
      if (event.key === 'Enter') leave();
    },
  };
};
