import { sql } from 'kysely';
import { toDecimal } from '#domain/decimal.ts';
import type { Remembered } from '#domain/purchase/invoices/matching.ts';
import type { Trx, Work } from './db/unitOfWork.ts';

export interface RememberedOf extends Remembered {
  partnerId: number;
}

/** What suppliers' codes were matched with, the latest last; factors in units of the products as they are now. */
export const readMemory = async (
  trx: Trx,
  accountId: number,
  { partners, codes }: { partners: readonly number[]; codes: readonly string[] },
): Promise<RememberedOf[]> => {
  const { rows } = await sql<RememberedOf & { productFactor: string | null }>`
    select partner_id as "partnerId", code, unit, product_id as "productId", factor::text,
           product_factor::text as "productFactor"
      from supplier_products
     where account_id = ${accountId} and partner_id = any(${[...partners]}::bigint[])
       and code = any(${[...codes]}::text[])
     order by updated_at, id`.execute(trx);
  return rows.map(({ productFactor, factor, ...one }) => ({
    ...one,
    factor:
      factor &&
      toDecimal(factor)
        .div(toDecimal(productFactor ?? '1'))
        .toDecimalPlaces(30)
        .toFixed(),
  }));
};

export interface Learnt {
  code: string;
  /** By its key. */
  unit: string;
  product: number;
  /** Units of the product in one of them; null where nobody has said it. */
  factor: string | null;
}

/** What teaches: it is kept with what it taught, and its deletion forgets that. */
export type Teacher = { deliveryId: number } | { fiscalDocumentId: number };

/**
 * Keeps what a supplier calls products. A code is one product: another choice replaces it, the last of a list counts. What
 * only repeats what is known teaches nothing.
 */
export const learnProducts = async (
  trx: Trx,
  work: Work,
  { partnerId, teacher }: { partnerId: number; teacher: Teacher },
  told: readonly Learnt[],
): Promise<void> => {
  const products = new Map(told.map(({ code, product }) => [code, product]));
  const byUnit = new Map(told.map((one) => [JSON.stringify([one.code, one.unit]), one]));
  const learnt = [...byUnit.values()].filter(({ code, product }) => products.get(code) === product);
  if (learnt.length === 0) return;
  const { accountId } = work.session;
  const delivery = 'deliveryId' in teacher ? teacher.deliveryId : null;
  const document = 'fiscalDocumentId' in teacher ? teacher.fiscalDocumentId : null;
  const rows = sql`json_to_recordset(${JSON.stringify(learnt)}::json)
    as r(code text, unit text, product bigint, factor numeric)`;
  await sql`
    delete from supplier_products s using ${rows}
     where s.account_id = ${accountId} and s.partner_id = ${partnerId} and s.code = r.code
       and s.product_id <> r.product`.execute(trx);
  const same = sql`(excluded.factor is null or s.factor / coalesce(s.product_factor, 1) = excluded.factor)`;
  await sql`
    insert into supplier_products as s (account_id, partner_id, code, unit, product_id, factor, delivery_id, fiscal_document_id,
      updated_at)
    select ${accountId}::bigint, ${partnerId}::bigint, r.code, r.unit, r.product, r.factor, ${delivery}::bigint, ${document}::bigint,
           ${work.clock.now()}::timestamptz
      from ${rows}
    on conflict (account_id, partner_id, code, unit) do update
       set factor = coalesce(excluded.factor, s.factor),
           product_factor = case when excluded.factor is null then s.product_factor end,
           updated_at = excluded.updated_at,
           delivery_id = case when ${same} then s.delivery_id else excluded.delivery_id end,
           fiscal_document_id = case when ${same} then s.fiscal_document_id else excluded.fiscal_document_id end`.execute(
    trx,
  );
};
