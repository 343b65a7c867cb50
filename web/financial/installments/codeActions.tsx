import { copyCode } from '#web/financial/paymentCodes/copyCode.ts';
import { readHere } from '#web/financial/paymentCodes/reading.ts';
import { CopyIcon } from '#web/ui/icons.ts';
import type { MenuAction } from '#web/ui/index.ts';
import type { Row } from './row.ts';

/** The code of an installment without opening its transaction. */
export const codeActionsOf = ({ installment }: Row): MenuAction[] => {
  const read = installment.paymentCode == null ? null : readHere(installment.paymentCode);
  if (!read?.ok) return [];
  const { code } = read;
  return [{ label: 'Copiar código de pagamento', icon: <CopyIcon />, onClick: () => void copyCode(code) }];
};
