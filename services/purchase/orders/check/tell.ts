import { formatCount } from '#domain/numberFormat.ts';
import { compare } from '#domain/money.ts';
import { dearText, type PriceAboveLast } from '#domain/purchase/orders/warnings.ts';
import { postMessage } from '../../../assistant/postMessage.ts';
import { administrators } from '../../../assistant/subject.ts';
import { claimCauses } from '../../../assistant/told.ts';
import type { Trx, Work } from '../../../platform/db/unitOfWork.ts';
import { orderPath } from '../approval/path.ts';
import type { StoredOrder } from '../read.ts';

/**
 * Tells administrators, and who saved the order, that lines of it cost more than was paid last, by more than the tolerance of
 * the account (5 %, docs/decisions/0059): one message, of the line that costs most. A line is told once for each price. Nobody
 * else is told: the last price may be one of a building that they do not see.
 */
export const tellDearLines = async (
  trx: Trx,
  work: Work,
  order: StoredOrder,
  dear: readonly PriceAboveLast[],
): Promise<void> => {
  const subjectOf = ({ product }: PriceAboveLast) => `order/${order.id}/product/${product.id}`;
  const causes = dear.map((line) => ({ subject: subjectOf(line), value: line.price }));
  const fresh = await claimCauses(trx, work, 'PRICE_ABOVE_LAST', causes);
  const [first, ...others] = dear
    .filter((line) => fresh.has(subjectOf(line)))
    .toSorted((a, b) => compare(b.amount, a.amount));
  if (!first) return;
  const { session, clock } = work;
  const more = others.length === 1 ? ' E mais um item.' : ` E mais ${formatCount(others.length)} itens.`;
  await postMessage(trx, work, {
    userIds: [session.userId, ...(await administrators(trx, session.accountId))],
    about: { companyId: order.companyId, permission: 'PURCHASE', buildingIds: [order.building.id] },
    event: 'PRICE_ABOVE_LAST',
    kind: 'WARNING',
    title: 'Preço acima do último pago',
    text: `${order.document}: ${dearText(first, clock.today())}${others.length > 0 ? more : ''}`,
    link: orderPath(order),
    linkLabel: order.document,
  });
};
