import { formatCurrency, formatQuantity, formatUnitPrice } from '#domain/numberFormat.ts';
import { toTenThousandths } from '#domain/money.ts';
import { LongList } from '#web/ui/index.ts';
import { signedCurrency } from '../prices/PriceTable.tsx';
import { ChangeField, type RowsProps } from './AmendmentGrid.tsx';
import styles from './amendments.module.css';
import type { EditedRow } from './model.ts';

const factsOf = ({ added, quantity, measured, unit, unitPriceWithBdi }: EditedRow): string =>
  [
    added ? 'serviço novo' : `contratado ${formatQuantity(quantity)} ${unit ?? ''}`.trim(),
    ...(toTenThousandths(measured) === 0n ? [] : [`medido ${formatQuantity(measured)}`]),
    ...(unitPriceWithBdi === null ? [] : [`R$ ${formatUnitPrice(unitPriceWithBdi)}`]),
  ].join(' · ');

/** The rows of the contract on a phone. */
export const AmendmentCards = (props: RowsProps) => {
  const { rows, writable, onOpen } = props;
  return (
    <div className={styles.cards} role="list" aria-label="Linhas do aditivo">
      <LongList items={rows} rowHeight={104}>
        {(row) =>
          row.group ? (
            <div key={row.key} role="listitem" className={styles.cardStage}>
              {row.code} {row.description}
            </div>
          ) : (
            <div key={row.key} role="listitem" className={styles.card}>
              <strong>
                {row.code} {row.description}
              </strong>
              <span className={styles.quiet}>{factsOf(row)}</span>
              <div className={styles.cardRow}>
                {row.added && writable ? (
                  <button type="button" className={styles.open} onClick={() => onOpen(row)}>
                    {formatQuantity(row.after)} {row.unit}
                  </button>
                ) : writable ? (
                  <div className={styles.cardField}>
                    <ChangeField {...props} row={row} column="change" />
                  </div>
                ) : (
                  <span>{row.change === null ? 'sem mudança' : `${formatQuantity(row.after)} ${row.unit ?? ''}`}</span>
                )}
                <span>{row.value === null ? formatCurrency(row.total) : signedCurrency(row.value)}</span>
              </div>
            </div>
          )
        }
      </LongList>
    </div>
  );
};
