import type { IsoDate } from '../../dates.ts';
import type { Money } from '../../money.ts';

/** BOLETO: 47 digits. COLLECTION (arrecadação): bills of utilities and taxes, 48 digits. PIX: a copia-e-cola text. */
export const PAYMENT_CODE_KINDS = ['BOLETO', 'COLLECTION', 'PIX'] as const;
export type PaymentCodeKind = (typeof PAYMENT_CODE_KINDS)[number];

interface Read {
  /** As it is stored: digits alone, or the text of the Pix. */
  code: string;
  /** Null where the code leaves it to the payer. */
  amount: Money | null;
  dueDate: IsoDate | null;
}

export interface Boleto extends Read {
  kind: 'BOLETO';
  /** 44 digits. */
  barcode: string;
  /** Code of the bank: three digits. */
  bank: string;
}

export interface Collection extends Read {
  kind: 'COLLECTION';
  /** 44 digits. */
  barcode: string;
  /** Kind of receiver: 1 to 9. */
  segment: string;
}

export interface Pix extends Read {
  kind: 'PIX';
  dueDate: null;
  /** Key of the receiver in a static code. */
  key: string | null;
  /** Where the bank of the payer reads the charge of a dynamic code. */
  url: string | null;
  /** Of the receiver. */
  name: string;
  city: string;
  txid: string | null;
  dynamic: boolean;
}

export type PaymentCode = Boleto | Collection | Pix;

/** An access key of a fiscal document: 44 characters, like a barcode, but no payment. */
export interface FiscalKey {
  kind: 'ACCESS_KEY';
  code: string;
}

export type ReadResult<T> = { ok: true; code: T } | { ok: false; message: string };

export const refused = (message: string): { ok: false; message: string } => ({ ok: false, message });
