import { quantityOfPercentage, type LineFigures } from '#domain/engineering/measurements/line.ts';
import { CellField } from '#web/form/tree/CellField.tsx';
import { cellText, percentageShown, readCell, withAdded, type TypedColumn } from '../model/cells.ts';
import type { Entry } from '../model/lineQueue.ts';
import type { MeasuredRow, SheetLine } from '../model/rows.ts';
import styles from './phone.module.css';

export interface PhoneFieldsProps {
  row: MeasuredRow;
  line: SheetLine;
  figures: LineFigures;
  previousNumber: number;
  problem: string | undefined;
  onType: (entry: Partial<Entry>) => void;
}

const CHIPS = ['5', '10', '25'] as const;

const PhoneField = ({
  column,
  label,
  unit,
  row,
  line,
  problem,
  onType,
}: PhoneFieldsProps & { column: TypedColumn; label: string; unit: string }) => (
  <label className={styles.field}>
    <span>{label}</span>
    <span className={styles.box}>
      <CellField
        label={`${label} de ${row.facts.description}`}
        value={cellText(line, column, 'ACCUMULATED')}
        unread={undefined}
        problem={problem}
        right
        inputMode="decimal"
        problemOf={(text) => {
          const read = readCell(line, column, 'ACCUMULATED', text);
          return 'problem' in read ? read.problem : null;
        }}
        onType={(text) => {
          const read = readCell(line, column, 'ACCUMULATED', text);
          if ('accumulated' in read) onType({ accumulated: read.accumulated });
        }}
        onUnread={() => undefined}
      />
      <span className={styles.unit}>{unit}</span>
    </span>
  </label>
);

/** Slider, fields and chips of the open line: all of them set what is measured so far. */
export const PhoneFields = (props: PhoneFieldsProps) => {
  const { row, line, figures, previousNumber, onType } = props;
  const { description, unit } = row.facts;
  const percentage = Math.min(100, Math.max(0, Math.round(Number(figures.percentage ?? 0))));
  return (
    <>
      {line.quantity !== null && (
        <input
          type="range"
          className={styles.slider}
          min={0}
          max={100}
          step={1}
          value={percentage}
          aria-label={`Percentual acumulado de ${description}`}
          aria-valuetext={`${percentageShown(figures.percentage)}%`}
          onChange={(event) => onType({ accumulated: quantityOfPercentage(line, event.target.value) })}
        />
      )}
      <div className={styles.fields}>
        <PhoneField {...props} column="quantity" label="Acumulado" unit={unit ?? ''} />
        <PhoneField {...props} column="percentage" label="ou em %" unit="%" />
      </div>
      <div className={styles.chips}>
        {CHIPS.map((share) => (
          <button key={share} type="button" onClick={() => onType({ accumulated: withAdded(line, share) })}>
            +{share}%
          </button>
        ))}
        <button type="button" onClick={() => onType({ accumulated: line.quantity ?? '0' })}>
          100%
        </button>
        <button type="button" className={styles.link} onClick={() => onType({ accumulated: line.previous })}>
          {previousNumber > 0 ? `Igual à ${previousNumber}` : 'Zerar'}
        </button>
      </div>
    </>
  );
};
