import { sql } from 'kysely';
import { formatDate } from '#domain/dates.ts';
import { counted, formatCurrency } from '#domain/numberFormat.ts';
import { letterText, type LetterText } from '../../../platform/letterText.ts';
import type { Letter } from '../../../platform/mail.ts';
import { plainName } from '../../../platform/plainName.ts';
import type { Trx } from '../../../platform/db/unitOfWork.ts';
import { contactLines, KEY_FOOT } from '../../links/letters.ts';
import type { PrintedOrder } from '../print/pdf.ts';
import { printedOrder, printedWith } from '../print/print.ts';
import { orderAnswer, readSent, type StoredOrder } from '../read.ts';
import { makeOrderLink } from './links.ts';
import type { OrderMailKind } from './mails.ts';
import { closedReason } from './send.ts';
import type { StoredDispatch } from './stored.ts';

/** A queued mail to the supplier of an order. */
export interface QueuedOrderMail {
  id: number;
  account_id: number;
  order_id: number;
  kind: OrderMailKind;
}

export const readOrderMailAddress = async (
  trx: Trx,
  { id, account_id }: Pick<QueuedOrderMail, 'id' | 'account_id'>,
): Promise<string | null> => {
  const { rows } = await sql<{ address: string | null }>`
    select address from outgoing_mail where account_id = ${account_id} and id = ${id}`.execute(trx);
  return rows[0]?.address ?? null;
};

/** Returns the reason to cancel a queued mail, or null. */
const needlessReason = (kind: OrderMailKind, order: StoredOrder, dispatch: StoredDispatch): string | null => {
  if (dispatch.revoked) return 'links of the order are revoked';
  if (closedReason(order) !== null) return 'order is canceled or received';
  return kind === 'ORDER_DATE_KEPT' && dispatch.answer?.decision !== 'KEPT' ? 'date is decided otherwise' : null;
};

const dateOf = ({ deliveryDate }: StoredOrder): string =>
  deliveryDate === null ? 'Data de entrega a combinar.' : `Entrega até ${formatDate(deliveryDate)}.`;

const textOf = (
  kind: OrderMailKind,
  order: StoredOrder,
  { dispatch, value }: { dispatch: StoredDispatch; value: string },
): LetterText => {
  const [company, document] = [plainName(order.companyName), plainName(order.document)];
  const { answer, message, phone } = dispatch;
  const contact = contactLines({ buyer: order.buyer?.name ?? null, phone });
  const letter = (subject: string, lines: string[]): LetterText => ({
    subject,
    lines: [`Olá, ${plainName(order.supplier.name)}.`, ...lines, ...contact],
    button: 'Abrir pedido',
    foot: KEY_FOOT,
  });
  if (kind === 'ORDER_DATE_KEPT') {
    const proposed = answer?.date == null ? '' : ` em vez de ${formatDate(answer.date)}`;
    return letter(`A data do pedido ${document} continua a mesma – ${company}`, [
      `${company} precisa do pedido ${document} na data combinada${proposed}. ${dateOf(order)}`,
      'Confirme o pedido, ou proponha outra data.',
    ]);
  }
  const changed = dispatch.changedAt !== null;
  const items = counted(order.lines.filter(({ canceled }) => !canceled).length, 'item', 'itens');
  return letter(`Pedido ${document}${changed ? ' alterado' : ''} – ${company}`, [
    `${company} ${changed ? 'alterou' : 'enviou'} o pedido ${document}: ${items}, ${formatCurrency(value)}, para a obra ${plainName(order.building.name)}. ${dateOf(order)}`,
    ...(message === null ? [] : [message]),
    'O pedido está no PDF anexo. Abra o pedido para confirmar, ou para propor outra data.',
  ]);
};

type Composed = { letter: Letter; printed: Omit<PrintedOrder, 'createdAt'> | null } | string;

/** Makes a mail to the supplier of an order, with a link of his own; or tells why it is needless. */
export const composeOrderMail = async (
  trx: Trx,
  mail: QueuedOrderMail,
  { publicUrl, now }: { publicUrl: string; now: Date },
): Promise<Composed> => {
  const { account_id: accountId, order_id: orderId, id, kind } = mail;
  const order = await readSent(trx, { accountId, orderId });
  const { dispatch } = order;
  const address = await readOrderMailAddress(trx, mail);
  if (dispatch === null || address === null) return 'order goes to another supplier';
  const needless = needlessReason(kind, order, dispatch);
  if (needless !== null) return needless;
  const answer = orderAnswer(order, { accountId });
  const text = textOf(kind, order, { dispatch, value: answer.grossValue });
  const link = `${publicUrl}${await makeOrderLink(trx, accountId, orderId, now)}`;
  const to = { name: plainName(order.supplier.name), address };
  return {
    letter: { ...letterText(text, link), id, kind, to },
    printed: kind === 'ORDER' ? await printedWith(trx, accountId, answer) : null,
  };
};

/** A composed mail with its PDF, which is laid out after the SQL transaction. */
export const withPdf = async (composed: Composed, now: Date): Promise<Letter | string> => {
  if (typeof composed === 'string') return composed;
  const { letter, printed } = composed;
  if (printed === null) return letter;
  const { name, content } = await printedOrder(printed, now);
  return { ...letter, attachments: [{ name, type: 'application/pdf', content }] };
};
