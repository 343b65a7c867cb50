import { useLayoutEffect, useReducer, useRef } from 'react';
import { TextInput, type TextInputProps } from './TextInput.tsx';

export interface MaskedInputProps extends Omit<TextInputProps, 'ref'> {
  /** Returns the masked text for the typed text: maskCep, maskPhone, maskTaxId. */
  mask: (text: string) => string;
}

const isSign = (character: string) => /[0-9a-z]/i.test(character);
const signsIn = (text: string) => [...text].filter(isSign).length;

/** Returns the caret position after the given number of letters and digits. */
const placeAfter = (text: string, signs: number): number => {
  let left = signs;
  const place = [...text].findIndex((character) => left === 0 || (isSign(character) && (left -= 1) < 0));
  return place === -1 ? text.length : place;
};

/** A text input with a mask; typing or deleting in the middle keeps the caret in place. */
export const MaskedInput = ({ mask, onChange, ...props }: MaskedInputProps) => {
  const input = useRef<HTMLInputElement>(null);
  const signs = useRef<number | null>(null);
  const [, drawAgain] = useReducer((count: number) => count + 1, 0);
  useLayoutEffect(() => {
    const { current } = input;
    if (signs.current === null || !current || document.activeElement !== current) return;
    const place = placeAfter(current.value, signs.current);
    current.setSelectionRange(place, place);
    signs.current = null;
  });
  return (
    <TextInput
      {...props}
      ref={input}
      onChange={(typed) => {
        signs.current = signsIn(typed.slice(0, input.current?.selectionStart ?? typed.length));
        drawAgain();
        onChange(mask(typed));
      }}
    />
  );
};
