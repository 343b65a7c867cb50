import { BankDeskDocument } from '#web/generated/financial.ts';
import { filterText } from '#web/list/listFilters.ts';
import { MAX_PAGE_SIZE } from '#web/list/useListPage.ts';
import { notifyFailure } from '#web/client/notify.ts';
import { useIsPhone } from '#web/ui/index.ts';
import { useApolloClient } from '@apollo/client/react';
import { useState } from 'react';
import { type Desk, type Entry, entryKey, type Line } from './model.ts';
import type { Acts } from './useActs.ts';
import { useCandidates } from './useCandidates.ts';
import { useCursor } from './useCursor.ts';
import type { DeskState } from './useDesk.ts';
import { useDeskKeys } from './useDeskKeys.ts';
import { useLineMenu } from './useLineMenu.tsx';
import { useSelection } from './useSelection.ts';
import { useWork } from './useWork.ts';
import { failures } from './words.ts';

const NO_LINES: readonly Line[] = [];
const NOTHING: Desk['counts'] = { open: 0, suggested: 0, acceptable: 0, reconciled: 0, ignored: 0 };

/** Ticked entries stay in sight where another order, or a search, has taken them away. */
const withPicked = (entries: readonly Entry[], picked: readonly { entry: Entry }[]): readonly Entry[] => {
  const listed = new Set(entries.map(entryKey));
  const missing = picked.map(({ entry }) => entry).filter((entry) => !listed.has(entryKey(entry)));
  return missing.length === 0 ? entries : [...missing, ...entries];
};

/** Accepts what the button counts, on all pages. */
const useAcceptAll = (
  { list, rows, companyId, wallet, minimum, dates, search, file }: DeskState,
  onLines: (lines: readonly Line[]) => void,
) => {
  const client = useApolloClient();
  const [reading, setReading] = useState(false);
  const read = async (ids: ReadonlySet<string>): Promise<Line[]> => {
    const lines: Line[] = [];
    for (let page = 0; ; page += 1) {
      const { data } = await client.query({
        query: BankDeskDocument,
        variables: {
          ...{ companyId, walletId: wallet.walletId, view: 'SUGGESTED', minimum: Number(minimum), date: dates },
          ...{ search: search || null, fileId: file, page, size: MAX_PAGE_SIZE },
        },
        fetchPolicy: 'no-cache',
      });
      const desk = data?.bankDesk;
      lines.push(...(desk?.content ?? []).filter(({ id }) => ids.has(id)));
      if (!desk || desk.last) return lines;
    }
  };
  const run = async (): Promise<void> => {
    const ids = new Set(list.page?.acceptable);
    const shown = (rows ?? []).filter(({ id }) => ids.has(id));
    if (shown.length === ids.size) return onLines(shown);
    setReading(true);
    try {
      onLines(await read(ids));
    } catch (error) {
      notifyFailure(error, failures.desk);
    }
    setReading(false);
  };
  return { reading, run: () => void run() };
};

/** Everything that the rows of a view and what stands around them need. */
export const useDeskWork = (state: DeskState, acts: Acts) => {
  const { list, view, wallet, rows } = state;
  const phone = useIsPhone();
  const lines = rows ?? NO_LINES;
  const selection = useSelection(lines);
  const work = useWork(acts, selection);
  const isOpen = view === 'OPEN' || view === 'SUGGESTED';
  const candidates = useCandidates({
    walletId: wallet.walletId,
    lines: selection.lines,
    skip: view !== 'OPEN' || phone || (list.page?.counts.open ?? 0) === 0,
  });
  const entries = withPicked(candidates.entries, selection.picked);
  const cursor = useCursor({
    lines: lines.map(({ id }) => id),
    entries: view === 'OPEN' && !phone ? entries.map(entryKey) : [],
    asked: list.own('row'),
    onRest: (id) => list.setOwn('row', id, 'replace'),
    mark: `${lines.map(({ id }) => id).join()} ${work.question === null}`,
  });
  const all = useAcceptAll(state, work.acceptLines);
  const current = cursor.side === 'lines' ? lines.find(({ id }) => id === cursor.key) : undefined;
  /** What an act is about: the ticked lines, else the row with the cursor. */
  const meant = selection.lines.length > 0 ? selection.lines : current ? [current] : [];
  useDeskKeys({
    onMove: cursor.move,
    onSide: cursor.toSide,
    onTick: () => {
      if (!isOpen) return;
      const entry = entries.find((one) => entryKey(one) === cursor.key);
      if (current) selection.toggleLine(current.id);
      else if (entry) selection.toggleEntry(entry);
    },
    onAccept: () => {
      if (selection.any) work.acceptSelection();
      else if (current?.view === 'OPEN') {
        if (current.suggestion) work.acceptLine(current);
        else work.ask({ kind: 'other', line: current });
      }
    },
    onIgnore: () => isOpen && work.ask({ kind: 'ignore', lines: meant }),
    onDocument: () => isOpen && work.ask({ kind: 'document', lines: meant, picked: selection.picked }),
    onTransfer: () => {
      const [line] = meant;
      if (isOpen && line && meant.length === 1) work.ask({ kind: 'transfer', line });
    },
    onUndo: () => {
      if (current?.reconciliation) void acts.undoOne(current.reconciliation.id, [current.id]);
      else if (current?.ignored) void acts.restore([current.id], current.ignored.reason);
    },
    onUndoLast: acts.undoLast,
    onClear: selection.clear,
  });
  const menuOf = useLineMenu({ acts, work, walletId: wallet.walletId });
  return {
    ...{ lines, view, selection, acts, work, cursor, candidates, entries, menuOf, all, phone },
    walletId: wallet.walletId,
    minimum: state.minimum,
    counts: list.page?.counts ?? NOTHING,
    limit: list.page?.differenceLimit ?? '0.00',
    hasSearch: filterText(list.query, 'search') !== undefined,
  };
};
export type DeskWork = ReturnType<typeof useDeskWork>;
