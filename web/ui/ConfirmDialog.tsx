import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';

export interface ConfirmDialogProps {
  open: boolean;
  title: string;
  text: string;
  /** Text of the confirming button: "Excluir", "Sair sem salvar". */
  confirm: string;
  cancel?: string;
  danger?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

/** A yes-or-no question. Prefer a toast with undo where the action can be undone (mocks/README.md, rule 5). */
export const ConfirmDialog = ({
  open,
  title,
  text,
  confirm,
  cancel,
  danger,
  onConfirm,
  onCancel,
}: ConfirmDialogProps) => (
  <Dialog
    open={open}
    onClose={onCancel}
    title={title}
    actions={
      <>
        <Button onClick={onCancel}>{cancel ?? 'Cancelar'}</Button>
        <Button variant={danger ? 'danger' : 'primary'} onClick={onConfirm}>
          {confirm}
        </Button>
      </>
    }
  >
    {text}
  </Dialog>
);
