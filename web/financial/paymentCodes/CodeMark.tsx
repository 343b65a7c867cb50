import { BarcodeIcon, QrIcon } from '#web/ui/icons.ts';
import type { ReactNode } from 'react';
import styles from './PaymentCodeView.module.css';

export interface CodeMarkProps {
  code: string | null | undefined;
  children: ReactNode;
}

/** Marks an installment that has a payment code. */
export const CodeMark = ({ code, children }: CodeMarkProps) => {
  if (code == null) return children;
  const pix = !/^\d{47,48}$/.test(code);
  return (
    <span className={styles.mark} title={pix ? 'Tem Pix' : 'Tem boleto'}>
      {children}
      {pix ? <QrIcon aria-label="Tem Pix" /> : <BarcodeIcon aria-label="Tem boleto" />}
    </span>
  );
};
