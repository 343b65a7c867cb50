import { formatMoney, isNegative, parseMoney } from '#domain/money.ts';
import { useState, type FocusEvent, type KeyboardEventHandler, type Ref } from 'react';
import { TextInput } from './TextInput.tsx';
import styles from './Field.module.css';

export interface MoneyInputProps {
  /** Decimal text ("1234.50"), or '' for nothing. */
  value: string;
  /** Called with decimal text while it can be read, with '' when emptied or left unreadable. */
  onChange: (value: string) => void;
  ariaLabel?: string;
  /** Shown before the amount; "%" stands after it. */
  symbol?: 'R$' | '%' | 'none';
  allowNegative?: boolean;
  size?: 'small' | 'medium';
  placeholder?: string;
  disabled?: boolean;
  readOnly?: boolean;
  autoFocus?: boolean;
  id?: string;
  onBlur?: () => void;
  onKeyDown?: KeyboardEventHandler<HTMLInputElement>;
  ref?: Ref<HTMLInputElement>;
}

const readable = (text: string, allowNegative: boolean): string | null => {
  if (text.trim() === '') return '';
  const parsed = parseMoney(text);
  return parsed !== null && !allowNegative && isNegative(parsed) ? null : parsed;
};

/**
 * An amount as people type it: "1234,5", "1.234,50", "R$ 10", sums such as "100+50,5". Decimal text in and out, never a
 * JS number (domain.md §1). What cannot be read stays on screen, marked, and counts as empty.
 */
export const MoneyInput = ({ value, onChange, symbol = 'none', allowNegative = false, ...props }: MoneyInputProps) => {
  const [draft, setDraft] = useState<string | null>(null);
  const { onBlur, ...rest } = props;
  const shown = draft ?? (value === '' ? '' : formatMoney(value));
  const type = (text: string) => {
    setDraft(text);
    const amount = readable(text, allowNegative);
    if (amount !== null) onChange(amount);
  };
  const leave = () => {
    if (draft !== null) {
      const amount = readable(draft, allowNegative);
      if (amount === null) onChange('');
      else setDraft(null);
    }
    onBlur?.();
  };
  const selectAll = (event: FocusEvent<HTMLInputElement>) => event.target.select();
  return (
    <TextInput
      {...rest}
      value={shown}
      onChange={type}
      onFocus={selectAll}
      onBlur={leave}
      autoComplete="off"
      className={styles.money}
      before={symbol === 'R$' ? <span className={styles.plain}>R$</span> : undefined}
      after={symbol === '%' ? <span className={styles.plain}>%</span> : undefined}
    />
  );
};
