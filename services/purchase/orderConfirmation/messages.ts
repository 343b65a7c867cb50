import { formatDate } from '#domain/dates.ts';
import { postMessage } from '../../assistant/postMessage.ts';
import type { Outsider, Trx, Work } from '../../platform/db/unitOfWork.ts';
import type { StoredAnswer } from '../orders/dispatch/stored.ts';
import type { SentOrder } from './read.ts';

const PAGE = '/home/forms/purchase/orders-and-receipts';

type Said = Pick<StoredAnswer, 'type' | 'date' | 'note' | 'supplierDocument'>;

const sentenceOf = ({ order: { supplier, document, deliveryDate } }: SentOrder, said: Said): string => {
  const agreed = deliveryDate === null ? '' : formatDate(deliveryDate);
  if (said.type === 'CONFIRMED') {
    const own = said.supplierDocument === null ? '' : `, com o número ${said.supplierDocument}`;
    return `${supplier.name} confirmou o pedido ${document}${agreed && ` para ${agreed}`}${own}.`;
  }
  return `${supplier.name} propõe entregar o pedido ${document} em ${formatDate(said.date)}${agreed && `, em vez de ${agreed}`}.`;
};

/** Tells the buyer, and who sent the order, what its supplier answered. */
export const announceAnswer = async (trx: Trx, work: Work<Outsider>, sent: SentOrder, said: Said): Promise<void> => {
  const { order, dispatch } = sent;
  await postMessage(trx, work, {
    userIds: [order.buyer?.id ?? null, dispatch.sentBy].filter((id) => id !== null),
    about: { companyId: order.companyId, permission: 'PURCHASE', buildingIds: [order.building.id] },
    event: 'SUPPLIER',
    kind: said.type === 'CONFIRMED' ? 'SUCCESS' : 'WARNING',
    text: `${sentenceOf(sent, said)}${said.note === null ? '' : ` “${said.note}”`}`,
    link: `${PAGE}?id=${order.id}`,
  });
};
