import type { FocusEvent } from 'react';
import { useTypedText, type Read } from './reading.ts';
import { TextInput } from './TextInput.tsx';

export interface CountInputProps {
  /** Path of the field in its form: 'installmentCount'. */
  path: string;
  value: number;
  /** Called on blur and on Enter; with `live`, on every keystroke that yields a valid number. */
  onChange: (count: number) => void;
  live?: boolean;
  /** Returns why a number is not allowed, or undefined when it is. */
  problemOf?: (count: number) => string | undefined;
  ariaLabel?: string;
  size?: 'small' | 'medium';
  invalid?: boolean;
}

/**
 * A whole number, such as installments or days. Invalid text stays on screen with its problem and keeps the form from
 * being saved.
 */
export const CountInput = ({ path, value, onChange, live = false, problemOf, ...props }: CountInputProps) => {
  const read = (text: string): Read<number> => {
    if (!/^\d{1,9}$/.test(text.trim())) return { problem: 'Não é um número inteiro' };
    const problem = problemOf?.(Number(text));
    return problem === undefined ? { value: Number(text) } : { problem };
  };
  const typed = useTypedText(path, read, (count) => {
    if (count !== value) onChange(count);
  });
  const type = (text: string) => {
    const answer = typed.type(text);
    if (live && 'value' in answer) onChange(answer.value);
  };
  return (
    <TextInput
      {...props}
      invalid={props.invalid || typed.invalid}
      value={typed.text ?? String(value)}
      onChange={type}
      onBlur={typed.leave}
      onFocus={(event: FocusEvent<HTMLInputElement>) => event.target.select()}
      onKeyDown={typed.pressEnter}
      inputMode="numeric"
      autoComplete="off"
    />
  );
};
