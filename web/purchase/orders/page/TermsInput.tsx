import { formatTerms } from '#domain/purchase/orders/terms.ts';
import { TextInput } from '#web/ui/index.ts';
import { useTypedText, type Read } from '#web/ui/reading.ts';
import { readTerms } from './model.ts';

interface TermsInputProps {
  /** "28 / 42 / 56" */
  value: string;
  onChange: (value: string) => void;
}

const read = (text: string): Read<string> => {
  const days = readTerms(text);
  return days === null ? { problem: 'Informe dias em ordem, como 28 / 42 / 56, ou 3x' } : { value: formatTerms(days) };
};

/** Days of payment terms. Text that does not read stays with its problem, as in the fields of amounts. */
export const TermsInput = ({ value, onChange }: TermsInputProps) => {
  const leave = (text: string) => {
    if (text !== value) onChange(text);
  };
  const typed = useTypedText('terms', read, leave, value);
  return (
    <TextInput
      {...(typed.invalid ? { invalid: true } : {})}
      value={typed.text ?? value}
      placeholder="28 / 42 / 56 ou 3x"
      autoComplete="off"
      onChange={(text) => {
        const answer = typed.type(text);
        if ('value' in answer) onChange(answer.value);
      }}
      onBlur={typed.leave}
      onKeyDown={typed.pressEnter}
    />
  );
};
