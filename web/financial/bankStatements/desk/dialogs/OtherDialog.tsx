import { formatDate } from '#domain/dates.ts';
import { formatCurrency, isZero } from '#domain/money.ts';
import { errorText } from '#web/client/errors.ts';
import { Button, Dialog, ErrorState, SearchBox, Skeleton } from '#web/ui/index.ts';
import { useState } from 'react';
import { EntryCells, EntryDetail } from '../EntryCells.tsx';
import { itemOfSelection, type Picked } from '../items.ts';
import { type Entry, entryKey, entryText, type Line, memoOf, signedText, unsigned } from '../model.ts';
import { type Offer, offersOf, partOf, sumsOf } from '../offers.ts';
import { useCandidates } from '../useCandidates.ts';
import type { Work } from '../useWork.ts';
import { failures } from '../words.ts';
import { useAnswer } from './useAnswer.tsx';
import styles from './other.module.css';

interface OtherDialogProps {
  line: Line;
  walletId: string;
  limit: string;
  work: Work;
}

interface ChosenProps extends Omit<OtherDialogProps, 'walletId'> {
  entry: Entry;
  onAnother: () => void;
}

/** One entry that was chosen: it equals the line, or says what the difference becomes. */
const Chosen = ({ line, entry, limit, work, onAnother }: ChosenProps) => {
  const [part, setPart] = useState<string | null>(null);
  const picked: readonly Picked[] = [{ entry, part }];
  const { rest } = sumsOf([line], picked);
  const answer = useAnswer({ work, prefix: 'entries' });
  const take = ({ kind, amount }: Offer): void => {
    if (kind === 'INCREASE' || kind === 'DISCOUNT') void answer.send(itemOfSelection([line], picked, { kind, amount }));
    else if (kind === 'PART') setPart(partOf(picked, unsigned(rest))?.part ?? null);
    else work.ask({ kind: kind === 'FEE' ? 'fee' : 'document', lines: [line], picked });
  };
  const closed = isZero(rest);
  return (
    <>
      <div className={styles.chosen}>
        <EntryCells entry={entry} detail={<EntryDetail entry={entry} />} />
      </div>
      <p role="status">
        {closed
          ? `${part === null ? 'O valor é o mesmo.' : `Só ${formatCurrency(part)} desta parcela: o resto continua em aberto.`}`
          : `Diferença de ${formatCurrency(unsigned(rest))}: o que ela é?`}
      </p>
      <div className={styles.offers}>
        <Button onClick={onAnother}>Outra</Button>
        {closed && (
          <Button
            variant="primary"
            busy={answer.busy}
            onClick={() => void answer.send(itemOfSelection([line], picked))}
          >
            Conciliar
          </Button>
        )}
        {offersOf([line], picked, limit).map((offer) => (
          <Button key={offer.kind} busy={answer.busy} disabled={offer.refused !== null} onClick={() => take(offer)}>
            {offer.label}
          </Button>
        ))}
      </div>
      {answer.problem}
    </>
  );
};

/** "Outra": everything in Prumo that may answer a line, the likely ones first. */
export const OtherDialog = ({ line, walletId, limit, work }: OtherDialogProps) => {
  const candidates = useCandidates({ walletId, lines: [line] });
  const [chosen, setChosen] = useState<Entry | null>(null);
  return (
    <Dialog
      open
      wide
      onClose={work.close}
      title={`O que responde a ${signedText(line.amount)}?`}
      actions={<Button onClick={work.close}>Fechar</Button>}
    >
      <p className={styles.line}>
        {memoOf(line)} · {formatDate(line.date)}
      </p>
      {chosen ? (
        <Chosen line={line} entry={chosen} limit={limit} work={work} onAnother={() => setChosen(null)} />
      ) : (
        <>
          <SearchBox value={candidates.search} onChange={candidates.setSearch} label="Buscar em aberto no Prumo" />
          {candidates.error != null && candidates.total === undefined && (
            <ErrorState message={errorText(candidates.error, failures.candidates)} onRetry={candidates.refetch} />
          )}
          {candidates.total === undefined && candidates.error == null && <Skeleton rows={4} />}
          {candidates.total === 0 && <p>Nada em aberto no Prumo perto destes dias.</p>}
          <ul className={styles.list} aria-label="Em aberto no Prumo">
            {candidates.entries.map((entry) => (
              <li key={entryKey(entry)}>
                <button
                  type="button"
                  className={styles.entry}
                  aria-label={`Escolher ${entryText(entry)} ${signedText(entry.amount)}`}
                  onClick={() => setChosen(entry)}
                >
                  <EntryCells entry={entry} detail={<EntryDetail entry={entry} />} />
                </button>
              </li>
            ))}
          </ul>
          {candidates.more && <Button onClick={candidates.more}>Mostrar mais</Button>}
        </>
      )}
    </Dialog>
  );
};
