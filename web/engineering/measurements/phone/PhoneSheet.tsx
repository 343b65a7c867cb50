import { foundIndexes } from '#web/form/tree/foundIndexes.ts';
import { endOf } from '#domain/engineering/estimate/outline.ts';
import { isOpen } from '#domain/engineering/measurements/fill.ts';
import { counted, formatCurrency } from '#domain/numberFormat.ts';
import { MoveDownIcon } from '#web/ui/icons.ts';
import { Button, Screen, SearchBox } from '#web/ui/index.ts';
import { useEffect, useRef, useState } from 'react';
import { percentageShown } from '../model/cells.ts';
import { searchedRow, type MeasuredRow } from '../model/rows.ts';
import { usePhotos } from '../photos/usePhotos.ts';
import type { SheetViewProps } from '../sheet/SheetEditor.tsx';
import { useAmending } from '../useAmending.ts';
import { useMeasurementCalls } from '../useMeasurementCalls.ts';
import { usePresence } from '../usePresence.ts';
import styles from './phone.module.css';
import { PhoneHeader } from './PhoneHeader.tsx';
import { PhoneLine } from './PhoneLine.tsx';

type PhoneSheetProps = Pick<SheetViewProps, 'sheet' | 'ask' | 'onBulletin'> & { onClose: () => void };

const topStages = (rows: readonly MeasuredRow[]): number[] =>
  rows.flatMap(({ level, group }, index) => (level === 0 && group ? [index] : []));

const hasOpenLine = (rows: readonly MeasuredRow[], stage: number): boolean =>
  rows.slice(stage, endOf(rows, stage)).some(({ line }) => line !== null && isOpen(line));

/** The next line after an index that is not measured to its end, round the whole sheet; -1 without one. */
const nextOpen = (rows: readonly MeasuredRow[], from: number): number => {
  const order = rows.map((_, index) => (from + 1 + index) % rows.length);
  return order.find((index) => rows[index]?.line && isOpen(rows[index].line)) ?? -1;
};

/** The stage that is shown, the line that is open, and the search for another one. */
const usePlaces = (rows: readonly MeasuredRow[]) => {
  const tops = topStages(rows);
  const [stage, setStage] = useState(() => tops.find((index) => hasOpenLine(rows, index)) ?? tops[0] ?? 0);
  const [openId, setOpenId] = useState<string | null>(null);
  const [searching, setSearching] = useState(false);
  const [search, setSearch] = useState('');
  const inStage = rows.flatMap((_, index) =>
    tops.length === 0 || (index > stage && index < endOf(rows, stage)) ? [index] : [],
  );
  const openNext = () => {
    const from = openId === null ? stage : rows.findIndex(({ facts }) => facts.id === openId);
    const next = nextOpen(rows, from);
    setSearch('');
    setSearching(false);
    setStage(tops.findLast((index) => index <= next) ?? stage);
    setOpenId(rows[next]?.facts.id ?? null);
  };
  return {
    ...{ tops, stage, setStage, openId, searching, search, setSearch, openNext },
    indexes: search === '' ? inStage : foundIndexes(rows, search, searchedRow),
    toggle: (id: string) => setOpenId((now) => (now === id ? null : id)),
    toggleSearch: () => {
      setSearching((now) => !now);
      setSearch('');
    },
  };
};

/** A measurement on a phone (mock 26b): one stage, one open line, everything in reach of a thumb. */
export const PhoneSheet = ({ sheet, ask, onBulletin, onClose }: PhoneSheetProps) => {
  const { head, rows, figures, queue, state, writable } = sheet;
  const calls = useMeasurementCalls();
  const amend = useAmending(sheet);
  const photos = usePhotos(head.id, (rowId) => sheet.countPhoto(rowId, 1));
  const places = usePlaces(rows);
  const { tops, stage, openId, search } = places;
  const presence = usePresence(head, openId);
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (openId === null) return;
    list.current?.querySelector(`[data-row="${CSS.escape(openId)}"]`)?.scrollIntoView({ block: 'start' });
  }, [openId, stage]);
  const review = async () => {
    await queue.flush();
    const sent = await calls.setStatus(sheet.head, 'REVIEW');
    if (sent) sheet.setHead(sent);
  };
  const rowAt = (index: number) => {
    const row = rows[index];
    const line = figures.lineAt(index);
    if (!row) return null;
    const { id, code, description } = row.facts;
    if (!row.line || !line) {
      const { percentage } = figures.sumsAt(index);
      return (
        <div key={id} role="listitem" className={styles.stage}>
          <span>
            {code} {description}
          </span>
          <span>{percentage === null ? '—' : `${percentageShown(percentage)}%`}</span>
        </div>
      );
    }
    return (
      <PhoneLine
        key={id}
        {...{ row, writable }}
        line={row.line}
        figures={line}
        open={openId === id}
        previousNumber={head.number - 1}
        theirs={state.conflicts.get(id)}
        problem={state.problems[id]}
        photos={photos.waiting.filter(({ rowId }) => rowId === id)}
        storedPhotos={sheet.photoCounts.get(id) ?? 0}
        onOpen={() => places.toggle(id)}
        onType={(entry) => queue.type([{ id, ...entry }])}
        onResolve={(mine) => queue.resolve(id, mine)}
        onPhotos={(files) => void photos.add(id, files)}
        onRetry={(photo) => void photos.retry(photo)}
        onDiscard={(photo) => void photos.discard(photo)}
        onShowPhotos={() => ask({ kind: 'photos', row })}
        onAmend={amend && (() => amend(id))}
        people={presence.at(id)}
      />
    );
  };
  return (
    <Screen>
      <PhoneHeader
        {...{ head, state, onBulletin }}
        photos={photos.sendable}
        searching={places.searching}
        onSearch={places.toggleSearch}
        onBack={onClose}
        onReview={() => void review()}
        onHistory={() => ask({ kind: 'history' })}
      />
      {places.searching && (
        <div className={styles.search}>
          <SearchBox label="Item ou serviço" value={search} onChange={places.setSearch} />
        </div>
      )}
      {search === '' && tops.length > 0 && (
        <div className={styles.stages} role="group" aria-label="Etapas">
          {tops.map((index) => {
            const facts = rows[index]?.facts;
            return (
              facts && (
                <button
                  key={facts.id}
                  type="button"
                  aria-pressed={index === stage}
                  onClick={() => places.setStage(index)}
                >
                  {facts.code} {facts.description}
                </button>
              )
            );
          })}
        </div>
      )}
      <div ref={list} className={styles.list} role="list" aria-label="Serviços">
        {places.indexes.map(rowAt)}
      </div>
      <footer className={styles.foot}>
        <span>
          <span className={styles.meta}>Nesta medição · {counted(figures.measured, 'serviço')}</span>
          <strong>{formatCurrency(figures.periodValue)}</strong>
        </span>
        {writable && figures.open > 0 && (
          <Button variant="primary" icon={<MoveDownIcon />} onClick={places.openNext}>
            Próximo
          </Button>
        )}
      </footer>
    </Screen>
  );
};
