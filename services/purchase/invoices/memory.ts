import { sql } from 'kysely';
import { toDecimal } from '#domain/decimal.ts';
import type { PlacedItem } from '#domain/purchase/invoices/figures.ts';
import { productUnits, unitKey } from '#domain/purchase/invoices/units.ts';
import type { Nfe } from '../../platform/nfe/types.ts';
import type { Trx, Work } from '../../platform/db/unitOfWork.ts';
import type { InvoiceLine } from './lines.ts';

interface Learnt {
  code: string;
  unit: string;
  product: number;
  factor: string;
}

const learntOf = ({ items }: Nfe, placed: readonly PlacedItem[], lines: readonly InvoiceLine[]): Learnt[] => {
  const places = new Map(placed.map(({ item, place }) => [item.number, place]));
  const byId = new Map(lines.map((line) => [line.id, line]));
  const learnt = new Map<string, Learnt>();
  for (const { number, code, unit } of items) {
    const place = places.get(number);
    const line = place && byId.get(place.lineId);
    if (!line) continue;
    const factor = toDecimal(place.factor).times(productUnits(line)).toDecimalPlaces(20).toFixed();
    const key = unitKey(unit);
    learnt.set(JSON.stringify([code, key]), { code, unit: key, product: line.productId, factor });
  }
  // A code is one product: the last item says which.
  const products = new Map([...learnt.values()].map(({ code, product }) => [code, product]));
  return [...learnt.values()].filter(({ code, product }) => products.get(code) === product);
};

/**
 * Keeps what a received nota says of its supplier's codes. The delivery that taught it is kept with it, so that undoing the
 * delivery forgets it; one that only repeats it teaches nothing.
 */
export const learn = async (
  trx: Trx,
  work: Work,
  { partnerId, delivery, nfe }: { partnerId: number; delivery: number; nfe: Nfe },
  { placed, lines }: { placed: readonly PlacedItem[]; lines: readonly InvoiceLine[] },
): Promise<void> => {
  const learnt = learntOf(nfe, placed, lines);
  if (learnt.length === 0) return;
  const { accountId } = work.session;
  const rows = sql`json_to_recordset(${JSON.stringify(learnt)}::json)
    as r(code text, unit text, product bigint, factor numeric)`;
  await sql`
    delete from supplier_products s using ${rows}
     where s.account_id = ${accountId} and s.partner_id = ${partnerId} and s.code = r.code
       and s.product_id <> r.product`.execute(trx);
  await sql`
    insert into supplier_products as s (account_id, partner_id, code, unit, product_id, factor, delivery_id, updated_at)
    select ${accountId}::bigint, ${partnerId}::bigint, r.code, r.unit, r.product, r.factor, ${delivery}::bigint,
           ${work.clock.now()}::timestamptz
      from ${rows}
    on conflict (account_id, partner_id, code, unit) do update
       set factor = excluded.factor, product_factor = null, updated_at = excluded.updated_at,
           delivery_id = case when s.factor / coalesce(s.product_factor, 1) = excluded.factor
                              then s.delivery_id else excluded.delivery_id end`.execute(trx);
};
