import { sql } from 'kysely';
import type { OrderedLine } from '#domain/purchase/invoices/matching.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';

/** A line of an order with what a nota is compared with. */
export interface InvoiceLine extends OrderedLine {
  orderId: number;
  /** As ordered. */
  code: string;
  name: string;
}

interface LineRow extends Omit<InvoiceLine, 'codes' | 'names' | 'product'> {
  description: string | null;
  productCode: string;
  productName: string;
  productUnit: string;
  purchaseUnit: string | null;
  purchaseFactor: string | null;
  aliases: string[];
}

/** Lines of orders in their order, canceled ones left out. */
export const readLines = async (trx: Trx, accountId: number, orders: readonly number[]): Promise<InvoiceLine[]> => {
  const { rows } = await sql<LineRow>`
    select l.order_id as "orderId", l.id, l.product_id as "productId", l.code, l.name, l.description,
           u.acronyms as unit, l.unit_factor::text as "unitFactor", l.product_factor::text as "productFactor",
           l.quantity::text, l.price::text, l.canceled, l.closed, l.received_quantity::text as "receivedQuantity",
           l.canceled_quantity::text as "canceledQuantity",
           d.code as "productCode", d.name as "productName", pu.acronyms as "productUnit",
           bu.acronyms as "purchaseUnit", d.purchase_factor::text as "purchaseFactor",
           array(select a.code from product_aliases a
                  where a.account_id = d.account_id and a.definition_id = d.id order by a.id limit 100) as aliases
      from order_lines l
      join units u on u.account_id = l.account_id and u.id = l.unit_id
      join products p on p.account_id = l.account_id and p.id = l.product_id
      join product_definitions d on d.account_id = p.account_id and d.id = p.definition_id
      join units pu on pu.account_id = d.account_id and pu.id = d.unit_id
      left join units bu on bu.account_id = d.account_id and bu.id = d.purchase_unit_id
     where l.account_id = ${accountId} and l.order_id = any(${[...orders]}::bigint[]) and not l.canceled
     order by l.order_id, l.position`.execute(trx);
  return rows.map(
    ({ description, productCode, productName, productUnit, purchaseUnit, purchaseFactor, aliases, ...line }) => ({
      ...line,
      codes: [productCode, line.code, ...aliases],
      names: [productName, line.name, ...(description === null ? [] : [description])],
      product: { name: productName, unit: productUnit, purchaseUnit, purchaseFactor },
    }),
  );
};
