import { formatCurrency, formatPercentage, isNegative, isZero, negate, type Money } from '#domain/money.ts';
import { CheckIcon, WarningIcon } from '#web/ui/icons.ts';
import styles from './document.module.css';

/** Shows whether the parts equal their total, or the difference; a refused save focuses it. */
export const SumCheck = ({
  left,
  percentage = false,
  whole = 'o total',
}: {
  left: Money;
  percentage?: boolean;
  /** What the parts sum to. */
  whole?: string;
}) => {
  const text = percentage ? formatPercentage : formatCurrency;
  return isZero(left) ? (
    <span className={styles.sumOk} role="status">
      <CheckIcon aria-hidden="true" /> confere com {whole}
    </span>
  ) : (
    <span className={styles.sumWrong} role="status" tabIndex={-1} data-problem="">
      <WarningIcon aria-hidden="true" /> {isNegative(left) ? `sobram ${text(negate(left))}` : `faltam ${text(left)}`}
    </span>
  );
};
