import { PAYMENT_NAMES } from '#domain/transactions.ts';
import { copyCode } from '#web/financial/paymentCodes/copyCode.ts';
import { readHere } from '#web/financial/paymentCodes/reading.ts';
import { CopyIcon, DeleteIcon, DownloadIcon, ExpenseIcon, MoreIcon, QrIcon, UndoIcon } from '#web/ui/icons.ts';
import { IconButton, Menu, type MenuAction } from '#web/ui/index.ts';
import { memo } from 'react';

type Act = (key: string) => void;

/** What is done with an installment, by its key: the same functions for all renders. */
export interface InstallmentActs {
  pay: Act;
  undo: Act;
  /** Downloads the receipt of a paid one. */
  receipt: Act;
  remove: Act;
  /** Shows the code of an installment to be paid at the bank. */
  showCode?: Act | undefined;
}

export interface InstallmentMenuProps {
  rowKey: string;
  /** "da parcela 3" */
  name: string;
  expense: boolean;
  forecast: boolean;
  paymentCode: string | null;
  /** Payments may be made and undone, also where the fields stay as they are. */
  mayPay: boolean;
  removable: boolean;
  acts: InstallmentActs;
}

/** The "…" menu of an installment. */
export const InstallmentMenu = memo((props: InstallmentMenuProps) => {
  const actions = actionsOf(props);
  if (actions.length === 0) return null;
  const label = `Ações ${props.name}`;
  return <Menu trigger={<IconButton size="small" label={label} icon={<MoreIcon />} />} actions={actions} />;
});
InstallmentMenu.displayName = 'InstallmentMenu';

const actionsOf = (props: InstallmentMenuProps): MenuAction[] => {
  const { rowKey: key, forecast, paymentCode, removable, expense, mayPay, acts } = props;
  if (!mayPay) return [];
  if (!forecast) {
    const label = expense ? 'Desfazer pagamento' : 'Desfazer recebimento';
    return [
      { label: 'Comprovante (PDF)', icon: <DownloadIcon />, onClick: () => acts.receipt(key) },
      { label, icon: <UndoIcon />, onClick: () => acts.undo(key) },
    ];
  }
  const removal = { label: 'Remover parcela', icon: <DeleteIcon />, separated: true, onClick: () => acts.remove(key) };
  return [
    { label: PAYMENT_NAMES[expense ? 'DEBIT' : 'CREDIT'], icon: <ExpenseIcon />, onClick: () => acts.pay(key) },
    ...codeActions(key, paymentCode, acts.showCode),
    ...(removable ? [removal] : []),
  ];
};

const codeActions = (key: string, paymentCode: string | null, showCode: Act | undefined): MenuAction[] => {
  const read = paymentCode === null ? null : readHere(paymentCode);
  if (!read?.ok) return [];
  const { code } = read;
  const label = code.kind === 'PIX' ? 'Mostrar QR do Pix' : 'Mostrar código de barras';
  return [
    { label: 'Copiar código', icon: <CopyIcon />, onClick: () => void copyCode(code) },
    ...(showCode ? [{ label, icon: <QrIcon />, onClick: () => showCode(key) }] : []),
  ];
};
