import { formatCurrency } from '#domain/numberFormat.ts';
import type { LineFigures } from '#domain/engineering/measurements/line.ts';
import { toTenThousandths } from '#domain/money.ts';
import { ChevronUpIcon } from '#web/ui/icons.ts';
import { percentageShown, quantityShown } from '../model/cells.ts';
import type { StoredLine } from '../model/lineQueue.ts';
import type { SheetLine } from '../model/rows.ts';
import type { QueuedPhoto } from '../photos/photoStore.ts';
import { People } from '../sheet/People.tsx';
import { Progress } from '../sheet/Progress.tsx';
import { ConflictBand, WordBand } from '../sheet/WordBand.tsx';
import { PhoneFields, type PhoneFieldsProps } from './PhoneFields.tsx';
import { PhotoStrip } from './PhotoStrip.tsx';
import styles from './phone.module.css';

interface PhoneLineProps extends PhoneFieldsProps {
  writable: boolean;
  open: boolean;
  /** The line as somebody else has stored it meanwhile. */
  theirs: StoredLine | undefined;
  photos: readonly QueuedPhoto[];
  storedPhotos: number;
  onOpen: () => void;
  onResolve: (mine: boolean) => void;
  onPhotos: (files: readonly File[]) => void;
  onRetry: (photo: QueuedPhoto) => void;
  onDiscard: (photo: QueuedPhoto) => void;
  onShowPhotos: () => void;
  onAmend: (() => void) | undefined;
  /** Others at this line. */
  people: readonly string[];
}

const moved = ({ periodQuantity }: LineFigures): boolean => toTenThousandths(periodQuantity) !== 0n;

/** What a card says of its line, in words. */
const stateText = (figures: LineFigures, line: SheetLine): { text: string; tone?: 'warning' | 'changed' } => {
  if (figures.state === 'ABOVE')
    return { text: line.excessConfirmed && line.reason ? 'acima, confirmado' : 'acima, confirmar', tone: 'warning' };
  if (figures.state === 'REDUCED') return { text: 'menos que antes', tone: 'warning' };
  return moved(figures) ? { text: 'mudou agora', tone: 'changed' } : { text: 'sem mudança' };
};

const Head = ({ row, line, figures, open, people, onOpen }: PhoneLineProps) => {
  const { code, description, unit } = row.facts;
  const contracted = line.quantity === null ? 'sem contrato' : `${quantityShown(line.quantity)} ${unit ?? ''}`;
  const { text, tone } = stateText(figures, line);
  return (
    <button type="button" className={styles.head} aria-expanded={open} onClick={onOpen}>
      <span>
        <strong>{description}</strong>
        <People names={people} />
        <span className={styles.meta}>
          {code} · {open ? `contratado ${contracted} · antes ${quantityShown(line.previous)}` : contracted}
        </span>
      </span>
      {open ? (
        <ChevronUpIcon />
      ) : (
        <span className={styles.end}>
          <strong>{figures.percentage === null ? '—' : `${percentageShown(figures.percentage)}%`}</strong>
          <span data-tone={tone}>{text}</span>
        </span>
      )}
    </button>
  );
};

/** A line of the sheet on a phone: a card, and one of them open. */
export const PhoneLine = (props: PhoneLineProps) => {
  const { row, line, figures, open, writable, theirs } = props;
  const { unit, description } = row.facts;
  const asks = moved(figures) && (figures.state === 'ABOVE' || figures.state === 'REDUCED');
  return (
    <div role="listitem" className={styles.card} data-open={open || undefined} data-row={row.facts.id}>
      <Head {...props} />
      <Progress previous={figures.previousPercentage} now={figures.percentage} />
      {(asks || theirs) && (
        <div className={styles.words}>
          {theirs ? (
            <ConflictBand line={line} unit={unit ?? ''} theirs={theirs} onResolve={props.onResolve} />
          ) : (
            <WordBand {...{ row, line, figures, writable }} onType={props.onType} onAmend={props.onAmend} />
          )}
        </div>
      )}
      {open && (
        <>
          {writable && <PhoneFields {...props} />}
          <PhotoStrip name={description} {...props} />
          <div className={styles.sum}>
            <span>
              Nesta medição{' '}
              <strong>
                {quantityShown(figures.periodQuantity)} {unit}
              </strong>
            </span>
            <strong>{formatCurrency(figures.periodValue)}</strong>
          </div>
        </>
      )}
    </div>
  );
};
