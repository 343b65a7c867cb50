import { add, compare, subtract, type Money } from '#domain/money.ts';
import {
  differenceText,
  lineDifferences,
  needsReason,
  NOT_ORDERED,
  priceDifference,
  UNIT_UNKNOWN,
  type Difference,
  type DifferenceContext,
  type Tolerances,
} from '#domain/purchase/invoices/differences.ts';
import {
  convertedQuantity,
  discountIsOfPrice,
  invoiceFigures,
  type InvoicedLine,
} from '#domain/purchase/invoices/figures.ts';
import { matchItems, type Match } from '#domain/purchase/invoices/matching.ts';
import { missingQuantity } from '#domain/purchase/orders/receiving.ts';
import type { InvoiceDifference, InvoiceProposal } from '#schema/purchase/invoices/invoices.rest.ts';
import type { Nfe } from '../../platform/nfe/types.ts';
import { readMemory, type RememberedOf } from '../../platform/supplierProducts.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import type { Session } from '../../platform/session.ts';
import { orderNumbers, readCandidates, type Candidate } from './candidates.ts';
import { invoiceChecks } from './checks.ts';
import { readFacts } from './facts.ts';
import { readLines, type InvoiceLine } from './lines.ts';
import { readTolerances } from './tolerances.ts';

type Proposed = NonNullable<InvoiceProposal['order']>;

/** Pairs of items and lines up to which orders are compared by names too, to tell the likeliest. */
const MOST_PAIRS = 40_000;

const told = (difference: Difference, context: DifferenceContext): InvoiceDifference => ({
  ...difference,
  needsReason: needsReason(difference),
  text: differenceText(difference, context),
});

const itemAnswer = (nfe: Nfe, match: Match, lines: ReadonlyMap<number, InvoiceLine>): Proposed['items'][number] => {
  const item = nfe.items.find(({ number }) => number === match.item);
  const line = match.lineId === null ? undefined : lines.get(match.lineId);
  const quantity = item && match.factor ? convertedQuantity(item.quantity, match.factor.factor) : null;
  const known = match.factor !== null && quantity !== null;
  const context = { ...(line && { line }), unit: item?.unit ?? '' };
  return {
    number: match.item,
    line: line ? { id: line.id } : null,
    match: match.kind,
    similarity: match.similarity,
    factor: match.factor?.factor ?? null,
    factorOrigin: match.factor?.origin ?? null,
    quantity,
    differences: line ? (known ? [] : [told(UNIT_UNKNOWN, context)]) : [told(NOT_ORDERED, context)],
  };
};

const productOf = ({ productId, code, name }: InvoiceLine) => ({ id: productId, code, name });

const lineAnswer = (line: InvoiceLine, brought: InvoicedLine, tolerances: Tolerances): Proposed['lines'][number] => {
  const { percent, amount } = priceDifference(line, brought);
  return {
    ...{ line: { id: line.id }, product: productOf(line), unit: line.unit },
    ...{ orderedQuantity: line.quantity, receivedQuantity: line.receivedQuantity },
    ...{ missingQuantity: missingQuantity(line), orderedPrice: line.price, items: brought.items },
    ...{ quantity: brought.quantity, price: brought.price, value: brought.value, percent, amount },
    differences: lineDifferences(line, brought, tolerances).map((one) => told(one, { line, brought })),
  };
};

const proposedReceipt = (
  nfe: Nfe,
  { id, document, version, building, supplier, discount }: Candidate,
  {
    lines,
    memory,
    tolerances,
  }: { lines: readonly InvoiceLine[]; memory: readonly RememberedOf[]; tolerances: Tolerances },
): Proposed => {
  const byId = new Map(lines.map((line) => [line.id, line]));
  const matches = matchItems(nfe.items, lines, memory);
  const items = matches.map((match) => itemAnswer(nfe, match, byId));
  const places = new Map(
    items.map(({ number, line, factor, quantity }) => [
      number,
      line && factor !== null && quantity !== null ? { lineId: line.id, factor } : null,
    ]),
  );
  const placed = nfe.items.map((item) => ({ item, place: places.get(item.number) ?? null }));
  const figures = invoiceFigures(placed, nfe.totals, { net: discountIsOfPrice(discount) });
  const matched = new Set(matches.map(({ lineId }) => lineId));
  const left = lines.filter((line) => !matched.has(line.id) && !line.closed && missingQuantity(line) !== '0.0000');
  const { shippingRate, ipiValue, discount: given, value } = figures;
  return {
    ...{ id, document, version, building, supplier: { id: supplier.id, name: supplier.name }, items },
    lines: figures.lines.flatMap((brought) => {
      const line = byId.get(brought.lineId);
      return line ? [lineAnswer(line, brought, tolerances)] : [];
    }),
    unmatchedLines: left.map((line) => ({
      ...{ line: { id: line.id }, product: productOf(line), unit: line.unit },
      ...{ missingQuantity: missingQuantity(line), orderedPrice: line.price },
    })),
    ...{ shippingRate, ipiValue, discount: given, value },
  };
};

const invoiceAnswer = (nfe: Nfe): InvoiceProposal['invoice'] => {
  const { accessKey, number, series, emissionDate, operation, issuer, receiver, totals, installments, notes } = nfe;
  return {
    ...{ accessKey, number, series, emissionDate, operation, issuer, receiver, notes },
    orderNumbers: orderNumbers(nfe),
    items: nfe.items.map(({ unit, quantity, unitPrice, value, discount, counts, ...item }) => ({
      ...{ number: item.number, code: item.code, ean: item.ean, name: item.name, ncm: item.ncm },
      ...{ unit, quantity, unitPrice, value, discount, counts },
    })),
    productsValue: add(totals.products, totals.services),
    shippingRate: add(totals.freight, totals.insurance, totals.other),
    ipiValue: add(totals.ipi, totals.taxes),
    discount: totals.discount,
    value: totals.total,
    installmentList: installments.map(({ dueDate, value }) => ({ dueDate, grossValue: value })),
  };
};

const distance = (missing: Money, total: Money): Money => {
  const away = subtract(missing, total);
  return away.startsWith('-') ? away.slice(1) : away;
};

/** What a nota says, the orders that it may be of, the likeliest first, and what would be received of the chosen one. */
export const proposeReceipt = async (
  trx: Trx,
  { session, companyId, nfe }: { session: Session; companyId: number; nfe: Nfe },
  chosenId: number | undefined,
): Promise<InvoiceProposal> => {
  const { accountId } = session;
  const facts = await readFacts(trx, session, companyId, nfe);
  const partners = facts.partners.map(({ id }) => id);
  const candidates = await readCandidates(trx, session, companyId, { partners, nfe, chosen: chosenId });
  const suppliers = [...new Set([...partners, ...candidates.map(({ supplier }) => supplier.id)])];
  const codes = nfe.items.map(({ code }) => code);
  const all = await readLines(
    trx,
    accountId,
    candidates.map(({ id }) => id),
  );
  const memory = await readMemory(trx, accountId, { partners: suppliers, codes });
  const tolerances = await readTolerances(trx, accountId);
  const linesOf = (id: number) => all.filter(({ orderId }) => orderId === id);
  const memoryOf = ({ supplier }: Candidate) => memory.filter(({ partnerId }) => partnerId === supplier.id);
  const ranked = candidates
    .map((candidate) => {
      const lines = linesOf(candidate.id);
      const names = lines.length * nfe.items.length <= MOST_PAIRS;
      const matches = matchItems(nfe.items, lines, memoryOf(candidate), { names });
      return { candidate, matchedItems: matches.filter(({ lineId }) => lineId !== null).length };
    })
    .sort(
      (a, b) =>
        Number(b.candidate.named) - Number(a.candidate.named) ||
        b.matchedItems - a.matchedItems ||
        compare(
          distance(a.candidate.missingValue, nfe.totals.total),
          distance(b.candidate.missingValue, nfe.totals.total),
        ),
    );
  const chosen = chosenId === undefined ? ranked[0]?.candidate : candidates.find(({ id }) => id === chosenId);
  const [partner] = facts.partners;
  return {
    invoice: invoiceAnswer(nfe),
    checks: invoiceChecks(nfe, facts, chosen?.supplier ?? null),
    supplier: partner ? { id: partner.id, name: partner.name } : null,
    orders: ranked
      .filter(({ candidate }) => candidate.open)
      .map(({ candidate, matchedItems }) => {
        const { id, document, building, supplier, date, grossValue, missingValue, named } = candidate;
        return {
          ...{ id, document, building, supplier: { id: supplier.id, name: supplier.name }, date },
          ...{ grossValue, missingValue, named, matchedItems },
        };
      }),
    order: chosen
      ? proposedReceipt(nfe, chosen, { lines: linesOf(chosen.id), memory: memoryOf(chosen), tolerances })
      : null,
  };
};
