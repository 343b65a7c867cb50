import { toggled } from '#web/client/address.ts';
import type { SetIds } from '#web/list/useSelection.ts';
import { useRef } from 'react';

/** The rows between two of them, both included. */
const between = (keys: readonly string[], from: string, to: string): readonly string[] => {
  const [start, end] = [keys.indexOf(from), keys.indexOf(to)];
  return start < 0 || end < 0 ? [to] : keys.slice(Math.min(start, end), Math.max(start, end) + 1);
};

interface ChecksOptions {
  ids: readonly string[];
  set: SetIds;
  /** Ids that can be chosen, as they stand below one another. */
  all: readonly string[];
}

/** Chosen rows: by checkbox or Space, several at once with Shift from the one that was chosen last. */
export const useChecks = ({ ids, set, all }: ChecksOptions) => {
  const last = useRef<string | null>(null);
  const chosen = new Set(ids);
  const add = (more: readonly string[]) =>
    set((now) => [...new Set([...now, ...more.filter((id) => all.includes(id))])]);
  const toggle = (id: string) => {
    if (!all.includes(id)) return;
    last.current = id;
    set((now) => toggled(now, id));
  };
  return {
    chosen,
    toggle,
    /** Chooses everything from the last chosen row to this one, or from the given one. */
    extend: (to: string, from = last.current ?? to) => {
      last.current = to;
      add(between(all, from, to));
    },
    /** All of them, or none where all are chosen. */
    toggleAll: (some: readonly string[]) => {
      const every = some.length > 0 && some.every((id) => chosen.has(id));
      if (every) set((now) => now.filter((id) => !some.includes(id)));
      else add(some);
    },
    stateOf: (some: readonly string[]): boolean | 'mixed' => {
      const count = some.filter((id) => chosen.has(id)).length;
      return count === 0 ? false : count === some.length ? true : 'mixed';
    },
  };
};
export type Checks = ReturnType<typeof useChecks>;
