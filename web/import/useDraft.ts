import { readJson, removeKeys, writeJson } from '#web/client/storage.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { isDraft, type Draft } from './draft.ts';

const keyOf = (register: string): string => `import.${register}`;
/** Pause in ms after the last change until the spreadsheet is stored. */
const PAUSE = 400;

/** The spreadsheet on its way, kept for this tab over a reload, and what undoes the last change of its cells. */
export const useImportDraft = (register: string) => {
  const [draft, setDraft] = useState(() => readJson(sessionStorage, keyOf(register), isDraft));
  const before = useRef<Draft[]>([]);
  useEffect(() => {
    if (draft === null) {
      removeKeys(sessionStorage, (key) => key === keyOf(register));
      return undefined;
    }
    const store = () => writeJson(sessionStorage, keyOf(register), draft);
    const timer = setTimeout(store, PAUSE);
    window.addEventListener('pagehide', store);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('pagehide', store);
    };
  }, [draft, register]);
  const change = useCallback((next: (current: Draft) => Draft) => {
    setDraft((current) => {
      if (current === null) return null;
      const changed = next(current);
      if (changed !== current) before.current.push(current);
      return changed;
    });
  }, []);
  const undo = useCallback(() => {
    const last = before.current.pop();
    if (last) setDraft(last);
  }, []);
  const start = useCallback((next: Draft | null) => {
    before.current = [];
    setDraft(next);
  }, []);
  return { draft, change, undo, start };
};
