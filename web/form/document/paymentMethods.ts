import { PAYMENT_METHODS, PAYMENT_METHOD_LABELS } from '#domain/paymentMethods.ts';

/** How a document will be paid. "A definir" is an option of its own: the placeholder of a select cannot be chosen again. */
export const PAYMENT_METHOD_OPTIONS = [
  { value: '', label: 'A definir' } as const,
  ...PAYMENT_METHODS.map((value) => ({ value, label: PAYMENT_METHOD_LABELS[value] })),
];
