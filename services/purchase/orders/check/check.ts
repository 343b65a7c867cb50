import { differenceOf, isAbove } from '#domain/purchase/orders/prices.ts';
import { liveQuantity } from '#domain/purchase/orders/figures.ts';
import { warningText, type PriceAboveLast } from '#domain/purchase/orders/warnings.ts';
import type { OrderCheck, OrderCheckBody } from '#schema/purchase/orders/check.rest.ts';
import type { Trx } from '../../../platform/db/unitOfWork.ts';
import { Problems } from '../../../platform/problems.ts';
import { readPurchaseSettings } from '../../settings.ts';
import { mayPurchase } from '../../access.ts';
import type { OrderDraft } from '../draft.ts';
import type { Receiver } from '../expense.ts';
import { readStored, type StoredOrder } from '../read.ts';
import { findReferences, type References } from '../references.ts';
import { checkedBody, checkedDraft, isWanted, type CheckedOrder } from './checked.ts';
import { otherOpenOrders } from './openOrders.ts';
import { pricesOf } from './prices.ts';
import { exceededStages } from './stages.ts';

type Warning = OrderCheck['warnings'][number];
const NOTHING = { priceAboveLast: null, otherOpenOrder: null, stageExceeded: null };

/** Lines whose price is above the last one paid, by more than the tolerance of the account. */
const dearLines = (
  { lines, supplierId }: CheckedOrder,
  { lines: prices, priceTolerance }: Pick<OrderCheck, 'lines' | 'priceTolerance'>,
): Warning[] =>
  lines.flatMap((line, at): Warning[] => {
    const { index, price } = line;
    const { id, code, name } = line.product;
    const lastPaid = prices[at]?.lastPaid;
    if (!lastPaid || price === null || !isWanted(line) || !isAbove(price, lastPaid.price, priceTolerance)) return [];
    const quantity = liveQuantity({ ...line, price, quantity: line.quantity ?? '0' });
    const figures = { index, product: { id, code, name }, price, lastPaid };
    const sameSupplier = lastPaid.supplier.id === supplierId;
    const amount = differenceOf(quantity, price, lastPaid.price);
    return [{ ...NOTHING, kind: 'PRICE_ABOVE_LAST', priceAboveLast: { ...figures, sameSupplier, amount } }];
  });

/** Prices and warnings of an order, in a constant number of SQL statements. */
const checkOf = async (trx: Trx, receiver: Receiver, order: CheckedOrder): Promise<OrderCheck> => {
  const { priceTolerance } = await readPurchaseSettings(trx, receiver.session.accountId);
  const lines = await pricesOf(trx, receiver, order);
  const open = await otherOpenOrders(trx, receiver, order);
  const exceeded = await exceededStages(trx, receiver, order);
  const warnings: Warning[] = [
    ...dearLines(order, { lines, priceTolerance }),
    ...open.map((found): Warning => ({ ...NOTHING, kind: 'OTHER_OPEN_ORDER', otherOpenOrder: found })),
    ...exceeded.map((found): Warning => ({ ...NOTHING, kind: 'STAGE_EXCEEDED', stageExceeded: found })),
  ];
  return { priceTolerance, lines, warnings };
};

/** Warnings that stand when an order is saved: with their sentences for its history, and the dear lines to be told. */
export interface Standing {
  /** Undefined without any. */
  history: { warnings: object[] } | undefined;
  dear: PriceAboveLast[];
}

/** Warnings that stand when an order is saved. Asked before anything is written, of what was checked already. */
export const standingWarnings = async (
  trx: Trx,
  receiver: Receiver,
  { draft, before, references }: { draft: OrderDraft; before: StoredOrder | undefined; references: References },
): Promise<Standing> => {
  const { warnings } = await checkOf(trx, receiver, checkedDraft(draft, before, references));
  const told = warnings.map(({ kind, ...figures }) => ({
    kind,
    text: warningText({ kind, ...figures }, receiver.today).text,
    ...(figures.priceAboveLast ?? figures.otherOpenOrder ?? figures.stageExceeded),
  }));
  const dear = warnings.flatMap(({ priceAboveLast }) => (priceAboveLast ? [priceAboveLast] : []));
  return { history: told.length > 0 ? { warnings: told } : undefined, dear };
};

/** Checks an order as far as it is typed; reads only. @throws ServiceError 404 of the order, 422 of what it names */
export const checkOrder = async (
  trx: Trx,
  receiver: Receiver,
  { id, ...body }: OrderCheckBody,
): Promise<OrderCheck> => {
  const { session, companyId } = receiver;
  const before = id == null ? undefined : await readStored(trx, session, { companyId, id });
  const asked = body.building === undefined ? (before?.building.id ?? null) : (body.building?.id ?? null);
  const references = await findReferences(trx, session, companyId, {
    ...{ buildingId: asked ?? 0, supplierId: body.supplier?.id ?? 0, categoryId: null, buyerId: null },
    lines: body.requirementLineList.map(({ product, costEstimateGroup }) => ({
      ...{ productId: product?.id ?? 0, brandId: null, stageId: costEstimateGroup?.id ?? null },
    })),
    reads: true,
  });
  const problems = new Problems();
  const seen = asked !== null && references.find('building', asked) && mayPurchase(session, companyId, asked);
  if (asked !== null && !seen) problems.rule('building', 'Obra não encontrada.');
  if (body.supplier && references.find('partner', body.supplier.id)?.type !== 'SUPPLIER')
    problems.rule('supplier', 'Fornecedor não encontrado.');
  const order = checkedBody(body, { before, references, buildingId: seen ? asked : null }, problems);
  problems.refuse();
  return checkOf(trx, receiver, order);
};
