export const PAYMENT_METHODS = [
  'PIX',
  'BOLETO',
  'TRANSFER',
  'CASH',
  'CREDIT_CARD',
  'DEBIT_CARD',
  'CHECK',
  'DIRECT_DEBIT',
  'OTHER',
] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];

export const PAYMENT_METHOD_LABELS: Record<PaymentMethod, string> = {
  PIX: 'Pix',
  BOLETO: 'Boleto',
  TRANSFER: 'Transferência',
  CASH: 'Dinheiro',
  CREDIT_CARD: 'Cartão de crédito',
  DEBIT_CARD: 'Cartão de débito',
  CHECK: 'Cheque',
  DIRECT_DEBIT: 'Débito automático',
  OTHER: 'Outro',
};

export function isPaymentMethod(value: unknown): value is PaymentMethod {
  return PAYMENT_METHODS.some((method) => method === value);
}
