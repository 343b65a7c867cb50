import { isRecord, isText, readJson, removeKeys, writeJson } from '#web/client/storage.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { isDraft, isList, isRow, type Draft } from './draft.ts';
import type { Grid } from './read/readFile.ts';

const keyOf = (register: string): string => `import.${register}`;
const sheetsKeyOf = (register: string): string => `import.sheets.${register}`;
/** Pause in ms after the last change until the spreadsheet is stored. */
const PAUSE = 400;

const isGrid = (value: unknown): value is Grid =>
  isRecord(value) && isText(value.fileName) && isText(value.sheet) && isList(value.rows, isRow);
const areGrids = (value: unknown): value is Grid[] => isList(value, isGrid);

const forget = (key: string): void => removeKeys(sessionStorage, (known) => known === key);

/** The sheets of a workbook that has several, kept for this tab where they fit beside what is edited. */
const useSheets = (register: string) => {
  const [sheets, setSheets] = useState(() => readJson(sessionStorage, sheetsKeyOf(register), areGrids) ?? []);
  const keep = useCallback(
    (next: readonly Grid[]) => {
      const several = next.length > 1 ? [...next] : [];
      setSheets(several);
      if (several.length > 0) writeJson(sessionStorage, sheetsKeyOf(register), several);
      else forget(sheetsKeyOf(register));
    },
    [register],
  );
  return [sheets, keep] as const;
};

/** The spreadsheet on its way, kept for this tab over a reload, and what undoes the last change of it. */
export const useImportDraft = (register: string) => {
  const [draft, setDraft] = useState(() => readJson(sessionStorage, keyOf(register), isDraft));
  const [sheets, keepSheets] = useSheets(register);
  const before = useRef<Draft[]>([]);
  useEffect(() => {
    if (draft === null) {
      forget(keyOf(register));
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
  /** Begins with a spreadsheet, which may have other sheets; null gives it up. */
  const start = useCallback(
    (next: Draft | null, grids: readonly Grid[] = []) => {
      before.current = [];
      keepSheets(grids);
      setDraft(next);
    },
    [keepSheets],
  );
  return { draft, sheets, change, undo, start };
};
