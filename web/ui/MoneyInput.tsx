import { formatMoney, isNegative, parseMoney } from '#domain/money.ts';
import { useReadOnly } from './readOnly.ts';
import { useTypedText, type Read } from './reading.ts';
import { TextInput } from './TextInput.tsx';
import type { FocusEvent, Ref } from 'react';
import styles from './Field.module.css';

export interface MoneyInputProps {
  /** Path of the field in its form: 'grossValue'. */
  path: string;
  /** Decimal text ("1234.50"), or '' for none. */
  value: string;
  /** Called with decimal text on every keystroke that yields a valid amount, with '' when the field is emptied. */
  onChange: (value: string) => void;
  ariaLabel?: string;
  /** "R$" is shown before the amount, "%" after it. */
  symbol?: 'R$' | '%' | 'none';
  /** Decides the wording of the problem for invalid text. */
  kind?: 'amount' | 'percentage';
  allowNegative?: boolean;
  size?: 'small' | 'medium';
  placeholder?: string;
  disabled?: boolean;
  readOnly?: boolean;
  autoFocus?: boolean;
  /** Marks the input as invalid; needed only without a Field around it. */
  invalid?: boolean;
  ref?: Ref<HTMLInputElement>;
}

const NOT_READ = { amount: 'Não é um valor', percentage: 'Não é um percentual' };

const readWith =
  (kind: 'amount' | 'percentage', allowNegative: boolean) =>
  (text: string): Read<string> => {
    if (text.trim() === '') return { value: '' };
    const value = parseMoney(text);
    if (value === null) return { problem: NOT_READ[kind] };
    return !allowNegative && isNegative(value) ? { problem: 'Não pode ser negativo' } : { value };
  };

/**
 * An amount in the forms people type: "1234,5", "1.234,50", "R$ 10", sums such as "100+50,5". Value and `onChange` use
 * decimal text, never a JS number (domain.md §1). Invalid text stays on screen with its problem and keeps the form from
 * being saved.
 */
export const MoneyInput = (props: MoneyInputProps) => {
  const { path, value, onChange, symbol = 'none', kind = 'amount', allowNegative = false, invalid, ...rest } = props;
  const typed = useTypedText(path, readWith(kind, allowNegative), (amount) => {
    if (amount !== value) onChange(amount);
  });
  const readOnly = useReadOnly(rest.readOnly);
  const type = (text: string) => {
    const answer = typed.type(text);
    if ('value' in answer) onChange(answer.value);
  };
  return (
    <TextInput
      {...rest}
      readOnly={readOnly}
      invalid={invalid || typed.invalid}
      value={typed.text ?? (value === '' ? '' : formatMoney(value))}
      onChange={type}
      onFocus={(event: FocusEvent<HTMLInputElement>) => event.target.select()}
      onBlur={typed.leave}
      onKeyDown={typed.pressEnter}
      // The keys for decimals have no minus on some phones.
      inputMode={allowNegative ? 'text' : 'decimal'}
      autoComplete="off"
      className={styles.money}
      before={symbol === 'R$' ? <span className={styles.plain}>R$</span> : undefined}
      after={symbol === '%' ? <span className={styles.plain}>%</span> : undefined}
    />
  );
};
