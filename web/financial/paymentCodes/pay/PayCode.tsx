import type { PaymentCode } from '#domain/financial/paymentCodes/types.ts';
import { Skeleton } from '#web/ui/index.ts';
import { lazy, Suspense } from 'react';

/** Drawing codes is loaded with the first one that is shown. */
const PayPanel = lazy(() => import('./PayPanel.tsx'));

/** A code to be paid now: QR of a Pix, barcode and line of a boleto. */
export const PayCode = ({ code }: { code: PaymentCode }) => (
  <Suspense fallback={<Skeleton rows={3} />}>
    <PayPanel code={code} />
  </Suspense>
);
