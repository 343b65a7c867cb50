import type { Letter } from '../../platform/mail.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import { composeOrderMail, readOrderMailAddress, withPdf, type QueuedOrderMail } from '../orders/dispatch/letters.ts';
import type { OrderMailKind } from '../orders/dispatch/mails.ts';
import { composeQuoteMail, readQuoteMail, type QueuedQuoteMail } from '../quotes/letters.ts';
import type { QuoteMailKind } from '../quotes/mails.ts';

/** Kinds of mails to suppliers, who are no users. */
export type SupplierMailKind = QuoteMailKind | OrderMailKind;

/** A mail to a supplier of a quote, or to that of an order. */
export type QueuedSupplierMail =
  (QueuedQuoteMail & { order_id: null }) | (QueuedOrderMail & { quote_supplier_id: null });

/** Whom the history of a mail is of. */
export const supplierMailSubject = (mail: QueuedSupplierMail) =>
  mail.order_id === null
    ? { entity: 'quoteSupplier', entityId: mail.quote_supplier_id }
    : { entity: 'order', entityId: mail.order_id };

/** Where a mail goes. */
export const supplierMailAddress = async (trx: Trx, mail: QueuedSupplierMail, now: Date): Promise<string | null> =>
  mail.order_id === null ? (await readQuoteMail(trx, mail, now)).address : readOrderMailAddress(trx, mail);

/**
 * Makes a mail with its link, or tells why it is needless. `command` runs an SQL transaction; a PDF is laid out after it.
 */
export const composeSupplierMail = async (
  command: <T>(work: (trx: Trx) => Promise<T>) => Promise<T>,
  mail: QueuedSupplierMail,
  options: { publicUrl: string; now: Date },
): Promise<Letter | string> =>
  mail.order_id === null
    ? command((trx) => composeQuoteMail(trx, mail, options))
    : withPdf(await command((trx) => composeOrderMail(trx, mail, options)), options.now);
