import { printedCode } from '#domain/financial/paymentCodes/read.ts';
import type { PaymentCode } from '#domain/financial/paymentCodes/types.ts';
import { CopyIcon } from '#web/ui/icons.ts';
import { Button, useIsPhone } from '#web/ui/index.ts';
import { useMemo } from 'react';
import { copyCode } from '../copyCode.ts';
import { factsOf } from '../reading.ts';
import { itfBars } from './itf.ts';
import { qrModules, qrPath } from '#web/ui/qr.ts';
import styles from './PayPanel.module.css';

/** Modules of empty border that readers need. */
const QUIET = 4;
const BAR_HEIGHT = 60;

const QrCode = ({ text }: { text: string }) => {
  const modules = useMemo(() => qrModules(text), [text]);
  const size = modules.length + 2 * QUIET;
  return (
    <svg className={styles.qr} viewBox={`${-QUIET} ${-QUIET} ${size} ${size}`} role="img" aria-label="QR do Pix">
      <rect x={-QUIET} y={-QUIET} width={size} height={size} className={styles.paper} />
      <path d={qrPath(modules)} className={styles.ink} shapeRendering="crispEdges" />
    </svg>
  );
};

const Barcode = ({ digits }: { digits: string }) => {
  const { width, bars } = useMemo(() => itfBars(digits), [digits]);
  const whole = width + 20;
  return (
    <svg
      className={styles.barcode}
      viewBox={`-10 0 ${whole} ${BAR_HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label="Código de barras do boleto"
    >
      <rect x={-10} y={0} width={whole} height={BAR_HEIGHT} className={styles.paper} />
      {bars.map((bar) => (
        <rect key={bar.at} x={bar.at} y={4} width={bar.width} height={BAR_HEIGHT - 8} className={styles.ink} />
      ))}
    </svg>
  );
};

/** A code as a phone or a terminal reads it. On a phone itself, where nothing could read it, it is copied. */
const PayPanel = ({ code }: { code: PaymentCode }) => {
  const phone = useIsPhone();
  const pix = code.kind === 'PIX';
  return (
    <div className={styles.panel}>
      {!phone && (pix ? <QrCode text={code.code} /> : <Barcode digits={code.barcode} />)}
      <div className={styles.texts}>
        <span className={styles.facts}>{factsOf(code)}</span>
        <span className={styles.code} tabIndex={0} role="textbox" aria-readonly="true" aria-label="Código de pagamento">
          {printedCode(code)}
        </span>
        <div>
          <Button variant={phone ? 'primary' : 'secondary'} icon={<CopyIcon />} onClick={() => void copyCode(code)}>
            {phone ? 'Copiar código' : pix ? 'Copiar Pix' : 'Copiar linha'}
          </Button>
        </div>
        {!phone && (
          <span className={styles.hint}>
            {pix ? 'Aponte o celular para pagar no aplicativo do banco.' : 'Leia as barras ou cole a linha no banco.'}
          </span>
        )}
      </div>
    </div>
  );
};

export default PayPanel;
