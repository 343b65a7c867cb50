import { todayIn } from '#domain/dates.ts';
import type { FieldProblem } from '#domain/errors.ts';
import type { QuoteRequest } from '#schema/purchase/quotes/quoteRequest.rest.ts';
import { readJson, removeKeys, writeJson } from '#web/client/storage.ts';
import { useCallback, useEffect, useState } from 'react';
import type { RequestApi } from './requestApi.ts';
import { isTyped, readTyped, typedOf, type Request, type Typed } from './typed.ts';

/** A pause after the last key, as the page promises. */
const PAUSE = 1_000;
/** Without a connection, the draft is sent again. */
const AGAIN = 10_000;

export type Saved =
  { kind: 'none' } | { kind: 'saving' } | { kind: 'saved'; at: string } | { kind: 'offline' } | { kind: 'refused' };

/** Where the device keeps what is typed. Lines are of one request alone; the token stays out of it, for it is a key. */
const keyOf = ({ lines, supplier }: Request): string => `quote.${lines[0]?.id ?? 0}.${supplier}`;

interface Typing {
  typed: Typed;
  /** Saves that this text still waits for: 0 once the server has it. */
  attempt: number;
}

/** What is typed: kept on the server a second after the last key, and on the device at once. */
export const useAnswer = (opened: QuoteRequest & { request: Request }, api: RequestApi) => {
  const { request } = opened;
  const key = keyOf(request);
  // The device keeps what the server has not taken: it is newer.
  const [{ typed, attempt }, setTyping] = useState<Typing>(() => {
    const kept = readJson(localStorage, key, isTyped);
    return kept ? { typed: kept, attempt: 1 } : { typed: typedOf(opened.answer), attempt: 0 };
  });
  const [saved, setSaved] = useState<Saved>(
    opened.answer?.savedAt == null ? { kind: 'none' } : { kind: 'saved', at: opened.answer.savedAt },
  );
  const [problems, setProblems] = useState<readonly FieldProblem[]>([]);

  useEffect(() => {
    if (attempt === 0) return;
    let newest = true;
    const save = async () => {
      setSaved({ kind: 'saving' });
      const read = readTyped(typed, request, todayIn(new Date()));
      const outcome = await api.save(read.body);
      // Something else was typed meanwhile: its own save tells.
      if (!newest) return;
      if ('data' in outcome && read.problems.length > 0) {
        // The server has the rest; the text that says nothing stays on the device.
        setSaved({ kind: 'refused' });
        setProblems(read.problems);
      } else if ('data' in outcome) {
        removeKeys(localStorage, (one) => one === key);
        setTyping((before) => ({ ...before, attempt: 0 }));
        setSaved({ kind: 'saved', at: outcome.data.savedAt });
      } else if (outcome.status === 0 || outcome.status >= 429) {
        setSaved({ kind: 'offline' });
        setTyping((before) => ({ ...before, attempt: before.attempt + 1 }));
      } else {
        setSaved({ kind: 'refused' });
        setProblems(outcome.fields);
      }
    };
    const timer = setTimeout(() => void save(), attempt === 1 ? PAUSE : AGAIN);
    return () => {
      newest = false;
      clearTimeout(timer);
    };
  }, [typed, attempt, api, request, key]);

  const change = useCallback(
    (next: (before: Typed) => Typed): void => {
      setTyping((before) => {
        const after = next(before.typed);
        writeJson(localStorage, key, after);
        return { typed: after, attempt: 1 };
      });
      setProblems([]);
    },
    [key],
  );

  return {
    ...{ typed, saved, problems, change, setProblems },
    /** After sending: nothing is left to be kept. */
    forget: () => {
      removeKeys(localStorage, (one) => one === key);
      setTyping((before) => ({ ...before, attempt: 0 }));
    },
  };
};
