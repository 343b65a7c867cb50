import { sql } from 'kysely';
import { formatMoney } from '#domain/numberFormat.ts';
import {
  differenceText,
  lineDifferences,
  needsReason,
  NOT_ORDERED,
  UNIT_UNKNOWN,
  type Tolerances,
} from '#domain/purchase/invoices/differences.ts';
import {
  convertedQuantity,
  discountIsOfPrice,
  invoiceFigures,
  type InvoiceFigures,
  type PlacedItem,
} from '#domain/purchase/invoices/figures.ts';
import { factorOf } from '#domain/purchase/invoices/matching.ts';
import type { InvoiceDeliveryBody } from '#schema/purchase/invoices/invoices.rest.ts';
import type { Order } from '#schema/purchase/orders/orders.rest.ts';
import { conflict, ruleBroken } from '../../platform/errors.ts';
import { holdAccessKey } from '../../platform/fiscal/holdKey.ts';
import type { Nfe } from '../../platform/nfe/types.ts';
import { Problems } from '../../platform/problems.ts';
import { blankAsNull } from '../../platform/text.ts';
import { readMemory, type RememberedOf } from '../../platform/supplierProducts.ts';
import type { Trx, Work } from '../../platform/db/unitOfWork.ts';
import { requireApproved } from '../orders/approval/stored.ts';
import { storeDelivery } from '../orders/deliveries.ts';
import { planDelivery } from '../orders/deliveryPlan.ts';
import type { Receiver } from '../orders/expense.ts';
import { holdOrder } from '../orders/hold.ts';
import { readOrder, type StoredOrder } from '../orders/read.ts';
import { agreedInstallments, invoiceChecks } from './checks.ts';
import { readFacts, type InvoiceFacts, type InvoicePartner } from './facts.ts';
import { readLines, type InvoiceLine } from './lines.ts';
import { learn } from './memory.ts';
import { readTolerances } from './tolerances.ts';

/** An NF-e as it was sent, and as it was read. */
export interface SentInvoice {
  nfe: Nfe;
  content: Buffer;
}

type Choice = InvoiceDeliveryBody['items'][number];

const FILE = 'file';
const refused = (message: string) => ruleBroken(message, [{ path: FILE, message }]);

/** @throws ServiceError 409 for a nota that was received, 422 for one that is no delivery of this order */
const requireChecks = (nfe: Nfe, facts: InvoiceFacts, supplier: InvoicePartner): string[] => {
  const checks = invoiceChecks(nfe, facts, supplier);
  const failed = checks.filter(({ ok, blocks }) => !ok && blocks);
  const seen = failed.find(({ code }) => code === 'KEY');
  if (seen) throw conflict(seen.text, [{ path: FILE, message: seen.text }]);
  const [first] = failed;
  if (first) throw refused(first.text);
  return checks.filter(({ ok }) => !ok).map(({ text }) => text);
};

const sameNumber = (document: string | null, number: string): boolean =>
  document?.replace(/\D/g, '').replace(/^0+/, '') === number;

/** "NF 1234"; with its series where another nota of this number came before. */
const documentOf = ({ number, series }: Nfe, { deliveries }: StoredOrder): string => {
  const same = deliveries.filter(({ documentNumber }) => sameNumber(documentNumber, number));
  const typed = same.find(({ accessKey }) => accessKey === null);
  if (typed) {
    const message = `A nota ${number} já foi recebida neste pedido, sem o XML. Desfaça aquele recebimento para receber por ele.`;
    throw conflict(message, [{ path: FILE, message }]);
  }
  return same.length === 0 ? `NF ${number}` : `NF ${number}-${series}`;
};

/** What a choice of an item says of its place; adds what is wrong with it. */
const placeOf = (
  { item, choice, path }: { item: Nfe['items'][number]; choice: Choice; path: string },
  { lines, memory }: { lines: ReadonlyMap<number, InvoiceLine>; memory: readonly RememberedOf[] },
  problems: Problems,
): PlacedItem['place'] => {
  if (!choice.line) {
    if (blankAsNull(choice.reason) == null)
      problems.rule(`${path}.reason`, `${differenceText(NOT_ORDERED, {})} Diga por que ele fica de fora.`);
    return null;
  }
  const line = lines.get(choice.line.id);
  if (!line) {
    problems.rule(`${path}.line`, 'Item não encontrado neste pedido.');
    return null;
  }
  const factor = choice.factor ?? factorOf(item, line, memory)?.factor;
  if (factor === undefined) {
    problems.rule(`${path}.factor`, differenceText(UNIT_UNKNOWN, { line, unit: item.unit }));
    return null;
  }
  if (convertedQuantity(item.quantity, factor) === null) {
    problems.rule(
      `${path}.factor`,
      `Com este fator, ${item.quantity} ${item.unit} não dão uma quantidade que se receba.`,
    );
    return null;
  }
  return { lineId: line.id, factor };
};

/** Puts every item of a nota where the body says. Adds every problem. */
const placeItems = (
  { items }: Nfe,
  choices: readonly Choice[],
  known: { lines: ReadonlyMap<number, InvoiceLine>; memory: readonly RememberedOf[] },
  problems: Problems,
): PlacedItem[] => {
  const byNumber = new Map<number, number>();
  choices.forEach(({ number }, index) => {
    if (byNumber.has(number)) problems.rule(`items.${index}.number`, 'Este item aparece mais de uma vez.');
    else if (!items.some((item) => item.number === number))
      problems.rule(`items.${index}.number`, `A nota não tem o item ${number}.`);
    byNumber.set(number, index);
  });
  return items.map((item) => {
    const index = byNumber.get(item.number);
    const choice = index === undefined ? undefined : choices[index];
    if (!choice) {
      problems.rule('items', `Diga a que item do pedido corresponde o item ${item.number} da nota, ${item.name}.`);
      return { item, place: null };
    }
    return { item, place: placeOf({ item, choice, path: `items.${index}` }, known, problems) };
  });
};

/** A difference that was received, with its reason, for the history. */
interface Accepted {
  items: number[];
  differences: string[];
  reason: string | null;
}

/** Differences of the lines and items left out, each with its reason; adds a problem where one is needed and missing. */
const acceptDifferences = (
  { figures, placed, choices }: { figures: InvoiceFigures; placed: readonly PlacedItem[]; choices: readonly Choice[] },
  { lines, tolerances }: { lines: ReadonlyMap<number, InvoiceLine>; tolerances: Tolerances },
  problems: Problems,
): Accepted[] => {
  const indexOf = new Map(choices.map(({ number }, index) => [number, index]));
  const reasonOf = (items: readonly number[]): string | null =>
    items
      .map((number) => blankAsNull(choices[indexOf.get(number) ?? -1]?.reason) ?? null)
      .find((reason) => reason !== null) ?? null;
  const leftOut = placed
    .filter(({ place }) => place === null)
    .map(({ item: { number } }) => ({
      ...{ items: [number], differences: [differenceText(NOT_ORDERED, {})], reason: reasonOf([number]) },
    }));
  const ofLines = figures.lines.flatMap((brought): Accepted[] => {
    const line = lines.get(brought.lineId);
    if (!line) return [];
    // Too much is refused where the delivery is planned.
    const found = lineDifferences(line, brought, tolerances).filter(({ code }) => code !== 'OVER_QUANTITY');
    const texts = found.map((one) => differenceText(one, { line, brought }));
    const reason = reasonOf(brought.items);
    const asked = found.findIndex(needsReason);
    if (asked >= 0 && reason === null)
      problems.rule(`items.${indexOf.get(brought.items[0] ?? 0) ?? 0}.reason`, `${texts[asked]} Diga por que aceita.`);
    return texts.length === 0 ? [] : [{ items: brought.items, differences: texts, reason }];
  });
  return [...leftOut, ...ofLines];
};

const supplierOf = async (trx: Trx, accountId: number, id: number): Promise<InvoicePartner> => {
  const { rows } = await sql<InvoicePartner>`
    select id, name, tax_id as "taxId" from partners where account_id = ${accountId} and id = ${id}`.execute(trx);
  return rows[0] ?? { id, name: '', taxId: null };
};

const keep = async (
  trx: Trx,
  accountId: number,
  { delivery, nfe, content }: SentInvoice & { delivery: number },
): Promise<void> => {
  await sql`update order_deliveries set access_key = ${nfe.accessKey}
    where account_id = ${accountId} and id = ${delivery}`.execute(trx);
  await sql`insert into order_delivery_invoices (account_id, delivery_id, content)
    values (${accountId}, ${delivery}, ${content})`.execute(trx);
};

/**
 * Receives a delivery of an order by its NF-e: figures are those of the file, and its value is that of the nota, to the cent.
 * @throws ServiceError 404, 409 on a stale version or a nota that was received, 422 at the fields
 */
export const receiveInvoice = async (
  trx: Trx,
  work: Work,
  receiver: Receiver,
  { id, body, nfe, content }: SentInvoice & { id: number; body: InvoiceDeliveryBody },
): Promise<Order> => {
  const { session, companyId, today } = receiver;
  const { accountId } = session;
  const key = { companyId, id };
  const before = await holdOrder(trx, session, { ...key, version: body.version });
  requireApproved(before);
  const supplier = await supplierOf(trx, accountId, before.supplier.id);
  await holdAccessKey(trx, accountId, nfe.accessKey);
  const notes = requireChecks(nfe, await readFacts(trx, session, companyId, nfe), supplier);
  const documentNumber = documentOf(nfe, before);
  const lines = await readLines(trx, accountId, [id]);
  const byId = new Map(lines.map((line) => [line.id, line]));
  const codes = nfe.items.map(({ code }) => code);
  const memory = await readMemory(trx, accountId, { partners: [supplier.id], codes });
  const tolerances = await readTolerances(trx, accountId);

  const problems = new Problems();
  const placed = placeItems(nfe, body.items, { lines: byId, memory }, problems);
  problems.refuse();
  const figures = invoiceFigures(placed, nfe.totals, { net: discountIsOfPrice(before.discount) });
  if (figures.lines.length === 0) throw refused('Nenhum item da nota é deste pedido.');
  const chosen = { figures, placed, choices: body.items };
  const accepted = acceptDifferences(chosen, { lines: byId, tolerances }, problems);
  const planned = plan(
    before,
    { nfe, body, figures, documentNumber },
    { today, tolerance: tolerances.receipt },
    problems,
  );
  problems.refuse();
  if (planned.value !== nfe.totals.total)
    throw refused(
      `O recebimento daria R$ ${formatMoney(planned.value)}, e a nota é de R$ ${formatMoney(nfe.totals.total)}.`,
    );

  const delivery = await storeDelivery(trx, work, receiver, { before, planned });
  await keep(trx, accountId, { delivery, nfe, content });
  await learn(trx, work, { partnerId: supplier.id, delivery, nfe }, { placed, lines });
  const { rounding, leftOut } = figures;
  const details = { delivery, accessKey: nfe.accessKey, accepted, notes, rounding, leftOut };
  work.audit({ action: 'receiveInvoice', entity: 'order', entityId: id, details });
  return readOrder(trx, session, key);
};

const plan = (
  order: StoredOrder,
  {
    nfe,
    body,
    figures,
    documentNumber,
  }: { nfe: Nfe; body: InvoiceDeliveryBody; figures: InvoiceFigures; documentNumber: string },
  { today, tolerance }: { today: string; tolerance: string },
  problems: Problems,
) => {
  const closing = new Set(body.items.flatMap(({ number, close }) => (close === true ? [number] : [])));
  const indexes = figures.lines.map(({ items }) => body.items.findIndex(({ number }) => number === items[0]));
  const lines = figures.lines.map(({ lineId, items, quantity, price }) => ({
    ...{ line: { id: lineId }, quantity, price, close: items.some((number) => closing.has(number)) },
  }));
  const { shippingRate, ipiValue, discount } = figures;
  const installmentList = agreedInstallments(nfe);
  return planDelivery(
    order,
    {
      ...{ documentNumber, emissionDate: nfe.emissionDate, lines, shippingRate, ipiValue, discount },
      ...(body.receivedDate != null && { receivedDate: body.receivedDate }),
      ...(installmentList.length > 0 && { installmentList }),
    },
    {
      ...{ today, tolerance },
      paths: {
        line: (index) => `items.${indexes[index]}.line`,
        quantity: (index) => `items.${indexes[index]}.line`,
        ...{ header: '', payment: '' },
      },
    },
    problems,
  );
};
