import { UploadIcon } from '#web/ui/icons.ts';
import { Button, IconButton, useIsPhone } from '#web/ui/index.ts';
import { useRef } from 'react';
import { INVOICE_TYPES } from './invoiceApi.ts';

interface InvoicesButtonProps {
  label?: string;
  /** An icon alone on a phone. */
  narrow?: boolean;
  onFiles: (files: readonly File[]) => void;
}

/** Chooses the XML of one NF-e, or of many. */
export const InvoicesButton = ({ label = 'Importar NF-e', narrow = false, onFiles }: InvoicesButtonProps) => {
  const input = useRef<HTMLInputElement>(null);
  const phone = useIsPhone();
  const choose = () => input.current?.click();
  return (
    <>
      {narrow && phone ? (
        <IconButton label={label} icon={<UploadIcon />} onClick={choose} />
      ) : (
        <Button icon={<UploadIcon />} onClick={choose}>
          {label}
        </Button>
      )}
      <input
        ref={input}
        hidden
        multiple
        type="file"
        accept={INVOICE_TYPES}
        aria-label="Arquivos de NF-e"
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])]);
          target.value = '';
        }}
      />
    </>
  );
};
