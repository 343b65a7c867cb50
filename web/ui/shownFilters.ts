import { createContext, use, useEffect, useId } from 'react';

/** One thing that a list was asked for, in words: "Vencimento", "01/11/2026 – 30/11/2026". */
export interface Fact {
  label: string;
  value: string;
}

/** The chips that a list shows, by the key of each. */
export type FactsByKey = Map<string, Fact>;

/** Collects the filters that are shown inside of it, so that paper says them in the same words. */
export const ShownFilters = createContext<FactsByKey | null>(null);

/** Tells the list around it what a chip says. */
export const useShownFilter = (label: string, value: string): void => {
  const key = useId();
  const shown = use(ShownFilters);
  useEffect(() => {
    shown?.set(key, { label, value });
    return () => void shown?.delete(key);
  }, [shown, key, label, value]);
};
