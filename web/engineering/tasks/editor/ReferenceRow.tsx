import { Decimal } from '#domain/decimal.ts';
import { formatPrice4, formatShare } from '#domain/numberFormat.ts';
import { useTaskReferenceQuery } from '#web/generated/engineering.ts';
import { Link } from 'react-router-dom';
import { taskAddress } from '../words.ts';
import styles from './editor.module.css';

interface ReferenceRowProps {
  id: string;
  unit: string | undefined;
  /** Unit price as it is typed. */
  price: string | null;
}

/** "+3,9%": how far a price lies above (or below) the published one; null where that is not known. */
export const differenceFrom = (published: string | null, price: string | null): string | null => {
  if (published === null || price === null || new Decimal(published).isZero()) return null;
  const share = new Decimal(price)
    .minus(published)
    .times(100)
    .div(published)
    .toDecimalPlaces(1, Decimal.ROUND_HALF_EVEN);
  return `${share.gt(0) ? '+' : ''}${formatShare(share.toFixed(1))}`;
};

/** "2026-10-01" as "10/2026". */
const monthOf = (day: string): string => `${day.slice(5, 7)}/${day.slice(0, 4)}`;

/** The price of the published composition that this one refers to (mock 24). */
export const ReferenceRow = ({ id, unit, price }: ReferenceRowProps) => {
  const { data } = useTaskReferenceQuery({
    ...{ variables: { id }, fetchPolicy: 'cache-and-network', context: { quiet: true } },
  });
  const published = data?.taskReference?.task;
  if (!published) return null;
  // Prices of other units are not compared.
  const difference = published.unit === unit ? differenceFrom(published.unitPrice, price) : null;
  return (
    <div className={styles.reference}>
      <span className={styles.typeName}>
        <Link to={taskAddress(published.id)}>SINAPI {published.code}</Link>, {monthOf(published.month)}{' '}
        {published.state}
      </span>
      <span>{published.unitPrice === null ? 'sem preço' : formatPrice4(published.unitPrice)}</span>
      {difference !== null && <span className={styles.difference}>{difference}</span>}
    </div>
  );
};
