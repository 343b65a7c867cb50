import { useRef, useState, type ReactNode } from 'react';
import field from './Field.module.css';
import styles from './FileBox.module.css';

export interface FileBoxProps {
  /** Name of the input. */
  label: string;
  accept: string;
  /** Id of the visible label, which tells what the buttons are about. */
  describedBy?: string;
  /** In front of the text. */
  picture?: ReactNode;
  title: string;
  details?: string | undefined;
  filled: boolean;
  /** Takes a file that was dropped or chosen; returns why it cannot be used. */
  take: (file: File) => Promise<string | undefined>;
  /** Buttons behind that which chooses. */
  children?: ReactNode;
}

/** A place where a file is dropped or chosen. */
export const FileBox = ({
  label,
  accept,
  describedBy,
  picture,
  title,
  details,
  filled,
  take,
  children,
}: FileBoxProps) => {
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState('');
  const receive = async (file: File | undefined): Promise<void> => {
    if (file) setProblem((await take(file)) ?? '');
  };
  return (
    <>
      <div
        className={styles.file}
        data-filled={filled || undefined}
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault();
          void receive(event.dataTransfer.files[0]);
        }}
      >
        {picture}
        <span className={styles.text} aria-live="polite">
          <strong>{title}</strong>
          {details && <span>{details}</span>}
        </span>
        <button type="button" aria-describedby={describedBy} onClick={() => input.current?.click()}>
          {filled ? 'Trocar' : 'Escolher'}
        </button>
        {children}
        <input
          ref={input}
          type="file"
          accept={accept}
          hidden
          aria-label={label}
          onChange={(event) => {
            void receive(event.target.files?.[0]);
            event.target.value = '';
          }}
        />
      </div>
      <div className={field.foot} data-tone="bad" role={problem ? 'alert' : undefined}>
        {problem}
      </div>
    </>
  );
};
