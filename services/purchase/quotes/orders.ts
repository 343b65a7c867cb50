import { sql } from 'kysely';
import { addDays, type IsoDate } from '#domain/dates.ts';
import { orderFigures, wholeLines } from '#domain/purchase/orders/figures.ts';
import { baseDate, termInstallments } from '#domain/purchase/orders/terms.ts';
import { chargedFreight } from '#domain/purchase/quotes/figures.ts';
import type { OrderBody, OrderLineBody } from '#schema/purchase/orders/orders.rest.ts';
import type { QuoteOrders } from '#schema/purchase/quotes/quotes.rest.ts';
import { ServiceError } from '../../platform/errors.ts';
import { Problems } from '../../platform/problems.ts';
import type { Trx, Work } from '../../platform/db/unitOfWork.ts';
import { createOrder } from '../orders/save.ts';
import { ENTITY } from './access.ts';
import { checkAwards, isDearer, JUSTIFY } from './awards.ts';
import { refreshQuoteFigures } from './figures.ts';
import { holdQuote } from './hold.ts';
import { readQuote, type StoredAnswer, type StoredQuote, type StoredQuoteLine, type StoredSupplier } from './read.ts';
import { requireOpen, type Buyer } from './save.ts';
import { touchQuote } from './store.ts';

/** A supplier with awards, and the lines that are his. */
interface Winner {
  supplier: StoredSupplier;
  answer: StoredAnswer;
  lines: StoredQuoteLine[];
}

const winnersOf = ({ suppliers, lines, awards }: StoredQuote): Winner[] =>
  suppliers.flatMap((supplier) => {
    const own = new Set(awards.flatMap(({ lineId, supplierId }) => (supplierId === supplier.id ? [lineId] : [])));
    const awarded = lines.filter(({ id }) => own.has(id));
    return supplier.answer === null || awarded.length === 0
      ? []
      : [{ supplier, answer: supplier.answer, lines: awarded }];
  });

/** Active brands of the account by the key of their names, as suppliers typed them. One SQL statement. */
const readBrands = async (trx: Trx, accountId: number, names: readonly string[]): Promise<Map<string, number>> => {
  const { rows } = await sql<{ name: string; id: number }>`
    select n.name, b.id from unnest(${[...new Set(names)]}::text[]) as n (name)
      join brands b on b.account_id = ${accountId} and search_key(b.name) = search_key(n.name) and b.active`.execute(
    trx,
  );
  return new Map(rows.map(({ name, id }) => [name, id]));
};

const lineBody = (
  line: StoredQuoteLine,
  { price, brand }: { price: string; brand: string | null },
  brands: ReadonlyMap<string, number>,
): OrderLineBody => {
  const { product, description, unit, quantity, costEstimateGroup } = line;
  const known = brand === null ? undefined : brands.get(brand);
  // What was asked for and offered beyond the name of the product stands beside it.
  const told = [
    ...(description === product?.name ? [] : [description]),
    ...(brand === null || known !== undefined ? [] : [`Marca: ${brand}`]),
  ].join(' · ');
  return {
    ...{ product: { id: product?.id ?? 0 }, unit: { id: unit.id }, quantity, price },
    description: told === '' ? null : told.slice(0, 500),
    ...(known === undefined ? {} : { brand: { id: known } }),
    ...(costEstimateGroup === null ? {} : { costEstimateGroup: { id: costEstimateGroup.id } }),
  };
};

const notesOf = ({ document }: StoredQuote, { freight, notes }: StoredAnswer): string =>
  [`Conforme a cotação ${document}.`, ...(freight === 'PICKUP' ? ['Retirada por nossa conta (FOB).'] : []), notes ?? '']
    .filter((text) => text !== '')
    .join('\n')
    .slice(0, 2_000);

/** The order that an answer becomes: its prices, freight, IPI, delivery and terms. */
const orderBody = (
  quote: StoredQuote,
  { supplier, answer, lines }: Winner,
  { today, brands }: { today: IsoDate; brands: ReadonlyMap<string, number> },
): OrderBody => {
  const offered = new Map(answer.lines.map((line) => [line.lineId, line]));
  const requirementLineList = lines.map((line) => {
    const { price, brand } = offered.get(line.id) ?? { price: null, brand: null };
    return lineBody(line, { price: price ?? '0', brand }, brands);
  });
  const deliveryDate = answer.deliveryDays === null ? quote.deliveryDate : addDays(today, answer.deliveryDays);
  const charges = { shippingRate: chargedFreight(answer), discount: '0.00', ipi: answer.ipi, ipiValue: null };
  const { grossValue } = orderFigures(wholeLines(requirementLineList), charges);
  const from = baseDate('DELIVERY', { createdDate: today, deliveryDate });
  const days = answer.paymentDays.length === 0 ? [0] : answer.paymentDays;
  return {
    ...{ building: { id: quote.building.id }, supplier: { id: supplier.partner.id }, requirementLineList },
    ...(quote.buyer === null ? {} : { buyer: { id: quote.buyer.id } }),
    ...{ createdDate: today, delivery: { date: deliveryDate }, notes: notesOf(quote, answer) },
    ...{ shippingRate: charges.shippingRate, ipi: charges.ipi },
    requirement: { payment: { installmentList: termInstallments(grossValue, days, from) } },
  };
};

/** An order that is refused names its supplier: its fields are no fields of this call. */
const refuseFor = ({ partner }: StoredSupplier, error: unknown): never => {
  if (!(error instanceof ServiceError) || error.fields.length === 0) throw error;
  const fields = error.fields.map(({ message }) => ({ path: 'awards', message: `${partner.name}: ${message}` }));
  throw new ServiceError(error.status, error.code, fields[0]?.message ?? error.message, fields, error.headers);
};

const checkReady = (quote: StoredQuote): void => {
  const problems = new Problems();
  if (quote.awards.length === 0) problems.rule('awards', 'Escolha de quem comprar antes de gerar os pedidos.');
  checkAwards(quote, quote.awards, problems);
  const awarded = new Set(quote.awards.map(({ lineId }) => lineId));
  quote.lines.forEach(({ id, product, description }, index) => {
    if (awarded.has(id) && product === null)
      problems.rule(`lines.${index}.productId`, `Escolha o insumo de "${description}" antes de gerar os pedidos.`);
  });
  problems.refuse();
  // An answer that came after the awards may have made another combination the cheapest.
  if (quote.justification === null && isDearer(quote, quote.awards)) problems.rule('justification', JUSTIFY);
  problems.refuse();
};

/** Makes one order for each supplier with awards, all or none. @throws ServiceError 404, 409, 422 */
export const orderQuote = async (
  trx: Trx,
  work: Work,
  { session, companyId }: Buyer,
  { id, version }: { id: number; version: number | undefined },
): Promise<QuoteOrders> => {
  const now = work.clock.now();
  const quote = await holdQuote(trx, session, { companyId, id, version }, now);
  requireOpen(quote);
  checkReady(quote);
  const today = work.clock.today(session.timeZone);
  const winners = winnersOf(quote);
  const names = winners.flatMap(({ answer }) => answer.lines.flatMap(({ brand }) => brand ?? []));
  const brands = await readBrands(trx, session.accountId, names);
  const orders: QuoteOrders['orders'] = [];
  for (const winner of winners) {
    const body = orderBody(quote, winner, { today, brands });
    const order = await createOrder(trx, work, { session, companyId, today }, body).catch((error: unknown) =>
      refuseFor(winner.supplier, error),
    );
    orders.push({ id: order.id, document: order.document });
  }
  await sql`update orders set quote_id = ${id}
    where account_id = ${session.accountId} and id = any(${orders.map((order) => order.id)}::bigint[])`.execute(trx);
  await touchQuote(trx, work, id, {});
  await refreshQuoteFigures(trx, session.accountId, [id]);
  work.audit({ action: 'order', entity: ENTITY, entityId: id, details: { orders } });
  return { quote: await readQuote(trx, session, { companyId, id }, now), orders };
};
