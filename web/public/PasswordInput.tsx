import { useState, type Ref } from 'react';
import styles from './PublicCard.module.css';

export interface PasswordInputProps {
  id: string;
  ref?: Ref<HTMLInputElement>;
  value: string;
  onChange: (password: string) => void;
  autoComplete: 'current-password' | 'new-password';
  autoFocus?: boolean;
  invalid: boolean;
  /** Ids of the elements that describe the input. */
  describedBy?: string;
}

/** A password input with a button that shows the text. */
export const PasswordInput = ({ value, onChange, invalid, describedBy, ...input }: PasswordInputProps) => {
  const [shown, setShown] = useState(false);
  return (
    <div className={styles.password}>
      <input
        {...input}
        name="password"
        type={shown ? 'text' : 'password'}
        aria-describedby={describedBy}
        aria-invalid={invalid}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      <button type="button" aria-pressed={shown} onClick={() => setShown(!shown)}>
        {shown ? 'Ocultar' : 'Mostrar'}
      </button>
    </div>
  );
};
