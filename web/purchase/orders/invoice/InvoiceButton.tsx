import { UploadIcon } from '#web/ui/icons.ts';
import { Button, Problem } from '#web/ui/index.ts';
import { useRef } from 'react';
import { INVOICE_TYPES } from './invoiceApi.ts';
import styles from './invoice.module.css';

interface InvoiceButtonProps {
  label?: string;
  reading: boolean;
  failure: string | null;
  onFile: (file: File) => void;
}

/** Chooses the XML of an NF-e; one that cannot be read says why. */
export const InvoiceButton = ({ label = 'Ler XML da NF-e', reading, failure, onFile }: InvoiceButtonProps) => {
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className={styles.choose}>
      <Button icon={<UploadIcon />} busy={reading} onClick={() => input.current?.click()}>
        {reading ? 'Lendo a nota…' : label}
      </Button>
      <input
        ref={input}
        hidden
        type="file"
        accept={INVOICE_TYPES}
        aria-label="XML da NF-e"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) onFile(file);
          target.value = '';
        }}
      />
      {failure !== null && <Problem>{failure}</Problem>}
    </div>
  );
};
