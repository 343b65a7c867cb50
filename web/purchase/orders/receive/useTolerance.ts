import { usePurchaseSettingsQuery } from '#web/generated/purchase.ts';

/** Percent by which a nota may pass the order without a question. */
export const useTolerance = (): string => {
  const { data } = usePurchaseSettingsQuery({ context: { quiet: true } });
  return data?.purchaseSettings?.receiptTolerance ?? '0';
};
