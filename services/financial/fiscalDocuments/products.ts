import { sql } from 'kysely';
import { matchProducts, type ProductMatch } from '#domain/financial/fiscalDocuments/products.ts';
import { wordsOf } from '#domain/purchase/invoices/names.ts';
import { lineFactor, unitKey } from '#domain/purchase/invoices/units.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import { readMemory, type Learnt } from '../../platform/supplierProducts.ts';
import type { NotaItem } from './nota.ts';

interface ProductRow {
  id: number;
  code: string;
  name: string;
  unit: string;
  purchaseUnit: string | null;
  purchaseFactor: string | null;
  aliases: string[];
}

const COLUMNS = sql`
  p.id, d.code, d.name, u.acronyms as unit, bu.acronyms as "purchaseUnit", d.purchase_factor::text as "purchaseFactor",
  array(select a.code from product_aliases a
         where a.account_id = d.account_id and a.definition_id = d.id order by a.id limit 100) as aliases`;

const SOURCE = sql`
  from products p
  join product_definitions d on d.account_id = p.account_id and d.id = p.definition_id
  join units u on u.account_id = d.account_id and u.id = d.unit_id
  left join units bu on bu.account_id = d.account_id and bu.id = d.purchase_unit_id`;

/** Products that are compared with the items of a nota. */
const MOST_PRODUCTS = 1_500;
const MOST_WORDS = 300;
const STEM = 4;

/** Beginnings of the longest word of each item: products with one of them are compared with all items. */
const stemsOf = (items: readonly NotaItem[]): string[] => {
  const stems = items.flatMap(({ name }) => {
    const words = wordsOf(name).filter((word) => /^[a-z]{3,}$/.test(word));
    return words.sort((a, b) => b.length - a.length).slice(0, items.length > 100 ? 1 : 3);
  });
  return [...new Set(stems.map((word) => word.slice(0, STEM)))].slice(0, MOST_WORDS);
};

/** The account's own products: those that are remembered, have a code of the nota, or a name with a word of it. */
const readProducts = async (
  trx: Trx,
  accountId: number,
  { items, remembered }: { items: readonly NotaItem[]; remembered: readonly number[] },
): Promise<ProductRow[]> => {
  const codes = [...new Set(items.map(({ code }) => code.toLowerCase()))];
  const stems = stemsOf(items);
  const pattern = stems.length === 0 ? null : `\\m(${stems.join('|')})`;
  const known = sql`p.id = any(${[...remembered]}::bigint[])`;
  const coded = sql`d.code_key = any(${codes}::text[])`;
  const { rows } = await sql<ProductRow>`
    select ${COLUMNS} ${SOURCE}
      join product_tables t on t.account_id = p.account_id and t.id = p.product_table_id
     where p.account_id = ${accountId} and p.active and t.active
       and (${known} or t.source <> 'SINAPI' and (${coded} or search_key(d.name) ~ ${pattern}))
     order by ${known} desc, ${coded} desc, p.id
     limit ${MOST_PRODUCTS}`.execute(trx);
  return rows;
};

export interface MatchedProducts {
  matches: ProductMatch[];
  byId: ReadonlyMap<number, ProductRow>;
}

/** Products that the items of a supplier's nota are, in two statements. */
export const matchItems = async (
  trx: Trx,
  accountId: number,
  { items, partnerId }: { items: readonly NotaItem[]; partnerId: number | null },
): Promise<MatchedProducts> => {
  const memory = await readMemory(trx, accountId, {
    partners: partnerId === null ? [] : [partnerId],
    codes: items.map(({ code }) => code),
  });
  const products = await readProducts(trx, accountId, { items, remembered: memory.map(({ productId }) => productId) });
  const known = products.map(({ id, name, code, aliases }) => ({ id, name, codes: [code, ...aliases] }));
  return { matches: matchProducts(items, known, memory), byId: new Map(products.map((one) => [one.id, one])) };
};

/** Products of the account by id. */
export const findProducts = async (
  trx: Trx,
  accountId: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, ProductRow>> => {
  const { rows } = await sql<ProductRow>`
    select ${COLUMNS} ${SOURCE} where p.account_id = ${accountId} and p.id = any(${[...ids]}::bigint[])`.execute(trx);
  return new Map(rows.map((row) => [row.id, row]));
};

/** What the choice of a product for an item teaches. */
export const learntOf = (item: NotaItem, product: ProductRow): Learnt => {
  const line = { unit: product.unit, unitFactor: '1', productFactor: null, product };
  return {
    ...{ code: item.code, unit: unitKey(item.unit), product: product.id },
    factor: lineFactor(item, line, null)?.factor ?? null,
  };
};
