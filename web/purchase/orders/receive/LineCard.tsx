import { missingQuantity } from '#domain/purchase/orders/receiving.ts';
import { formatQuantity } from '#domain/numberFormat.ts';
import { MoneyText } from '#web/ui/index.ts';
import { lineTotal } from './figures.ts';
import { Done, hasRemarks, LineRemarks, NowField, PriceField, type LineProps } from './LineFields.tsx';
import { isPositiveQuantity, isWaiting, typedOf } from './model.ts';
import styles from './receive.module.css';

/** A line of the order on a phone. */
export const LineCard = (props: LineProps) => {
  const { line, form } = props;
  const typed = typedOf(form, line.id);
  return (
    <li className={styles.card}>
      <strong>{line.product.name}</strong>
      <span className={styles.muted}>
        {line.product.code} · pedido {formatQuantity(line.quantity)} · recebido {formatQuantity(line.receivedQuantity)}{' '}
        {line.unit.acronyms}
      </span>
      {isWaiting(line) ? (
        <>
          <span>
            Falta{' '}
            <strong>
              {formatQuantity(missingQuantity(line))} {line.unit.acronyms}
            </strong>
          </span>
          <div className={styles.cardFields}>
            <div data-cell="now">
              <span className={styles.label}>Agora</span>
              <NowField {...props} />
            </div>
            <div data-cell="price">
              <span className={styles.label}>Preço nota</span>
              <PriceField {...props} />
            </div>
          </div>
          {hasRemarks(props) && <LineRemarks {...props} />}
          {isPositiveQuantity(typed.quantity) && (
            <span className={styles.lineTotal}>
              <MoneyText value={lineTotal(line, typed)} strong />
            </span>
          )}
        </>
      ) : (
        <Done line={line} />
      )}
    </li>
  );
};
