import { Button, useIsPhone } from '#web/ui/index.ts';
import type { FormInstallment } from './model.ts';
import type { TransactionFormState } from './useTransactionForm.ts';

export interface EditorFooterProps {
  state: TransactionFormState;
  expense: boolean;
  readOnly: boolean;
  isNew: boolean;
  saving: boolean;
  /** The duplicate was pointed out; the next save means it. */
  confirmDuplicate: boolean;
  onSave: () => void;
  /** Stores a new document and goes on with the next one. */
  onSaveAndNew?: () => void;
  onClose: () => void;
  onPay: (installment: FormInstallment) => void;
}

export const EditorFooter = (props: EditorFooterProps) => {
  const { state, expense, readOnly, isNew, saving, confirmDuplicate, onSave, onSaveAndNew } = props;
  const { onClose, onPay } = props;
  const phone = useIsPhone();
  const next = state.form.installments.find((one) => one.forecast);
  if (readOnly) return <Button onClick={onClose}>Fechar</Button>;
  return (
    <>
      {!phone && <Button onClick={onClose}>Cancelar</Button>}
      {!isNew && next && (
        <Button onClick={() => onPay(next)}>{expense ? 'Registrar pagamento' : 'Registrar recebimento'}</Button>
      )}
      {!phone && onSaveAndNew && (
        <Button shortcut="Ctrl ↵" busy={saving} onClick={onSaveAndNew}>
          Salvar e nova
        </Button>
      )}
      <Button variant="primary" shortcut="Ctrl S" busy={saving} onClick={onSave}>
        {confirmDuplicate ? 'Salvar mesmo assim' : 'Salvar'}
      </Button>
    </>
  );
};
