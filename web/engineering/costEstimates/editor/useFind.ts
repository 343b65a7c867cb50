import { codesOf } from '#domain/engineering/estimate/outline.ts';
import { stripAccents } from '#domain/text.ts';
import { useMemo, useState } from 'react';
import type { Rows } from './model/rows.ts';

/** Rows whose item, code or description has the typed words. */
export const useFind = (rows: Rows, onGo: (index: number) => void) => {
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const words = stripAccents(text.trim()).split(/\s+/).filter(Boolean);
  const wanted = words.join(' ');
  const found = useMemo(() => {
    if (wanted === '') return [];
    const codes = codesOf(rows);
    const parts = wanted.split(' ');
    return rows.flatMap((row, index) => {
      const whole = stripAccents(`${row.code ?? ''} ${row.description}`);
      return codes[index] === wanted || parts.every((part) => whole.includes(part)) ? [index] : [];
    });
  }, [rows, wanted]);
  const marked = useMemo(() => new Set(found.map((index) => rows[index]?.key ?? '')), [found, rows]);
  const next = (by: 1 | -1): void => {
    if (found.length === 0) return;
    const place = (at + by + found.length) % found.length;
    setAt(place);
    onGo(found[place] ?? 0);
  };
  return {
    ...{ text, marked, next, found: found.length, at: Math.min(at, Math.max(0, found.length - 1)) },
    set: (typed: string) => {
      setText(typed);
      // The first Enter goes to the first row.
      setAt(-1);
    },
  };
};
