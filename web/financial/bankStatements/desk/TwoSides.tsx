import { formatCount } from '#domain/numberFormat.ts';
import { errorText } from '#web/client/errors.ts';
import { Button, Checkbox, CountBadge, ErrorState, SearchBox, Skeleton } from '#web/ui/index.ts';
import { CandidateRow } from './CandidateRow.tsx';
import { Curves } from './Curves.tsx';
import { DoneRow } from './DoneRow.tsx';
import { entryKey, type Line } from './model.ts';
import { OpenLine } from './OpenLines.tsx';
import { SuggestedRow } from './SuggestedRow.tsx';
import type { Candidates } from './useCandidates.ts';
import type { DeskWork } from './useDeskWork.ts';
import { failures } from './words.ts';
import styles from './desk.module.css';

const rowProps = (line: Line, { cursor, selection, acts, menuOf }: DeskWork) => ({
  ...{ line, cursor },
  ticked: selection.hasLine(line.id),
  busy: acts.busy.has(line.id),
  problem: acts.problems.get(line.id),
  actions: menuOf(line),
  onTick: () => selection.toggleLine(line.id),
});

const Heads = ({ desk }: { desk: DeskWork }) => {
  const { selection, lines, view } = desk;
  const ticked = selection.lines.length;
  const ticks = view === 'OPEN' || view === 'SUGGESTED';
  return (
    <div className={styles.heads}>
      <div className={styles.line} data-bare={!ticks || undefined}>
        {ticks && (
          <Checkbox
            checked={ticked === 0 ? false : ticked === lines.length ? true : 'mixed'}
            onChange={(all) => selection.setLines(all ? lines.map(({ id }) => id) : [])}
            ariaLabel="Marcar todas as linhas"
          />
        )}
        <span>No extrato</span>
        <span>Valor (R$)</span>
      </div>
      <span className={styles.middle}>{view === 'IGNORED' ? '' : 'Certeza'}</span>
      <div className={styles.answers}>
        <span>{view === 'IGNORED' ? 'Motivo' : 'No Prumo'}</span>
        <span className={styles.figures}>
          {view !== 'IGNORED' && (
            <>
              <span className={styles.value}>Valor (R$)</span>
              <span className={styles.state}>Situação</span>
            </>
          )}
        </span>
        <span className={styles.acts} />
      </div>
    </div>
  );
};

const Suggested = ({ desk, lines }: { desk: DeskWork; lines: readonly Line[] }) => (
  <section aria-label="Com sugestão">
    <div className={styles.section}>
      <h2>Com sugestão</h2>
      <CountBadge count={desk.counts.suggested} />
      <span className={styles.detail}>
        {formatCount(desk.counts.acceptable)} com {desk.minimum}% ou mais
      </span>
    </div>
    <div role="list" aria-label="Linhas com sugestão">
      {lines.map(
        (line) =>
          line.suggestion && (
            <SuggestedRow
              key={line.id}
              {...rowProps(line, desk)}
              suggestion={line.suggestion}
              onAccept={() => desk.work.acceptLine(line)}
            />
          ),
      )}
    </div>
  </section>
);

const Entries = ({ desk, candidates }: { desk: DeskWork; candidates: Candidates }) => {
  const { selection, cursor, entries } = desk;
  if (candidates.error != null && candidates.total === undefined)
    return <ErrorState message={errorText(candidates.error, failures.candidates)} onRetry={candidates.refetch} />;
  if (candidates.total === undefined) return <Skeleton rows={4} />;
  if (entries.length === 0)
    return (
      <p className={styles.nothing}>
        {candidates.search === '' ? 'Nada em aberto no Prumo perto destes dias.' : 'Nada com esta busca.'}
      </p>
    );
  return (
    <>
      <div role="list" aria-label="Em aberto no Prumo">
        {entries.map((entry) => {
          const at = selection.picked.findIndex((one) => entryKey(one.entry) === entryKey(entry));
          return (
            <CandidateRow
              key={entryKey(entry)}
              entry={entry}
              cursor={cursor}
              picked={selection.picked[at]}
              onTick={() => selection.toggleEntry(entry)}
              onWhole={() => selection.setPart(at, null)}
            />
          );
        })}
      </div>
      {candidates.more && (
        <p className={styles.nothing}>
          <Button size="small" onClick={candidates.more}>
            Mostrar mais
          </Button>
        </p>
      )}
    </>
  );
};

/** What nothing answers yet, of both sides: ticked rows are reconciled as one. */
const Unmatched = ({ desk, lines }: { desk: DeskWork; lines: readonly Line[] }) => {
  const { candidates, selection, counts, work } = desk;
  return (
    <section className={styles.sides} aria-label="Sem par">
      <div className={styles.side} data-side="lines">
        <div className={styles.section}>
          <h2>Sem par no extrato</h2>
          <CountBadge count={counts.open - counts.suggested} />
        </div>
        <div role="list" aria-label="Linhas sem par">
          {lines.map((line) => (
            <OpenLine
              key={line.id}
              {...rowProps(line, desk)}
              onGuess={() => work.ask({ kind: 'document', lines: [line], picked: [] })}
            />
          ))}
        </div>
        {lines.length === 0 && <p className={styles.nothing}>Todas as linhas desta página têm sugestão.</p>}
      </div>
      <div className={styles.side} data-side="entries">
        <div className={styles.section}>
          <h2>Em aberto no Prumo</h2>
          {candidates.total !== undefined && <CountBadge count={candidates.total} />}
          <span className={styles.detail}>{selection.lines.length > 0 && 'primeiro os que podem fechar a soma'}</span>
          <SearchBox value={candidates.search} onChange={candidates.setSearch} label="Buscar em aberto" />
        </div>
        <Entries desk={desk} candidates={candidates} />
      </div>
    </section>
  );
};

/** The bank at the left, Prumo at the right (mock 7). */
export const TwoSides = ({ desk }: { desk: DeskWork }) => {
  const { lines, view, cursor, acts, menuOf } = desk;
  const isOpen = view === 'OPEN' || view === 'SUGGESTED';
  const suggested = lines.filter(({ suggestion }) => suggestion !== null);
  const others = lines.filter(({ suggestion }) => suggestion === null);
  return (
    <div className={styles.content}>
      <Heads desk={desk} />
      {isOpen && suggested.length > 0 && <Suggested desk={desk} lines={suggested} />}
      {view === 'OPEN' && <Unmatched desk={desk} lines={others} />}
      {!isOpen && (
        <div role="list" aria-label={view === 'IGNORED' ? 'Linhas ignoradas' : 'Linhas conciliadas'}>
          {lines.map((line) => (
            <DoneRow key={line.id} line={line} cursor={cursor} acts={acts} actions={menuOf(line)} />
          ))}
        </div>
      )}
      {view === 'OPEN' && <Curves selection={desk.selection} />}
    </div>
  );
};
