import { sql } from 'kysely';
import type { IsoDate } from '#domain/dates.ts';
import { decimal4, fromTenThousandths, isNegative, sum, toTenThousandths, ZERO, type Money } from '#domain/money.ts';
import { formatQuantity } from '#domain/numberFormat.ts';
import { orderFigures } from '#domain/purchase/orders/figures.ts';
import { orderState, overReceipt } from '#domain/purchase/orders/receiving.ts';
import {
  CLOSED_TEXT,
  keptInstallments,
  lowered,
  paidText,
  returnableQuantity,
  returnedValue,
  returnValue,
} from '#domain/purchase/orders/returns.ts';
import { rescaled, type OrderInstallment } from '#domain/purchase/orders/terms.ts';
import type { Order } from '#schema/purchase/orders/orders.rest.ts';
import type { ReturnBody } from '#schema/purchase/orders/returns.rest.ts';
import { notFound, ruleBroken } from '../../platform/errors.ts';
import { Problems } from '../../platform/problems.ts';
import type { Trx, Work } from '../../platform/db/unitOfWork.ts';
import { blankAsNull } from '../../platform/text.ts';
import { readPurchaseSettings } from '../settings.ts';
import { ENTITY } from './access.ts';
import { holdExpense, syncExpense, type Receiver, type Taken } from './expense.ts';
import { holdOrder, type VersionedKey } from './hold.ts';
import {
  DELIVERY_MISSING,
  readOrder,
  type StoredDelivery,
  type StoredLine,
  type StoredOrder,
  type StoredReturn,
} from './read.ts';
import { refreshOrder, storeInstallments } from './store.ts';

interface PlannedLine {
  lineId: number;
  quantity: string;
  value: Money;
  replaced: boolean;
}

/** A return as it will be stored. */
interface PlannedReturn {
  returnDate: IsoDate;
  documentNumber: string | null;
  reason: string;
  lines: PlannedLine[];
  value: Money;
}

const lineProblems = (
  line: StoredLine,
  brought: StoredDelivery['lines'][number],
  { quantity, replaced }: { quantity: string; replaced: boolean },
): [field: string, message: string][] => {
  const most = returnableQuantity(brought);
  const unit = line.unit.acronyms;
  return [
    ...(toTenThousandths(quantity) === 0n
      ? [['quantity', 'Informe a quantidade devolvida.'] satisfies [string, string]]
      : []),
    ...(toTenThousandths(quantity) > toTenThousandths(most)
      ? [
          ['quantity', `Desta nota ainda podem ser devolvidos ${formatQuantity(most)} ${unit}.`] satisfies [
            string,
            string,
          ],
        ]
      : []),
    ...(replaced && line.closed ? [['replaced', CLOSED_TEXT] satisfies [string, string]] : []),
  ];
};

const planLines = (
  order: StoredOrder,
  delivery: StoredDelivery,
  lines: ReturnBody['lines'],
  problems: Problems,
): PlannedLine[] => {
  const ordered = new Map(order.lines.map((line) => [line.id, line]));
  const brought = new Map(delivery.lines.map((line) => [line.lineId, line]));
  const seen = new Set<number>();
  return lines.flatMap(({ line: { id: lineId }, ...given }, index) => {
    const [line, came] = [ordered.get(lineId), brought.get(lineId)];
    if (!line || !came || seen.has(lineId)) {
      const message = came ? 'Este item aparece mais de uma vez.' : 'Item não encontrado nesta nota.';
      problems.rule(`lines.${index}.line`, message);
      return [];
    }
    seen.add(lineId);
    const [quantity, replaced] = [decimal4(given.quantity), given.replaced ?? true];
    for (const [field, message] of lineProblems(line, came, { quantity, replaced }))
      problems.rule(`lines.${index}.${field}`, message);
    return [{ lineId, quantity, replaced, value: returnValue(came, quantity) }];
  });
};

const plus = (a: string, b: string): string => fromTenThousandths(toTenThousandths(a) + toTenThousandths(b));
const minus = (a: string, b: string): string => fromTenThousandths(toTenThousandths(a) - toTenThousandths(b));

/** Lines of an order after a return. One of which nothing is left and nothing is to come is canceled. */
const linesAfter = (order: StoredOrder, lines: readonly PlannedLine[]): StoredLine[] => {
  const byId = new Map(lines.map((line) => [line.lineId, line]));
  return order.lines.map((line) => {
    const back = byId.get(line.id);
    if (!back) return line;
    const receivedQuantity = minus(line.receivedQuantity, back.quantity);
    const canceledQuantity = back.replaced ? line.canceledQuantity : plus(line.canceledQuantity, back.quantity);
    const expected = toTenThousandths(line.quantity) > toTenThousandths(canceledQuantity);
    const canceled = toTenThousandths(receivedQuantity) === 0n && (line.closed || !expected);
    return { ...line, receivedQuantity, canceledQuantity, canceled };
  });
};

const DISCOUNT = 'O desconto do pedido passaria do valor do que fica dele: diminua o desconto antes.';

const planReturn = (
  order: StoredOrder,
  delivery: StoredDelivery,
  body: ReturnBody,
  today: IsoDate,
): PlannedReturn & { after: StoredLine[] } => {
  const problems = new Problems();
  const returnDate = body.returnDate ?? today;
  const reason = blankAsNull(body.reason);
  if (returnDate > today) problems.rule('returnDate', 'A data da devolução ainda não chegou.');
  if (returnDate < delivery.receivedDate) problems.rule('returnDate', 'A devolução não pode ser antes do recebimento.');
  if (reason == null) problems.rule('reason', 'Diga por que devolve.');
  const lines = planLines(order, delivery, body.lines, problems);
  problems.refuse();
  const after = linesAfter(order, lines);
  if (orderState(after) !== 'CANCELED' && isNegative(orderFigures(after, order).grossValue))
    problems.rule('lines', DISCOUNT);
  problems.refuse();
  const documentNumber = blankAsNull(body.documentNumber) ?? null;
  return {
    returnDate,
    documentNumber,
    reason: reason ?? '',
    lines,
    value: sum(lines.map(({ value }) => value)),
    after,
  };
};

/** What a return takes from the open installments of the expense. @throws ServiceError 422 where too much of it is paid */
const takenOf = async (
  trx: Trx,
  receiver: Receiver,
  { order, delivery, value }: { order: StoredOrder; delivery: StoredDelivery; value: Money },
): Promise<(Taken & { one: OrderInstallment })[]> => {
  if (!order.expense || value === ZERO) return [];
  const { installments } = await holdExpense(trx, receiver, order.expense.id);
  const open = installments.filter(({ forecast }) => forecast);
  const { taken, left } = lowered(value, {
    open,
    nota: keptInstallments(delivery.installments, returnedValue(delivery.lines)),
    days: new Set(order.deliveries.flatMap((one) => one.installments.map(({ dueDate }) => dueDate))),
  });
  if (left !== ZERO) {
    const paid = sum(installments.filter(({ forecast }) => !forecast).map(({ grossValue }) => grossValue));
    const message = paidText({ value, paid, open: sum(open.map(({ grossValue }) => grossValue)) });
    throw ruleBroken(message, [{ path: 'lines', message }]);
  }
  return taken.filter((one) => one.value !== ZERO);
};

/** Brings the quantities of lines, and of the lines of their nota, to what they are after a return or its undoing. */
const storeQuantities = async (
  trx: Trx,
  { accountId, orderId, deliveryId }: { accountId: number; orderId: number; deliveryId: number },
  { lines, sign, after }: { lines: readonly PlannedLine[]; sign: 1 | -1; after: readonly StoredLine[] },
): Promise<void> => {
  const rows = lines.map(({ lineId, quantity, value }) => {
    const { receivedQuantity, canceledQuantity, canceled } = after.find(({ id }) => id === lineId) ?? {};
    return { line: lineId, quantity, value, received: receivedQuantity, dropped: canceledQuantity, canceled };
  });
  await sql`
    with back as (
      select * from json_to_recordset(${JSON.stringify(rows)}::json)
        as r(line bigint, quantity numeric, value numeric, received numeric, dropped numeric, canceled boolean)
    ), brought as (
      update order_delivery_lines x set returned_quantity = x.returned_quantity + ${sign}::integer * r.quantity,
             returned_value = x.returned_value + ${sign}::integer * r.value
        from back r where x.account_id = ${accountId} and x.delivery_id = ${deliveryId} and x.line_id = r.line)
    update order_lines l set received_quantity = r.received, canceled_quantity = r.dropped, canceled = r.canceled
      from back r where l.account_id = ${accountId} and l.order_id = ${orderId} and l.id = r.line`.execute(trx);
};

const store = async (
  trx: Trx,
  work: Work,
  { order, delivery }: { order: StoredOrder; delivery: StoredDelivery },
  planned: PlannedReturn & { taken: readonly OrderInstallment[]; planned: readonly OrderInstallment[] },
): Promise<number> => {
  const { accountId, userId } = work.session;
  const { rows } = await sql<{ id: number }>`
    with made as (
      insert into order_returns (account_id, order_id, delivery_id, return_date, document_number, reason, returned_by, value,
        taken, planned, created_at)
      values (${accountId}, ${order.id}, ${delivery.id}, ${planned.returnDate}, ${planned.documentNumber}, ${planned.reason},
        ${userId}, ${planned.value}::numeric, ${JSON.stringify(planned.taken)}::jsonb,
        ${JSON.stringify(planned.planned)}::jsonb, ${work.clock.now()})
      returning id)
    insert into order_return_lines (account_id, order_id, delivery_id, return_id, line_id, quantity, value, replaced)
    select ${accountId}::bigint, ${order.id}::bigint, ${delivery.id}::bigint, made.id, r.*
      from made cross join json_to_recordset(${JSON.stringify(planned.lines)}::json)
        as r("lineId" bigint, quantity numeric, value numeric, replaced boolean)
    returning return_id as id`.execute(trx);
  return rows[0]?.id ?? 0;
};

/**
 * Takes back part of what a delivery brought: received quantities, the expense and everything that follows from them fall by it.
 * @throws ServiceError 404, 409, 422 at the fields, or where too much of the expense is paid
 */
export const returnGoods = async (
  trx: Trx,
  work: Work,
  receiver: Receiver,
  { id, deliveryId, body }: { id: number; deliveryId: number; body: ReturnBody },
): Promise<Order> => {
  const { session, companyId, today } = receiver;
  const key = { companyId, id };
  const before = await holdOrder(trx, session, { ...key, version: body.version });
  const delivery = before.deliveries.find((one) => one.id === deliveryId);
  if (!delivery) throw notFound(DELIVERY_MISSING);
  const { after: lines, ...planned } = planReturn(before, delivery, body, today);
  const taken = await takenOf(trx, receiver, { order: before, delivery, value: planned.value });
  const kept = {
    taken: taken.map(({ one: { dueDate }, value }) => ({ dueDate, grossValue: value })),
    // Only what will not come again changes the value that they are planned for.
    planned: planned.lines.some(({ replaced }) => !replaced) ? before.installments : [],
  };
  await storeQuantities(
    trx,
    { accountId: session.accountId, orderId: id, deliveryId },
    { lines: planned.lines, sign: 1, after: lines },
  );
  const made = await store(trx, work, { order: before, delivery }, { ...planned, ...kept });
  const after = await refreshOrder(trx, work, session, key);
  await syncExpense(trx, work, receiver, { before, after, installments: { taken } });
  const details = { delivery: deliveryId, return: made, ...planned, taken: kept.taken };
  work.audit({ action: 'return', entity: ENTITY, entityId: id, details });
  return readOrder(trx, session, key);
};

/** Lines of an order before a return. What is in again is not canceled. */
const linesBefore = (order: StoredOrder, { lines }: StoredReturn): StoredLine[] => {
  const byId = new Map(lines.map((line) => [line.lineId, line]));
  return order.lines.map((line) => {
    const back = byId.get(line.id);
    if (!back) return line;
    const canceledQuantity = back.replaced ? line.canceledQuantity : minus(line.canceledQuantity, back.quantity);
    return {
      ...{ ...line, canceledQuantity, canceled: false },
      receivedQuantity: plus(line.receivedQuantity, back.quantity),
    };
  });
};

/** @throws ServiceError 422 where the replacement has come, so that more would be in than may be received */
const requireRoom = (restored: readonly StoredLine[], returned: StoredReturn, tolerance: string) => {
  for (const { lineId, quantity } of returned.lines) {
    const line = restored.find(({ id }) => id === lineId);
    if (!line) continue;
    const over = overReceipt(
      { ...line, receivedQuantity: minus(line.receivedQuantity, quantity) },
      quantity,
      tolerance,
    );
    if (over === null) continue;
    const text = `${formatQuantity(over)} ${line.unit.acronyms} de ${line.product.name}`;
    throw ruleBroken(
      `O que foi devolvido já foi reposto: desfeita a devolução, haveria ${text} a mais do que foi pedido. Desfaça antes o recebimento da reposição.`,
    );
  }
};

const isSame = (a: readonly OrderInstallment[], b: readonly OrderInstallment[]): boolean =>
  a.length === b.length &&
  a.every(({ dueDate, grossValue }, at) => b[at]?.dueDate === dueDate && b[at].grossValue === grossValue);

/** The planned installments as they were before a return, unless the terms or the value were changed after it. */
const plannedBefore = (order: StoredOrder, { planned }: StoredReturn, restored: readonly StoredLine[]) => {
  const value = sum(planned.map(({ grossValue }) => grossValue));
  const now = sum(order.installments.map(({ grossValue }) => grossValue));
  const isOf = value === orderFigures(restored, order).grossValue && isSame(order.installments, rescaled(now, planned));
  return planned.length > 0 && isOf ? planned : null;
};

/** Undoes a return. @throws ServiceError 404, 409, 422 where the replacement has come */
export const undoReturn = async (
  trx: Trx,
  work: Work,
  receiver: Receiver,
  { returnId, ...key }: VersionedKey & { returnId: number },
): Promise<Order> => {
  const { session } = receiver;
  const { accountId } = session;
  const before = await holdOrder(trx, session, key);
  const delivery = before.deliveries.find(({ returns }) => returns.some(({ id }) => id === returnId));
  const undone = delivery?.returns.find(({ id }) => id === returnId);
  if (!delivery || !undone) throw notFound('Devolução não encontrada.');
  const restored = linesBefore(before, undone);
  const { receiptTolerance } = await readPurchaseSettings(trx, accountId);
  requireRoom(restored, undone, receiptTolerance);
  await storeQuantities(
    trx,
    { accountId, orderId: before.id, deliveryId: delivery.id },
    { lines: undone.lines, sign: -1, after: restored },
  );
  await sql`delete from order_returns
    where account_id = ${accountId} and order_id = ${before.id} and id = ${returnId}`.execute(trx);
  const planned = plannedBefore(before, undone, restored);
  if (planned) await storeInstallments(trx, accountId, key, planned);
  const after = await refreshOrder(trx, work, session, key);
  await syncExpense(trx, work, receiver, { before, after, installments: { added: undone.taken } });
  work.audit({ action: 'undoReturn', entity: ENTITY, entityId: before.id, details: { before: undone } });
  return readOrder(trx, session, key);
};
