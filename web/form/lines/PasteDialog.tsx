import { Button, Dialog, Field, TextArea } from '#web/ui/index.ts';
import { useState } from 'react';
import styles from './lines.module.css';

export interface PasteDialogProps {
  title: string;
  /** What each column of the pasted rows is: "código, coeficiente". */
  hint: string;
  onPaste: (text: string) => void;
  onClose: () => void;
}

/** Lines copied from a spreadsheet, where the keys of the clipboard are not at hand. */
export const PasteDialog = ({ title, hint, onPaste, onClose }: PasteDialogProps) => {
  const [text, setText] = useState('');
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      actions={
        <>
          <Button onClick={onClose}>Cancelar</Button>
          <Button variant="primary" disabled={text.trim() === ''} onClick={() => onPaste(text)}>
            Incluir
          </Button>
        </>
      }
    >
      <div className={styles.paste}>
        <Field label="Linhas copiadas" hint={hint}>
          <TextArea value={text} rows={10} onChange={setText} />
        </Field>
      </div>
    </Dialog>
  );
};
