import { useState } from 'react';
import { type Entry, entryKey, type Line } from './model.ts';
import type { Picked } from './items.ts';

const NOTHING: readonly Picked[] = [];

/** Ticked lines and entries. A line that leaves the list is no longer ticked. */
export const useSelection = (lines: readonly Line[]) => {
  const [ids, setIds] = useState<readonly string[]>([]);
  const [picked, setPicked] = useState<readonly Picked[]>(NOTHING);
  const ticked = lines.filter(({ id }) => ids.includes(id));
  return {
    lines: ticked,
    picked,
    any: ticked.length > 0 || picked.length > 0,
    hasLine: (id: string): boolean => ids.includes(id),
    hasEntry: (entry: Entry): boolean => picked.some((one) => entryKey(one.entry) === entryKey(entry)),
    toggleLine: (id: string): void =>
      setIds((now) => (now.includes(id) ? now.filter((one) => one !== id) : [...now, id])),
    setLines: (next: readonly string[]): void => setIds(next),
    toggleEntry: (entry: Entry): void =>
      setPicked((now) => {
        const others = now.filter((one) => entryKey(one.entry) !== entryKey(entry));
        return others.length < now.length ? others : [...now, { entry, part: null }];
      }),
    setPart: (index: number, part: string | null): void =>
      setPicked((now) => now.map((one, at) => (at === index ? { ...one, part } : one))),
    clear: (): void => {
      setIds([]);
      setPicked(NOTHING);
    },
  };
};
export type Selection = ReturnType<typeof useSelection>;
