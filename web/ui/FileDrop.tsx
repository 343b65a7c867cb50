import { useRef, type ReactNode } from 'react';
import { Button } from './Button.tsx';
import styles from './FileDrop.module.css';
import { UploadIcon } from './icons.ts';

export interface FileDropProps {
  title: string;
  text: ReactNode;
  /** Name of the file field for screen readers. */
  label: string;
  accept: string;
  busy: boolean;
  /** A file is chosen, so that another one is the second choice. */
  chosen?: boolean;
  /** Buttons beside "Escolher arquivo". */
  actions?: ReactNode;
  children?: ReactNode;
  onFile: (file: File) => void;
}

/** Takes one file, dropped or chosen. */
export const FileDrop = ({
  title,
  text,
  label,
  accept,
  busy,
  chosen = false,
  actions,
  children,
  onFile,
}: FileDropProps) => {
  const input = useRef<HTMLInputElement>(null);
  const take = (file: File | undefined) => file && !busy && onFile(file);
  return (
    <div
      className={styles.drop}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        take(event.dataTransfer.files[0]);
      }}
    >
      <p className={styles.title}>{title}</p>
      <p className={styles.text}>{text}</p>
      <input
        ref={input}
        type="file"
        accept={accept}
        className={styles.fileInput}
        aria-label={label}
        tabIndex={-1}
        onChange={(event) => {
          take(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
      <div className={styles.actions}>
        <Button
          {...(!chosen && { variant: 'primary', busy })}
          icon={<UploadIcon />}
          onClick={() => input.current?.click()}
        >
          {chosen ? 'Trocar arquivo' : 'Escolher arquivo'}
        </Button>
        {actions}
      </div>
      {children}
    </div>
  );
};
