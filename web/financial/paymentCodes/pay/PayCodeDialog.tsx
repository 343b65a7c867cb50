import type { PaymentCode } from '#domain/financial/paymentCodes/types.ts';
import { Button, Dialog } from '#web/ui/index.ts';
import { PayCode } from './PayCode.tsx';

export interface PayCodeDialogProps {
  code: PaymentCode;
  /** "parcela 2/3 de Clima Norte" */
  of: string;
  onClose: () => void;
}

/** A code to be paid at the bank; the payment is recorded elsewhere. */
export const PayCodeDialog = ({ code, of, onClose }: PayCodeDialogProps) => (
  <Dialog
    open
    onClose={onClose}
    title={`${code.kind === 'PIX' ? 'Pix' : 'Boleto'} da ${of}`}
    actions={<Button onClick={onClose}>Fechar</Button>}
  >
    <PayCode code={code} />
  </Dialog>
);
