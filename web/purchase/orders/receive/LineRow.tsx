import { missingQuantity } from '#domain/purchase/orders/receiving.ts';
import { formatQuantity } from '#domain/numberFormat.ts';
import { MoneyText } from '#web/ui/index.ts';
import { lineTotal } from './figures.ts';
import { Done, hasRemarks, LineRemarks, NowField, PriceField, type LineProps } from './LineFields.tsx';
import { isPositiveQuantity, isWaiting, typedOf } from './model.ts';
import styles from './receive.module.css';

/** A line of the order in the table; what there is to say of it stands below. */
export const LineRow = (props: LineProps) => {
  const { line, form } = props;
  const typed = typedOf(form, line.id);
  const waits = isWaiting(line);
  return (
    <tbody>
      <tr>
        <th scope="row">
          {line.product.name}
          <span className={styles.code}>
            {line.product.code} · {line.unit.acronyms}
          </span>
        </th>
        <td>{formatQuantity(line.quantity)}</td>
        <td>{formatQuantity(line.receivedQuantity)}</td>
        <td className={styles.missing}>{waits ? formatQuantity(missingQuantity(line)) : '—'}</td>
        {waits ? (
          <>
            <td data-cell="now">
              <NowField {...props} />
            </td>
            <td data-cell="price">
              <PriceField {...props} />
            </td>
          </>
        ) : (
          <td colSpan={2}>
            <Done line={line} />
          </td>
        )}
        <td className={styles.lineTotal}>
          <MoneyText
            value={waits && isPositiveQuantity(typed.quantity) ? lineTotal(line, typed) : null}
            symbol={false}
          />
        </td>
      </tr>
      {waits && hasRemarks(props) && (
        <tr className={styles.remarkRow}>
          <td colSpan={7}>
            <LineRemarks {...props} />
          </td>
        </tr>
      )}
    </tbody>
  );
};
