/** The processes run on the machine's clock and reject payments dated tomorrow. */
export const YESTERDAY = new Date(Date.now() - 24 * 60 * 60 * 1000).toISOString().slice(0, 10);

/** A company for the tests: an administrator's token, two buildings, two wallets, a customer, a supplier, a product. */
export interface Office {
  accountId: number;
  companyId: number;
  buildings: [number, number];
  wallets: [number, number];
  customer: number;
  supplier: number;
  product: number;
  token: string;
}

/**
 * Writes of a document and its payments, of a cost estimate and its measurement, of quotes, orders and receipts, of
 * statements of banks, and of notas with the expenses and codes that they bring.
 */
export type DeskWriteKind = 'expense' | 'payment' | 'transfer' | 'bulk' | 'undo' | 'attachment' | 'user';
export type SiteWriteKind = 'estimate' | 'rows' | 'approval' | 'side' | 'measurement' | 'lines' | 'closing';
export type PurchaseWriteKind =
  'quote' | 'link' | 'offer' | 'award' | 'awardedOrder' | 'order' | 'delivery' | 'rest' | 'return';
export type FiscalWriteKind = 'nota' | 'choice' | 'noted' | 'code';
export type BankWriteKind = 'statement' | 'route' | 'import' | 'reconcile';
/** Asks for what the next write names, and changes nothing. */
export type Look = 'look';
export type WriteKind = DeskWriteKind | SiteWriteKind | PurchaseWriteKind | BankWriteKind | FiscalWriteKind;

/** A write with its key, sent again until it is acknowledged. */
export interface Write {
  kind: WriteKind | Look;
  /** Round of the write: document number, description and login of its rows. */
  name: string;
  key: string;
  path: string;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  body: object | string | null;
  type: string | null;
  /** Every acknowledged response, repetitions included. */
  answers: unknown[];
}

export type Make = (
  kind: WriteKind | Look,
  call: Pick<Write, 'path' | 'body' | 'type'>,
  method?: Write['method'],
) => Write;
