import { formatExact, formatUnitPrice } from '#domain/money.ts';
import { formatCoefficient } from '#domain/numberFormat.ts';
import { parseQuantity } from '#domain/quantityInput.ts';
import type { FocusEvent } from 'react';
import styles from './Field.module.css';
import { useReadOnly } from './readOnly.ts';
import { useTypedText, type Read } from './reading.ts';
import { TextInput } from './TextInput.tsx';

export interface QuantityInputProps {
  /** Path of the field in its form: 'purchaseFactor'. */
  path: string;
  /** Decimal text ("0.3560"), or '' for none. */
  value: string;
  onChange: (value: string) => void;
  /** Decimal places that may be typed; default 4. */
  places?: number;
  /** "R$" before a unit price. */
  symbol?: 'R$';
  /** Shown with all places that it has, and four at least: coefficients, prices in compositions. */
  fourPlaces?: boolean;
  /** Shown with two places at least: prices in columns that name the currency in their title. */
  twoPlaces?: boolean;
  size?: 'small' | 'medium';
  invalid?: boolean;
  ariaLabel?: string;
  placeholder?: string;
  readOnly?: boolean;
}

/** A quantity, factor or unit price: "0,3560", "1.234,5". Text that has too many places stays, with its problem. */
export const QuantityInput = ({
  path,
  value,
  onChange,
  places = 4,
  symbol,
  fourPlaces,
  twoPlaces,
  ...rest
}: QuantityInputProps) => {
  const shown = symbol || twoPlaces ? formatUnitPrice : fourPlaces ? formatCoefficient : formatExact;
  const read = (text: string): Read<string> => {
    if (text.trim() === '') return { value: '' };
    const quantity = parseQuantity(text, places);
    if (quantity !== null) return { value: quantity };
    return { problem: places === 0 ? 'Não é um número inteiro' : `Não é um número com até ${places} casas decimais` };
  };
  const leave = (quantity: string) => {
    if (quantity !== value) onChange(quantity);
  };
  const typed = useTypedText(path, read, leave, value);
  const readOnly = useReadOnly(rest.readOnly);
  return (
    <TextInput
      {...rest}
      readOnly={readOnly}
      invalid={rest.invalid || typed.invalid}
      value={typed.text ?? (value === '' ? '' : shown(value))}
      onChange={(text) => {
        const answer = typed.type(text);
        if ('value' in answer) onChange(answer.value);
      }}
      onFocus={(event: FocusEvent<HTMLInputElement>) => event.target.select()}
      onBlur={typed.leave}
      onKeyDown={typed.pressEnter}
      inputMode={places === 0 ? 'numeric' : 'decimal'}
      autoComplete="off"
      className={styles.money}
      before={symbol && <span className={styles.plain}>{symbol}</span>}
    />
  );
};
