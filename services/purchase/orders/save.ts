import { compare, isNegative, MAX_MONEY, maxMoney, ZERO, toTenThousandths, fromTenThousandths } from '#domain/money.ts';
import { orderFigures } from '#domain/purchase/orders/figures.ts';
import { orderState } from '#domain/purchase/orders/receiving.ts';
import type { Order, OrderBody, OrderUpdate } from '#schema/purchase/orders/orders.rest.ts';
import { DELETE_ORDER_FAILED } from '#domain/messages.ts';
import { sql } from 'kysely';
import { ruleBroken } from '../../platform/errors.ts';
import { Problems } from '../../platform/problems.ts';
import { personOf } from '../../platform/session.ts';
import type { Trx, Work } from '../../platform/db/unitOfWork.ts';
import { readPurchaseSettings } from '../settings.ts';
import { ENTITY } from './access.ts';
import { approvalSnapshot } from './approval/stored.ts';
import { settleApproval } from './approval/settle.ts';
import { tellWaiting } from './approval/tell.ts';
import { standingWarnings } from './check/check.ts';
import { tellDearLines } from './check/tell.ts';
import { storeDelivery } from './deliveries.ts';
import { planDelivery } from './deliveryPlan.ts';
import { readDraft, type OrderDraft } from './draft.ts';
import { PAID, removeExpense, syncExpense, type Receiver } from './expense.ts';
import { holdOrder, type VersionedKey } from './hold.ts';
import { orderAnswer, readOrder, readStored, type StoredOrder } from './read.ts';
import { readReceipt, type Receipt } from './receipt.ts';
import { findReferences, referenceProblems, type References } from './references.ts';
import { insertOrder, refreshOrder, storeInstallments, storeLines, updateOrder, type OrderKey } from './store.ts';
import { readTerms, type Terms } from './terms.ts';

interface Plan {
  draft: OrderDraft;
  terms: Terms;
  references: References;
  receipt: Receipt;
}

/** The company of the body is that of the address (§7). */
const checkCompany = (
  { company }: OrderBody | OrderUpdate,
  { session, companyId, name }: { session: Receiver['session']; companyId: number; name: string },
  problems: Problems,
): void => {
  if (company?.id !== undefined && company.id !== companyId)
    problems.contradiction('company.id', 'A empresa não é a do endereço.');
  if (company?.name !== undefined && company.name !== name)
    problems.contradiction('company.name', 'O nome da empresa não muda por aqui.');
  if (company?.account !== undefined && company.account.id !== session.accountId)
    problems.contradiction('company.account.id', 'A conta não é a da empresa.');
};

const companyName = async (trx: Trx, accountId: number, companyId: number): Promise<string> => {
  const { rows } = await sql<{ name: string }>`
    select name from companies where account_id = ${accountId} and id = ${companyId}`.execute(trx);
  return rows[0]?.name ?? '';
};

/** What may not change once something was received: the expense names supplier and building. */
const checkReceivedHeader = (draft: OrderDraft, before: StoredOrder | undefined, problems: Problems): void => {
  if (!before || before.deliveries.length === 0) return;
  if (draft.supplierId !== before.supplier.id)
    problems.rule('supplier', 'O pedido já tem recebimento: o fornecedor não muda.');
  if (draft.buildingId !== before.building.id)
    problems.rule('building', 'O pedido já tem recebimento: a obra não muda.');
};

/** The type is that of what was received (§4): a body that says otherwise at the end is refused. */
const checkType = (
  body: OrderBody | OrderUpdate,
  draft: OrderDraft,
  before: Order | undefined,
  problems: Problems,
): void => {
  const isReceipt = orderState(draft.lines) === 'RECEIVED';
  if (body.type === 'RECEIPT' && !isReceipt)
    problems.contradiction('type', 'Há itens a receber: o pedido ainda não é um recebimento.');
  if (body.type === 'ORDER' && isReceipt && before?.type === 'RECEIPT')
    problems.rule('type', 'Desfaça o recebimento para que volte a ser um pedido.');
};

const plan = async (
  trx: Trx,
  receiver: Receiver,
  body: OrderBody | OrderUpdate,
  before: StoredOrder | undefined,
): Promise<Plan> => {
  const { session, companyId, today } = receiver;
  const problems = new Problems();
  const answered = before && orderAnswer(before, session);
  const name = before?.companyName ?? (await companyName(trx, session.accountId, companyId));
  checkCompany(body, { session, companyId, name }, problems);
  const wasReceipt = answered?.type === 'RECEIPT';
  const draft = readDraft(body, before, { userId: personOf(session), today, wasReceipt }, problems);
  checkReceivedHeader(draft, before, problems);
  checkType(body, draft, answered, problems);
  const references = await findReferences(trx, session, companyId, draft);
  problems.rules(referenceProblems(draft, before, { session, companyId, references }));
  // Of a canceled order its discount is left.
  const isCanceled = orderState(draft.lines) === 'CANCELED';
  const { grossValue: worth } = orderFigures(draft.lines, draft);
  const grossValue = isCanceled ? maxMoney(ZERO, worth) : worth;
  if (isNegative(grossValue)) problems.rule('discount', 'O desconto passa do valor do pedido.');
  if (compare(grossValue, MAX_MONEY) > 0)
    problems.rule('requirementLineList', 'O valor do pedido passa do maior valor aceito.');
  problems.refuse();
  const stored = before && { ...before, dates: before };
  const terms = readTerms(
    body.requirement?.payment ?? undefined,
    stored,
    { dates: draft, value: grossValue },
    problems,
  );
  const receipt = readReceipt(body.receipt, answered, draft.lines, problems);
  problems.refuse();
  return { draft, terms, references, receipt };
};

/** Makes the delivery of what a body marks as received (§4). */
const receiveMarked = async (
  trx: Trx,
  work: Work,
  receiver: Receiver,
  { key, plan: { draft, receipt } }: { key: OrderKey; plan: Plan },
): Promise<void> => {
  if (!receipt.receives) return;
  const before = await readStored(trx, receiver.session, key);
  const marked = draft.lines.flatMap((line, index) => {
    const stored = before.lines[index];
    if (!stored) return [];
    const now = toTenThousandths(line.receivedQuantity) - toTenThousandths(stored.receivedQuantity);
    return now > 0n ? [{ index, id: stored.id, quantity: fromTenThousandths(now), close: line.closed }] : [];
  });
  const problems = new Problems();
  const lines = marked.map(({ id, quantity, close }) => ({ line: { id }, quantity, close }));
  const pathOf = (at: number) => `requirementLineList.${marked[at]?.index ?? 0}`;
  const paths = {
    line: pathOf,
    quantity: (at: number) => `${pathOf(at)}.receivedQuantity`,
    header: 'receipt.',
    payment: 'receipt.payment.',
  };
  const { receiptTolerance: tolerance } = await readPurchaseSettings(trx, receiver.session.accountId);
  const receiving = { today: receiver.today, tolerance, paths };
  const planned = planDelivery(before, { ...receipt.delivery, lines }, receiving, problems);
  problems.refuse();
  await storeDelivery(trx, work, receiver, { before, planned });
};

/** What the history keeps of an order. */
const snapshot = (order: StoredOrder) => ({
  ...{ version: order.version, document: order.document, buildingId: order.building.id, supplierId: order.supplier.id },
  ...{ categoryId: order.category?.id ?? null, buyerId: order.buyer?.id ?? null },
  ...{
    paymentMethod: order.paymentMethod,
    notes: order.notes,
    createdDate: order.createdDate,
    deliveryDate: order.deliveryDate,
  },
  ...{ shippingRate: order.shippingRate, discount: order.discount, ipi: order.ipi, ipiValue: order.ipiValue },
  ...{ payAfterBase: order.payAfterBase, payAfterDay: order.payAfterDay, installments: order.installments },
  approval: order.approval && approvalSnapshot(order.approval),
  lines: order.lines.map(({ product, unit, brand, costEstimateGroup, ...line }) => ({
    ...line,
    ...{ productId: product.id, unitId: unit.id, brandId: brand?.id ?? null, stageId: costEstimateGroup?.id ?? null },
  })),
});

/** Creates an order, and receives what the body marks as received. @throws ServiceError 400, 404, 409, 422 */
export const createOrder = async (trx: Trx, work: Work, receiver: Receiver, body: OrderBody): Promise<Order> => {
  const { session, companyId } = receiver;
  const planned = await plan(trx, receiver, body, undefined);
  const warned = await standingWarnings(trx, receiver, { ...planned, before: undefined });
  const key = await insertOrder(trx, work, companyId, planned);
  await storeLines(trx, session.accountId, key, { lines: planned.draft.lines, references: planned.references });
  await storeInstallments(trx, session.accountId, key, planned.terms.installments);
  const step = await settleApproval(trx, work, key, { now: planned.draft, before: undefined });
  const stored = await refreshOrder(trx, work, session, key);
  work.audit({
    action: 'create',
    entity: ENTITY,
    entityId: key.id,
    details: { after: snapshot(stored), ...warned.history },
  });
  await tellWaiting(trx, work, { step, before: undefined, after: stored });
  await tellDearLines(trx, work, stored, warned.dear);
  await receiveMarked(trx, work, receiver, { key, plan: planned });
  return readOrder(trx, session, key);
};

/** The expense follows its order, unless a payment holds it: then nothing that it shows may change. */
const followExpense = async (
  trx: Trx,
  work: Work,
  receiver: Receiver,
  { before, after }: { before: StoredOrder; after: StoredOrder },
): Promise<void> => {
  if (!after.expense) return;
  const stages = ({ lines }: StoredOrder) =>
    lines.map(({ id, costEstimateGroup }) => `${id}/${costEstimateGroup?.id ?? ''}`);
  const received = new Set(after.deliveries.flatMap(({ lines }) => lines.map(({ lineId }) => lineId)));
  const moved = after.lines.findIndex(
    (line) => received.has(line.id) && !stages(before).includes(`${line.id}/${line.costEstimateGroup?.id ?? ''}`),
  );
  if (moved >= 0 && after.expense.status !== 'OPEN') {
    const message = 'Há parcela paga na despesa deste item: a etapa não muda.';
    throw ruleBroken(message, [{ path: `requirementLineList.${moved}.costEstimateGroup`, message }]);
  }
  const same = before.category?.id === after.category?.id && before.document === after.document;
  if (moved < 0 && same) return;
  await syncExpense(trx, work, receiver, { before, after, installments: { added: [] } });
};

/** Changes the order with the body's id and version. @throws ServiceError 400, 404, 409, 422 */
export const updateOrderOf = async (trx: Trx, work: Work, receiver: Receiver, body: OrderUpdate): Promise<Order> => {
  const { session, companyId } = receiver;
  const key = { companyId, id: body.id };
  const before = await holdOrder(trx, session, { ...key, version: body.version });
  const planned = await plan(trx, receiver, body, before);
  const warned = await standingWarnings(trx, receiver, { ...planned, before });
  await updateOrder(trx, session.accountId, key, planned);
  await storeLines(trx, session.accountId, key, { lines: planned.draft.lines, references: planned.references });
  await storeInstallments(trx, session.accountId, key, planned.terms.installments);
  const step = await settleApproval(trx, work, key, { now: planned.draft, before });
  const after = await refreshOrder(trx, work, session, key);
  await followExpense(trx, work, receiver, { before, after });
  const details = { before: snapshot(before), after: snapshot(after), ...warned.history };
  work.audit({ action: 'update', entity: ENTITY, entityId: key.id, details });
  await tellWaiting(trx, work, { step, before, after });
  await tellDearLines(trx, work, after, warned.dear);
  await receiveMarked(trx, work, receiver, { key, plan: planned });
  return readOrder(trx, session, key);
};

/** Deletes an order with its deliveries and their expense. @throws ServiceError 404, 409, 422 once any of it is paid */
export const removeOrder = async (
  trx: Trx,
  work: Work,
  receiver: Receiver,
  key: VersionedKey,
): Promise<{ id: number }> => {
  const { session } = receiver;
  const before = await holdOrder(trx, session, key);
  if (before.expense && before.expense.status !== 'OPEN')
    throw ruleBroken(DELETE_ORDER_FAILED, [{ path: 'id', message: PAID }]);
  await removeExpense(trx, work, receiver, before);
  await sql`delete from order_deliveries where account_id = ${session.accountId} and order_id = ${key.id}`.execute(trx);
  await sql`delete from orders where account_id = ${session.accountId} and id = ${key.id}`.execute(trx);
  const was = { companyId: before.companyId, buildingIds: [before.building.id] };
  work.audit({ action: 'delete', entity: ENTITY, entityId: key.id, details: { before: snapshot(before) }, was });
  return { id: key.id };
};
