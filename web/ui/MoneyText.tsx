import { formatCurrency, formatMoney, isNegative } from '#domain/money.ts';
import styles from './MoneyText.module.css';

export interface MoneyTextProps {
  /** Decimal text. */
  value: string | null | undefined;
  /** in: green; out: red; sign: red below zero; plain: text colour. */
  tone?: 'plain' | 'in' | 'out' | 'sign';
  /** Shows "R$"; columns state the currency in their header instead. */
  symbol?: boolean;
  strong?: boolean;
}

const toneOf = (value: string, tone: MoneyTextProps['tone']) => {
  if (tone !== 'sign') return tone ?? 'plain';
  return isNegative(value) ? 'out' : 'plain';
};

/** An amount in tabular figures with a true minus sign; "—" for none. */
export const MoneyText = ({ value, tone, symbol = true, strong = false }: MoneyTextProps) => {
  if (value === null || value === undefined || value === '') return <span className={styles.money}>—</span>;
  const text = (symbol ? formatCurrency(value) : formatMoney(value)).replace('-', '−');
  return (
    <span className={`${styles.money} ${styles[toneOf(value, tone)] ?? ''} ${strong ? styles.strong : ''}`}>
      {text}
    </span>
  );
};
