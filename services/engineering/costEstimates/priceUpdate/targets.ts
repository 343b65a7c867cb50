import { sql } from 'kysely';
import { toDecimal } from '#domain/decimal.ts';
import { decimal4 } from '#domain/money.ts';
import type { NoNewPrice, PriceDatabase } from '#schema/engineering/costEstimates/prices.rest.ts';
import type { Trx } from '../../../platform/db/unitOfWork.ts';
import type { Contents, Resource } from '../rows.ts';
import { readRegister, type Register, type Taken } from '../take.ts';

/** What a resource becomes, or why it keeps its price. */
export interface Target {
  taken: Taken | null;
  noNewPrice: NoNewPrice | null;
}

export interface Targets {
  register: Register;
  of: ReadonlyMap<number, Target>;
}

/** An input with a price that was typed in the estimate: it stays, until it is given back to the register. */
export const isLocallyPriced = ({ items, unitPrice, sourcePrice }: Resource): boolean =>
  items.length === 0 && unitPrice !== sourcePrice;

const isPublished = ({ source }: Resource): boolean => source !== 'GO';

interface Found {
  code: string;
  id: number;
}

/** Keys of products or tasks of a cost database by code. Catalogues of months have definitions of their own. */
const idsIn = async (
  trx: Trx,
  accountId: number,
  { id: tableId }: PriceDatabase,
  kind: 'products' | 'tasks',
  codes: readonly string[],
): Promise<Map<string, number>> => {
  const definitions = sql.table(kind === 'products' ? 'product_definitions' : 'task_definitions');
  const { rows } = await sql<Found>`
    select wanted.code, r.id
    from unnest(${[...codes]}::text[]) as wanted(code)
    join product_tables t on t.account_id = ${accountId} and t.id = ${tableId}
    join ${definitions} d on d.account_id = ${accountId} and d.catalogue_id = t.catalogue_id
      and d.code_key = search_key(wanted.code)
    join ${sql.table(kind)} r on r.account_id = ${accountId} and r.definition_id = d.id
      and r.product_table_id = t.id`.execute(trx);
  return new Map(rows.map(({ code, id }) => [code, id]));
};

const codesOf = (resources: readonly Resource[], isInput: boolean): string[] => [
  ...new Set(
    resources.filter((one) => isPublished(one) && (one.type === 'PRODUCT') === isInput).map(({ code }) => code),
  ),
];

/** Keys in the register of what each resource is now: its own, or the one of the same code in the chosen database. */
const readKeys = async (trx: Trx, accountId: number, all: readonly Resource[], database: PriceDatabase | null) => {
  const none = new Map<string, number>();
  const products = database ? await idsIn(trx, accountId, database, 'products', codesOf(all, true)) : none;
  const tasks = database ? await idsIn(trx, accountId, database, 'tasks', codesOf(all, false)) : none;
  return (resource: Resource): { product: number | null; task: number | null } => {
    if (!isPublished(resource) || !database) return { product: resource.productId, task: resource.taskId };
    return resource.type === 'PRODUCT'
      ? { product: products.get(resource.code) ?? null, task: null }
      : { product: null, task: tasks.get(resource.code) ?? null };
  };
};

const targetOf = (resource: Resource, taken: Taken | undefined): Target => {
  if (!taken) return { taken: null, noNewPrice: 'ABSENT' };
  // What was merged keeps its text and unit; its price follows from that of the survivor (decision 33).
  if (resource.productFactor !== null) {
    const price = taken.unitPrice === null ? null : decimal4(toDecimal(taken.unitPrice).div(resource.productFactor));
    if (price === null) return { taken: null, noNewPrice: 'BLANK' };
    const { id: _id, items: _items, productFactor: _factor, linesChanged: _changed, ...same } = resource;
    return { taken: { ...same, unitPrice: price, sourcePrice: price, takenOn: null }, noNewPrice: null };
  }
  if (taken.unit !== resource.unit) return { taken: null, noNewPrice: 'UNIT' };
  if (taken.unitPrice === null) return { taken: null, noNewPrice: 'BLANK' };
  return { taken, noNewPrice: null };
};

/** What each resource of an estimate is in the register and in a cost database now. Seven statements at most. */
export const readTargets = async (
  trx: Trx,
  accountId: number,
  { resources }: Contents,
  database: PriceDatabase | null,
): Promise<Targets> => {
  const all = [...resources.values()];
  const keyOf = await readKeys(trx, accountId, all, database);
  const keys = all.map(keyOf);
  const register = await readRegister(trx, accountId, {
    products: [...new Set(keys.flatMap(({ product }) => product ?? []))],
    tasks: [...new Set(keys.flatMap(({ task }) => task ?? []))],
  });
  const of = all.map((resource, index): [number, Target] => {
    const { product = null, task = null } = keys[index] ?? {};
    const taken = product === null ? register.tasks.get(task ?? 0) : register.products.get(product);
    return [resource.id, targetOf(resource, taken)];
  });
  return { register, of: new Map(of) };
};
