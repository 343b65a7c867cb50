import { matchesSearch } from '#domain/text.ts';
import { useEffect, useRef, useState } from 'react';

export interface Option {
  id: string;
  label: string;
  /** Second line: a tax id, a code. Also searched. */
  hint?: string;
  disabled?: boolean;
}

/** Either loaded options, or a search on the server. */
export interface OptionSource {
  options?: readonly Option[];
  /** Called with the typed text, 200 ms after the last keystroke; the last response wins. */
  loadOptions?: (query: string) => Promise<readonly Option[]>;
  /** True while the options load. */
  loading?: boolean;
}

const shownAtMost = 100;

export const filterOptions = (options: readonly Option[], query: string): Option[] =>
  options.filter((option) => query === '' || matchesSearch(`${option.label} ${option.hint ?? ''}`, query));

/** Returns the options that match the typed text, ignoring accents, and whether they are still loading. */
export const useOptions = (source: OptionSource, query: string, open: boolean) => {
  const [answer, setAnswer] = useState<{ query: string; options: readonly Option[] } | null>(null);
  const load = useRef(source.loadOptions);
  useEffect(() => {
    load.current = source.loadOptions;
  });
  const remote = source.loadOptions !== undefined;
  useEffect(() => {
    if (!remote || !open) return undefined;
    let current = true;
    const fetchNow = async () => {
      const options = (await load.current?.(query).catch(() => [])) ?? [];
      if (current) setAnswer({ query, options });
    };
    const timer = setTimeout(() => void fetchNow(), query === '' ? 0 : 200);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [remote, open, query]);

  const matches = remote ? (answer?.options ?? []) : filterOptions(source.options ?? [], query);
  const loading = source.loading === true || (remote && open && answer?.query !== query);
  return { options: matches.slice(0, shownAtMost), hidden: Math.max(0, matches.length - shownAtMost), loading };
};
