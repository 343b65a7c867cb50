import { printedCode } from '#domain/financial/paymentCodes/read.ts';
import type { PaymentCode } from '#domain/financial/paymentCodes/types.ts';
import { CopyIcon } from '#web/ui/icons.ts';
import { IconButton } from '#web/ui/index.ts';
import type { ReactNode } from 'react';
import { copyCode } from './copyCode.ts';
import { factsOf } from './reading.ts';
import styles from './PaymentCodeView.module.css';

export interface PaymentCodeViewProps {
  code: PaymentCode;
  /** Says of what it is: "parcela 2". */
  of: string;
  /** A pill beside what the code says. */
  pill?: ReactNode;
  /** Buttons after "Copiar". */
  actions?: ReactNode;
}

/** A code in groups, as banks print it; below, who is paid, when and how much. */
export const PaymentCodeView = ({ code, of, pill, actions }: PaymentCodeViewProps) => (
  <div className={styles.code}>
    <div className={styles.texts}>
      <span
        className={code.kind === 'PIX' ? styles.pix : styles.digits}
        title={code.kind === 'PIX' ? code.code : undefined}
      >
        {printedCode(code)}
      </span>
      <span className={styles.facts}>
        {factsOf(code)}
        {pill}
      </span>
    </div>
    <div className={styles.actions}>
      <IconButton
        size="small"
        label={`Copiar código da ${of}`}
        icon={<CopyIcon />}
        onClick={() => void copyCode(code)}
      />
      {actions}
    </div>
  </div>
);
