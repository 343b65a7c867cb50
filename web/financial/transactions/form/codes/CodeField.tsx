import { Button, DropTarget, Field, TextInput, useIsTouch } from '#web/ui/index.ts';
import type { ClipboardEvent } from 'react';
import styles from './codes.module.css';

export interface CodeFieldProps {
  text: string;
  problem: string | null;
  /** What was done with the last code. */
  told: string;
  onType: (text: string) => void;
  onTake: (text: string) => void;
  onFiles: (files: readonly File[]) => void;
}

/** Takes the next code of the document: pasted, typed, or in a file that is dropped. */
export const CodeField = ({ text, problem, told, onType, onTake, onFiles }: CodeFieldProps) => {
  const touch = useIsTouch();
  const paste = (event: ClipboardEvent) => {
    const pasted = event.clipboardData.getData('text/plain');
    if (pasted.trim() === '') return;
    event.preventDefault();
    onTake(pasted);
  };
  return (
    <DropTarget label="Solte o boleto em PDF" onFiles={onFiles} className={styles.drop}>
      <div className={styles.field} onPaste={paste}>
        <Field label="Boleto ou Pix" error={problem ?? undefined}>
          <TextInput
            value={text}
            onChange={onType}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || text.trim() === '') return;
              event.preventDefault();
              onTake(text);
            }}
            placeholder={
              touch ? 'Cole a linha do boleto ou o Pix' : 'Cole a linha do boleto ou o Pix, ou solte outro arquivo'
            }
          />
        </Field>
        {text.trim() !== '' && <Button onClick={() => onTake(text)}>Ler</Button>}
      </div>
      <span className={styles.told} role="status">
        {told}
      </span>
    </DropTarget>
  );
};
