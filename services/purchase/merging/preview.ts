import { sql } from 'kysely';
import { convertPrice, convertQuantity } from '#domain/purchase/unitFactors.ts';
import type { IsoDate } from '#domain/dates.ts';
import type { MergeBody, MergePreview } from '#schema/purchase/merging.rest.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import { previewReprice, type ReplacedProduct } from '../../engineering/tasks/reprice.ts';
import { readChoice, readLines, type Choice } from './choice.ts';
import { joiningPrices } from './prices.ts';

interface Side {
  priceDay: IsoDate | null;
  compositions: number;
}

/** Since when each product has its price, and how many own compositions use it. */
const sidesOf = async (trx: Trx, accountId: number, ids: readonly number[]): Promise<Map<number, Side>> => {
  const { rows } = await sql<Side & { id: number }>`
    select p.id,
           (select max(h.day) from product_prices h
             where h.account_id = p.account_id and h.product_id = p.id and h.origin <> 'MERGE') as "priceDay",
           (select count(distinct i.task_id) from task_items i
             where i.account_id = p.account_id and i.product_id = p.id) as compositions
      from products p where p.account_id = ${accountId} and p.id = any(${[...ids]}::bigint[])`.execute(trx);
  return new Map(rows.map(({ id, priceDay, compositions }) => [id, { priceDay, compositions }]));
};

const replacedBy = ({ survivor, merged }: Choice): Map<number, ReplacedProduct> =>
  new Map(
    merged.map(({ product, factor }) => [
      product.id,
      { price: survivor.price, quantity: (stored: string) => convertQuantity(stored, factor ?? '1').quantity ?? '0' },
    ]),
  );

/** What a merge would do; nothing is written. */
export const previewMerge = async (trx: Trx, accountId: number, body: MergeBody): Promise<MergePreview> => {
  const choice = await readChoice(trx, accountId, body);
  const { survivor, merged } = choice;
  const ids = [survivor.id, ...merged.map(({ product }) => product.id)];
  const sides = await sidesOf(trx, accountId, ids);
  const sideOf = (id: number): Side => sides.get(id) ?? { priceDay: null, compositions: 0 };
  const complete = merged.every(({ factor }) => factor !== null);
  const lines = complete ? await readLines(trx, accountId, choice) : [];
  return {
    survivor: { product: survivor, ...sideOf(survivor.id) },
    merged: merged.map(({ product, factor, proposed }) => ({
      ...{ product, ...sideOf(product.id), factor, proposed },
      priceInUnit: factor === null ? null : convertPrice(product.price, factor),
      rounded: lines.filter(({ productId, exact }) => productId === product.id && !exact).length,
    })),
    compositions: new Set(lines.map(({ taskId }) => taskId)).size,
    lines: lines.length,
    prices: complete ? (await joiningPrices(trx, accountId, choice)).length : 0,
    impact: complete ? await previewReprice(trx, accountId, { replaced: replacedBy(choice) }) : null,
  };
};
