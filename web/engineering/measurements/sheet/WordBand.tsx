import { formatCurrency, formatPercentage } from '#domain/numberFormat.ts';
import type { LineFigures } from '#domain/engineering/measurements/line.ts';
import { negate, subtract, ZERO } from '#domain/money.ts';
import { WarningIcon } from '#web/ui/icons.ts';
import { Checkbox } from '#web/ui/index.ts';
import { quantityShown } from '../model/cells.ts';
import type { Entry, StoredLine } from '../model/lineQueue.ts';
import type { MeasuredRow, SheetLine } from '../model/rows.ts';
import styles from './sheet.module.css';

export interface BandProps {
  row: MeasuredRow;
  line: SheetLine;
  figures: LineFigures;
  writable: boolean;
  onType: (entry: Partial<Entry>) => void;
  /** Makes the excess an amendment; absent: a contractor's lines are his own contract. */
  onAmend?: (() => void) | undefined;
}

const without = (quantity: string): string => quantityShown(quantity.replace(/^-/, ''));

const Reason = ({ row, line, writable, onType }: BandProps) => (
  <input
    className={styles.reason}
    aria-label={`Motivo de ${row.facts.description}`}
    placeholder="motivo"
    maxLength={500}
    readOnly={!writable}
    value={line.reason ?? ''}
    onChange={(event) => onType({ reason: event.target.value === '' ? null : event.target.value })}
  />
);

/** Below a line that is above the contract, or below the measurement before: what it is, and what can be said about it. */
export const WordBand = (props: BandProps) => {
  const { row, line, figures, writable, onType } = props;
  const unit = row.facts.unit ?? '';
  if (figures.state === 'REDUCED')
    return (
      <>
        <WarningIcon />
        <strong>
          {without(figures.periodQuantity)} {unit} a menos que antes ({formatCurrency(figures.periodValue)})
        </strong>
        {writable && (
          <button type="button" onClick={() => onType({ accumulated: line.previous, reason: null })}>
            Voltar ao anterior
          </button>
        )}
        <span>Motivo da redução:</span>
        <Reason {...props} />
      </>
    );
  const percentage = figures.percentage === null ? '' : `${formatPercentage(figures.percentage)}: `;
  return (
    <>
      <WarningIcon />
      <strong>
        {percentage}
        {without(figures.excess)} {unit} acima do contratado ({formatCurrency(figures.excessValue)})
      </strong>
      {writable && line.quantity !== null && (
        <button
          type="button"
          onClick={() => onType({ accumulated: line.quantity ?? ZERO, excessConfirmed: false, reason: null })}
        >
          Limitar a 100%
        </button>
      )}
      {writable && props.onAmend && !line.excessConfirmed && (
        <button type="button" onClick={props.onAmend}>
          Medir como aditivo
        </button>
      )}
      <Checkbox
        label="Confirmo o excedente:"
        checked={line.excessConfirmed}
        disabled={!writable}
        onChange={(excessConfirmed) => onType({ excessConfirmed })}
      />
      <Reason {...props} />
    </>
  );
};

interface ConflictProps {
  line: SheetLine;
  unit: string;
  theirs: StoredLine;
  onResolve: (mine: boolean) => void;
}

/** Below a line that somebody else has changed since it was typed over: both values, and which of them stays. */
export const ConflictBand = ({ line, unit, theirs, onResolve }: ConflictProps) => (
  <>
    <WarningIcon />
    <strong>
      {theirs.updatedBy ?? 'Outra pessoa'} mudou esta linha para {quantityShown(theirs.accumulated)} {unit}; você
      digitou {quantityShown(line.accumulated)} {unit}.
    </strong>
    <button type="button" onClick={() => onResolve(false)}>
      Usar {quantityShown(theirs.accumulated)}
    </button>
    <button type="button" onClick={() => onResolve(true)}>
      Ficar com {quantityShown(line.accumulated)}
    </button>
  </>
);

/** Money with its sign turned round where it is kept back. */
export const kept = (value: string): string => (value === ZERO ? formatCurrency(value) : formatCurrency(negate(value)));

export const netOf = (period: string, retention: string): string => subtract(period, retention);
