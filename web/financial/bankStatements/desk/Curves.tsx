import { useLayoutEffect, useRef, useState } from 'react';
import { entryKey } from './model.ts';
import type { Selection } from './useSelection.ts';
import styles from './desk.module.css';

interface Ends {
  left: number;
  right: number;
  lines: number[];
  entries: number[];
}

const NONE: Ends = { left: 0, right: 0, lines: [], entries: [] };

/** Where the ticked rows meet the middle column, within the content that scrolls. */
const measure = (content: HTMLElement, selection: Selection): Ends => {
  const origin = content.getBoundingClientRect();
  const boxOf = (key: string, part: string) =>
    content.querySelector(`[data-row-key="${CSS.escape(key)}"] ${part}`)?.getBoundingClientRect();
  const middle = ({ top, height }: DOMRect) => Math.round(top + height / 2 - origin.top);
  const lines = selection.lines.flatMap(({ id }) => boxOf(id, '[data-ticked]') ?? []);
  const entries = selection.picked.flatMap(({ entry }) => boxOf(entryKey(entry), '[data-ticked]') ?? []);
  return {
    left: Math.round((lines[0]?.right ?? 0) - origin.left),
    right: Math.round((entries[0]?.left ?? 0) - origin.left),
    lines: lines.map(middle),
    entries: entries.map(middle),
  };
};

/** Curves between ticked lines and ticked entries, and how many they are. */
export const Curves = ({ selection }: { selection: Selection }) => {
  const svg = useRef<SVGSVGElement>(null);
  const [ends, setEnds] = useState(NONE);
  const latest = useRef(selection);
  // The selection is another one at each render: rows move when others are loaded, or ticked ones go first.
  useLayoutEffect(() => {
    latest.current = selection;
    const content = svg.current?.parentElement;
    if (!content) return;
    const now = measure(content, selection);
    setEnds((before) => (JSON.stringify(before) === JSON.stringify(now) ? before : now));
  }, [selection]);
  useLayoutEffect(() => {
    const content = svg.current?.parentElement;
    if (!content) return undefined;
    const observer = new ResizeObserver(() => setEnds(measure(content, latest.current)));
    observer.observe(content);
    return () => observer.disconnect();
  }, []);
  const { left, right, lines, entries } = ends;
  const all = [...lines, ...entries];
  const x = (left + right) / 2;
  const y = all.length > 0 ? Math.round((Math.min(...all) + Math.max(...all)) / 2) : 0;
  const isJoined = lines.length > 0 && entries.length > 0;
  return (
    <>
      <svg ref={svg} className={styles.curves} aria-hidden="true">
        {isJoined &&
          lines.map((at) => <path key={`l${at}`} d={`M${left} ${at}C${x} ${at} ${x - 24} ${y} ${x} ${y}`} />)}
        {isJoined &&
          entries.map((at) => <path key={`e${at}`} d={`M${x} ${y}C${x + 24} ${y} ${x} ${at} ${right} ${at}`} />)}
      </svg>
      {isJoined && (
        <span className={styles.ratio} style={{ left: x, top: y }} aria-hidden="true">
          {selection.lines.length} : {selection.picked.length}
        </span>
      )}
    </>
  );
};
