import type { IsoDate } from '#domain/dates.ts';
import { decimal4, money, toTenThousandths, type Money } from '#domain/money.ts';
import { expectedQuantity } from '#domain/purchase/orders/figures.ts';
import { isPaymentMethod } from '#domain/transactions.ts';
import type { OrderBody, OrderLineBody, OrderUpdate } from '#schema/purchase/orders/orders.rest.ts';
import type { Problems } from '../../platform/problems.ts';
import { blankAsNull } from '../../platform/text.ts';
import { isReceived, type StoredLine, type StoredOrder } from './read.ts';

/** A line as a body asks for it. */
export interface LineDraft {
  before: StoredLine | undefined;
  productId: number;
  description: string | null;
  /** Undefined: the unit that the product is bought in. */
  unitId: number | undefined;
  quantity: string;
  price: string;
  brandId: number | null;
  stageId: number | null;
  canceled: boolean;
  closed: boolean;
  canceledQuantity: string;
  /** Altogether, after the call. */
  receivedQuantity: string;
}

/** A normalized body, with what it leaves out as it was. */
export interface OrderDraft {
  /** Null: the next free number. */
  document: string | null;
  buildingId: number;
  supplierId: number;
  categoryId: number | null;
  buyerId: number | null;
  paymentMethod: string | null;
  notes: string | null;
  createdDate: IsoDate;
  deliveryDate: IsoDate | null;
  shippingRate: Money;
  discount: Money;
  ipi: string;
  ipiValue: Money | null;
  lines: LineDraft[];
}

/** What the body leaves out stays; a reference without an id is dropped (§5). */
const referenceOf = (
  given: { id?: number | null } | null | undefined,
  before: { id: number } | null | undefined,
): number | null => (given === undefined ? (before?.id ?? null) : (given?.id ?? null));

const NONE = '0.0000';
const ALL_RETURNED = 'Este item foi todo devolvido e não vem mais: desfaça a devolução, ou aumente a quantidade.';
const UNDO = 'Desfaça o recebimento para diminuir o que foi recebido.';

/** What is to come of a line altogether. */
const expectedOf = ({ quantity }: Pick<OrderLineBody, 'quantity'>, before: StoredLine | undefined): string =>
  expectedQuantity({ quantity: decimal4(quantity), canceledQuantity: before?.canceledQuantity ?? NONE });

/** What is received of a line altogether after the call (see `OrderBody`). */
const receivedOf = (
  line: OrderLineBody,
  { before, path, receiveAll }: { before: StoredLine | undefined; path: string; receiveAll: boolean },
  problems: Problems,
): string => {
  const canceled = line.canceled ?? before?.canceled ?? false;
  const was = before?.receivedQuantity ?? NONE;
  const stated = line.receivedQuantity === undefined ? was : decimal4(line.receivedQuantity);
  const changes = toTenThousandths(stated) !== toTenThousandths(was);
  const wasReceived = before !== undefined && isReceived(before);
  if (toTenThousandths(stated) < toTenThousandths(was)) problems.rule(`${path}.receivedQuantity`, UNDO);
  if (line.received === false && wasReceived) problems.rule(`${path}.received`, UNDO);
  // On a change, `received: false` repeats what the client has read.
  const all =
    line.received === true
      ? !wasReceived
      : receiveAll && !canceled && !wasReceived && !(line.received === false && !before);
  if (canceled && changes) problems.contradiction(`${path}.receivedQuantity`, 'Um item cancelado não é recebido.');
  if (!all) return stated;
  if (canceled) problems.contradiction(`${path}.received`, 'Um item cancelado não é recebido.');
  const quantity = expectedOf(line, before);
  if (changes && toTenThousandths(stated) < toTenThousandths(quantity)) {
    if (line.received === true)
      problems.contradiction(`${path}.received`, 'A quantidade recebida é menor que a do item.');
    return stated;
  }
  return changes ? stated : quantity;
};

/** Problems with what has come of a line already. */
const checkReceived = (line: OrderLineBody, before: StoredLine, path: string, problems: Problems): void => {
  if (!before.delivered) return;
  const isIn = toTenThousandths(before.receivedQuantity) > 0n;
  if (line.canceled && isIn)
    problems.rule(`${path}.canceled`, 'Este item já foi recebido: encerre o saldo em vez de cancelá-lo.');
  if (line.canceled === false && before.canceled && toTenThousandths(expectedOf(line, before)) === 0n)
    problems.rule(`${path}.canceled`, ALL_RETURNED);
  if (line.product.id !== before.product.id)
    problems.rule(`${path}.product`, 'Este item já foi recebido: o insumo não muda.');
  if (line.unit?.id != null && line.unit.id !== before.unit.id)
    problems.rule(`${path}.unit`, 'Este item já foi recebido: a unidade não muda.');
  const least = toTenThousandths(before.receivedQuantity) + toTenThousandths(before.canceledQuantity);
  const quantity = toTenThousandths(line.quantity);
  if (quantity < least && quantity < toTenThousandths(before.quantity))
    problems.rule(
      `${path}.quantity`,
      'Este item já foi recebido: a quantidade não fica menor que a recebida e a devolvida.',
    );
};

const readLine = (
  line: OrderLineBody,
  known: { before: StoredLine | undefined; path: string; receiveAll: boolean },
  problems: Problems,
): LineDraft => {
  const { before, path } = known;
  if (toTenThousandths(line.quantity) === 0n) problems.rule(`${path}.quantity`, 'Informe a quantidade.');
  if (before) checkReceived(line, before, path, problems);
  const canceled = line.canceled ?? before?.canceled ?? false;
  const receivedQuantity = receivedOf(line, known, problems);
  const closed = line.closed ?? before?.closed ?? false;
  // All of a closed line may have gone back, which cancels it.
  const wentBack = canceled && before?.closed === true;
  if (closed && !wentBack && toTenThousandths(receivedQuantity) === 0n)
    problems.rule(`${path}.closed`, 'Nada foi recebido deste item: cancele-o em vez de encerrar o saldo.');
  const sameProduct = before?.product.id === line.product.id;
  return {
    before,
    productId: line.product.id,
    description:
      line.description === undefined ? (before?.description ?? null) : (blankAsNull(line.description) ?? null),
    unitId: line.unit?.id ?? (sameProduct ? before.unit.id : undefined),
    quantity: decimal4(line.quantity),
    price: decimal4(line.price),
    brandId: referenceOf(line.brand, before?.brand),
    stageId: referenceOf(line.costEstimateGroup, before?.costEstimateGroup),
    canceled,
    closed,
    canceledQuantity: before?.canceledQuantity ?? NONE,
    receivedQuantity,
  };
};

const keptLine = (before: StoredLine): LineDraft => ({
  ...{ before, productId: before.product.id, description: before.description, unitId: before.unit.id },
  ...{ quantity: before.quantity, price: before.price },
  ...{ brandId: before.brand?.id ?? null, stageId: before.costEstimateGroup?.id ?? null },
  ...{ canceled: before.canceled, closed: before.closed },
  ...{ canceledQuantity: before.canceledQuantity, receivedQuantity: before.receivedQuantity },
});

const readLines = (
  lines: readonly OrderLineBody[] | undefined,
  before: StoredOrder | undefined,
  receiveAll: boolean,
  problems: Problems,
): LineDraft[] => {
  if (lines === undefined)
    return (before?.lines ?? []).map((line) =>
      receiveAll && !line.canceled && !isReceived(line)
        ? { ...keptLine(line), receivedQuantity: expectedQuantity(line) }
        : keptLine(line),
    );
  const stored = new Map((before?.lines ?? []).map((line) => [line.id, line]));
  const drafts = lines.map((line, index) => {
    const path = `requirementLineList.${index}`;
    const known = line.id == null ? undefined : stored.get(line.id);
    if (line.id != null && !known) problems.rule(`${path}.id`, 'Item não encontrado neste pedido.');
    if (line.id != null) stored.delete(line.id);
    return readLine(line, { before: known, path, receiveAll }, problems);
  });
  if ([...stored.values()].some(({ delivered }) => delivered))
    problems.rule('requirementLineList', 'Um item já recebido não sai do pedido.');
  return drafts;
};

const textOf = (given: string | null | undefined, before: string | null | undefined): string | null =>
  given === undefined ? (before ?? null) : (blankAsNull(given) ?? null);

/** `ipiAmount` stays until it is set to null: a percent beside it does not count. */
const readCharges = (body: OrderBody | OrderUpdate, before: StoredOrder | undefined) => ({
  shippingRate: money(body.shippingRate ?? before?.shippingRate ?? '0'),
  discount: money(body.discount ?? before?.discount ?? '0'),
  ipi: decimal4(body.ipi ?? before?.ipi ?? '0'),
  ipiValue:
    body.ipiAmount === undefined ? (before?.ipiValue ?? null) : body.ipiAmount === null ? null : money(body.ipiAmount),
});

/** Normalizes a body; `type: RECEIPT` of an order that is none receives what is missing (§4). Problems go to `problems`. */
export const readDraft = (
  body: OrderBody | OrderUpdate,
  before: StoredOrder | undefined,
  { userId, today, wasReceipt }: { userId: number | null; today: IsoDate; wasReceipt: boolean },
  problems: Problems,
): OrderDraft => {
  const paymentMethod = textOf(body.paymentMethod, before?.paymentMethod);
  if (paymentMethod !== null && !isPaymentMethod(paymentMethod))
    problems.rule('paymentMethod', 'Escolha uma forma de pagamento da lista.');
  const date = body.delivery?.date;
  return {
    document: body.document == null ? (before?.document ?? null) : body.document.trim(),
    buildingId: body.building?.id ?? before?.building.id ?? 0,
    supplierId: body.supplier?.id ?? before?.supplier.id ?? 0,
    categoryId: referenceOf(body.category, before?.category),
    buyerId: before || body.buyer !== undefined ? referenceOf(body.buyer, before?.buyer) : userId,
    paymentMethod,
    notes: textOf(body.notes, before?.notes),
    createdDate: body.createdDate ?? before?.createdDate ?? today,
    deliveryDate: date === undefined ? (before?.deliveryDate ?? null) : date,
    ...readCharges(body, before),
    lines: readLines(body.requirementLineList, before, body.type === 'RECEIPT' && !wasReceipt, problems),
  };
};
