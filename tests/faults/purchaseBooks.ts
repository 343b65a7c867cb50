import { YESTERDAY, type Make, type Office, type PurchaseWriteKind, type Write } from './write.ts';

const IN_TEN_DAYS = new Date(Date.now() + 10 * 24 * 60 * 60 * 1000).toISOString();

const json = (path: string, body: object) => ({ path, type: 'application/json', body });

/** What the writes of a round need of earlier answers. */
interface Quote {
  id: number;
  lines: { id: number }[];
  suppliers: { id: number }[];
}
interface Order {
  id: number;
  requirementLineList: { id: number }[];
  deliveries: { id: number }[];
}
const answerOf = <T>({ answers }: Write): T => answers[0] as T;

/** What the supplier of a quote writes: 50,00 for each, freight 30,00, in two installments. */
const offerOf = ({ lines }: Quote) => ({
  lines: lines.map(({ id }) => ({ lineId: id, price: '50', unavailable: false, brand: null })),
  ...{ freight: 'CHARGED', shippingRate: '30', ipi: null, deliveryDays: 5, validUntil: null, paymentDays: [28, 56] },
  notes: null,
});

/** A request for quotes that one supplier answers and is ordered from: 10 × 50,00 and freight 30,00 = 530,00. */
async function* quoteRound(office: Office, name: string, make: Make): AsyncGenerator<Write> {
  const base = `/api/v1/purchase/company/${office.companyId}/quote`;
  const asked = make(
    'quote',
    json(base, {
      ...{ title: name, buildingId: office.buildings[0], deadline: IN_TEN_DAYS },
      lines: [{ productId: office.product, quantity: '10' }],
      suppliers: [{ partnerId: office.supplier }],
    }),
  );
  yield asked;
  const quote = answerOf<Quote>(asked);
  const [supplierId, lineId] = [quote.suppliers[0]?.id, quote.lines[0]?.id];
  const link = make('link', { path: `${base}/${quote.id}/suppliers/${supplierId}/links`, type: null, body: null });
  yield link;
  const secret = answerOf<{ url: string }>(link).url.split('/').at(-1);
  yield make('offer', json(`/api/v1/purchase/quote-request/${secret}/answer`, offerOf(quote)));
  yield make('award', json(`${base}/${quote.id}/awards`, { awards: [{ lineId, supplierId }] }), 'PUT');
  yield make('awardedOrder', json(`${base}/${quote.id}/orders`, {}));
}

/**
 * An order of 10 × 50,00 and freight 30,00 = 530,00. Of it come 4 × 50,00 + 12,00 = 212,00, then
 * 6 × 50,00 + 18,00 = 318,00; one of the first four goes back: 212,00 ÷ 4 = 53,00.
 */
async function* orderRound(office: Office, name: string, make: Make): AsyncGenerator<Write> {
  const base = `/api/v1/purchase/company/${office.companyId}/order`;
  const ordered = make(
    'order',
    json(base, {
      ...{ document: name, building: { id: office.buildings[0] }, supplier: { id: office.supplier } },
      requirementLineList: [{ product: { id: office.product }, quantity: '10', price: '50' }],
      shippingRate: '30',
    }),
  );
  yield ordered;
  const { id, requirementLineList } = answerOf<Order>(ordered);
  const line = { id: requirementLineList[0]?.id };
  const nota = (part: string, quantity: string, shippingRate: string) => ({
    ...{ documentNumber: `${name}-${part}`, receivedDate: YESTERDAY, emissionDate: YESTERDAY, shippingRate },
    lines: [{ line, quantity }],
  });
  const first = make('delivery', json(`${base}/${id}/deliveries`, nota('a', '4', '12')));
  yield first;
  yield make('rest', json(`${base}/${id}/deliveries`, nota('b', '6', '18')));
  const delivery = answerOf<Order>(first).deliveries[0]?.id;
  const returned = { reason: 'Quebrado', lines: [{ line, quantity: '1', replaced: false }] };
  yield make('return', json(`${base}/${id}/deliveries/${delivery}/returns`, returned));
}

/** A purchase from the request of quotes to an order, and an order from its lines to its receipt. */
export async function* purchaseRound(office: Office, name: string, make: Make): AsyncGenerator<Write> {
  yield* quoteRound(office, name, make);
  yield* orderRound(office, name, make);
}

/** SQL by kind that returns a name once for each effect of its write. */
export const PURCHASE_EFFECTS: Record<PurchaseWriteKind, string> = {
  quote: `select q.title as name from quotes q join quote_lines l on l.quote_id = q.id
    join quote_suppliers s on s.quote_id = q.id`,
  // Its secret is kept nowhere: a repeated call makes another link.
  link: 'select distinct q.title as name from quotes q join quote_links k on k.quote_id = q.id',
  // The buyer is told once, too.
  offer: `select q.title as name from quotes q join quote_answers a on a.quote_id = q.id
    join quote_answer_lines l on l.answer_id = a.id join assistant_messages m on m.link like '%&id=' || q.id`,
  award: 'select q.title as name from quotes q join quote_awards a on a.quote_id = q.id',
  awardedOrder: `select q.title as name from quotes q join orders o on o.quote_id = q.id
    join order_lines l on l.order_id = o.id where o.gross_value = 530`,
  order: `select o.document as name from orders o join order_lines l on l.order_id = o.id
    where o.quote_id is null and o.shipping_rate = 30 and l.quantity = 10 and l.price = 50`,
  delivery: `select o.document as name from orders o join order_deliveries d on d.order_id = o.id
    where d.document_number = o.document || '-a' and d.value = 212`,
  rest: `select o.document as name from orders o join order_deliveries d on d.order_id = o.id
    where d.document_number = o.document || '-b' and d.value = 318`,
  return: `select o.document as name from orders o join order_returns r on r.order_id = o.id where r.value = 53`,
};

/** Units that an order has, from its notas and returns. */
const HELD = `coalesce((select sum(d.quantity) from order_delivery_lines d where d.order_id = o.id), 0)
  - coalesce((select sum(r.quantity) from order_return_lines r where r.order_id = o.id), 0)`;

/** SQL for rows that a partial write would leave; must return none. One unit of every order is worth 53,00. */
export const PURCHASE_HALVES: Record<string, string> = {
  'orders whose lines have received something else than their notas say': `select o.document as name
    from orders o join order_lines l on l.order_id = o.id where l.received_quantity <> ${HELD}`,
  'expenses of orders that are worth something else than was received': `select o.document as name
    from orders o left join transactions t on t.id = o.transaction_id
    where coalesce(t.value, 0) <> 53 * (${HELD})`,
  'expenses of orders whose installments or shares have another sum': `select o.document as name
    from orders o join transactions t on t.id = o.transaction_id
    where t.value <> (select sum(i.value) from installments i where i.transaction_id = t.id)
      or t.value <> (select sum(s.value) from apportionments a join apportionment_shares s on s.apportionment_id = a.id
        where a.transaction_id = t.id)`,
};
