import { useEffect, useState } from 'react';
import { SearchIcon } from './icons.ts';
import { ReadOnlyContext } from './readOnly.ts';
import styles from './SearchBox.module.css';
import { TextInput } from './TextInput.tsx';

export interface SearchBoxProps {
  value: string;
  /** Called 250 ms after the last key. */
  onChange: (text: string) => void;
  /** Accessible name and placeholder: "Buscar em fornecedores". */
  label: string;
}

const typingPause = 250;

/** The search of a list; "/" focuses it (useShortcuts). */
export const SearchBox = ({ value, onChange, label }: SearchBoxProps) => {
  const [typed, setTyped] = useState(value);
  const [shown, setShown] = useState(value);
  if (value !== shown) {
    setShown(value);
    setTyped(value);
  }
  useEffect(() => {
    if (typed === value) return undefined;
    const timer = setTimeout(() => onChange(typed), typingPause);
    return () => clearTimeout(timer);
  }, [typed, value, onChange]);
  return (
    <div className={styles.search}>
      {/* Searching changes no data, so the box works in a read-only form too. */}
      <ReadOnlyContext value={false}>
        <TextInput
          type="search"
          ariaLabel={label}
          placeholder={label}
          maxLength={100}
          value={typed}
          onChange={setTyped}
          before={<SearchIcon />}
        />
      </ReadOnlyContext>
    </div>
  );
};
