import type { ImportDescription } from '#domain/imports/description.ts';
import type { ImportResult } from '#schema/platform/imports.ts';
import { useMemo, useState } from 'react';
import type { Draft, Row } from './draft.ts';
import type { RowResult } from './useCheck.ts';

export type View = 'ALL' | RowResult['status'] | 'OUT';

export const isReady = (result: RowResult | undefined): boolean =>
  result?.status === 'NEW' || result?.status === 'CHANGED';

/** What each row would become; rows that the user leaves out are told apart. */
const viewOf = (row: Row, result: RowResult | undefined): View | undefined => (row.out ? 'OUT' : result?.status);

/** The rows by what they would become, and those of the view that is chosen. */
export const useViews = (draft: Draft, result: ImportResult | null) => {
  const byLine = useMemo(() => new Map(result?.rows.map((row) => [row.line, row])), [result]);
  const [view, setView] = useState<View>('ALL');
  const counts = useMemo(() => {
    const found = new Map<View | undefined, number>();
    for (const row of draft.rows) {
      const of = viewOf(row, byLine.get(row.line));
      found.set(of, (found.get(of) ?? 0) + 1);
    }
    return found;
  }, [draft.rows, byLine]);
  const count = (of: View) => counts.get(of) ?? 0;
  const shown = view === 'ALL' ? draft.rows : draft.rows.filter((row) => viewOf(row, byLine.get(row.line)) === view);
  return { byLine, view, setView, count, shown };
};

interface Tab {
  id: View;
  label: string;
  count: number;
  tone?: 'out';
}

/** The views of a spreadsheet: rows of a register are new, changed or equal; documents are ready, or there already. */
export const tabsOf = ({ noun, documents }: ImportDescription, all: number, count: (of: View) => number): Tab[] => {
  const { gender } = noun;
  const states: Tab[] = documents
    ? [{ id: 'NEW', label: 'Prontas', count: count('NEW') }]
    : [
        { id: 'NEW', label: `Nov${gender}s`, count: count('NEW') },
        { id: 'CHANGED', label: `Alterad${gender}s`, count: count('CHANGED') },
        { id: 'UNCHANGED', label: 'Iguais', count: count('UNCHANGED') },
        ...(count('KEPT') > 0 ? [{ id: 'KEPT' as const, label: 'Mantidas', count: count('KEPT') }] : []),
      ];
  return [
    { id: 'ALL', label: 'Todas', count: all },
    ...states,
    { id: 'FAILED', label: 'Com erro', count: count('FAILED'), tone: 'out' },
    ...(documents ? [{ id: 'UNCHANGED' as const, label: 'Repetidas', count: count('UNCHANGED') }] : []),
    ...(count('OUT') > 0 ? [{ id: 'OUT' as const, label: 'Fora', count: count('OUT') }] : []),
  ];
};
