import { sql } from 'kysely';
import { toDecimal } from '#domain/decimal.ts';
import { convertQuantity, proposedFactor, type MeasuredProduct } from '#domain/purchase/unitFactors.ts';
import type { MergeBody } from '#schema/purchase/merging.rest.ts';
import type { Product } from '#schema/purchase/products.rest.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import { notFound, ruleBroken, staleVersion, type FieldError } from '../../platform/errors.ts';
import { PRODUCT_NOT_FOUND, readProductsById } from '../products/rows.ts';
import { PUBLISHED } from '../products/save.ts';

/** A product that goes into another one. */
export interface MergedProduct {
  product: Product;
  /** How many of its units make one of the survivor's; null where nobody has said it, and it cannot be told. */
  factor: string | null;
  proposed: boolean;
}

export interface Choice {
  survivor: Product;
  merged: MergedProduct[];
}

export const refuse = (problems: readonly FieldError[]): void => {
  const [first] = problems;
  if (first) throw ruleBroken(problems.length === 1 ? first.message : 'Confira os campos indicados.', problems);
};

const measured = ({ name, unit, purchaseUnit, purchaseFactor }: Product): MeasuredProduct => ({
  ...{ name, unit: unit.acronyms, purchaseUnit: purchaseUnit?.acronyms ?? null, purchaseFactor },
});

const placeOf = (index: number): string => (index === 0 ? 'survivor' : `merged.${index - 1}`);

/** What keeps products from being merged, whatever the factors. */
const problemsOf = (products: readonly Product[]): FieldError[] =>
  products.flatMap(({ id, productTable }, index) => {
    const path = `${placeOf(index)}.id`;
    if (productTable.source !== 'GO') return [{ path, message: PUBLISHED }];
    if (products.findIndex((other) => other.id === id) < index) {
      return [{ path, message: 'Escolha insumos diferentes.' }];
    }
    if (productTable.id !== products[0]?.productTable.id) {
      return [{ path, message: 'Só se unificam insumos da mesma tabela.' }];
    }
    return [];
  });

const factorOf = (survivor: Product, product: Product, sent: string | null | undefined): MergedProduct => {
  if (sent != null) return { product, factor: toDecimal(sent).toFixed(), proposed: false };
  return { product, factor: proposedFactor(measured(survivor), measured(product)), proposed: true };
};

/**
 * The products of a merge on the versions that were read, with the factors as sent or as proposed.
 * @throws ServiceError 404, 409 for a stale version, 422 at the field that is wrong
 */
export const readChoice = async (trx: Trx, accountId: number, body: MergeBody): Promise<Choice> => {
  const chosen = [body.survivor, ...body.merged];
  const found = await readProductsById(
    trx,
    accountId,
    chosen.map(({ id }) => id),
  );
  const byId = new Map(found.map((product) => [product.id, product]));
  const products = chosen.map(({ id }) => {
    const product = byId.get(id);
    if (!product) throw notFound(PRODUCT_NOT_FOUND);
    return product;
  });
  refuse(problemsOf(products));
  if (chosen.some(({ id, version }) => byId.get(id)?.version !== version)) throw staleVersion();
  const [survivor, ...others] = products;
  if (!survivor) throw notFound(PRODUCT_NOT_FOUND);
  const merged = others.map((product, index) => factorOf(survivor, product, body.merged[index]?.factor));
  refuse(
    merged.flatMap(({ factor }, index) =>
      factor !== null && toDecimal(factor).isZero()
        ? [{ path: `merged.${index}.factor`, message: 'Informe um fator maior que zero.' }]
        : [],
    ),
  );
  return { survivor, merged };
};

/** A line of a composition that gets the survivor. */
export interface MovedLine {
  id: number;
  taskId: number;
  productId: number;
  /** What it takes of the survivor. */
  quantity: string;
  exact: boolean;
}

interface StoredLine {
  id: number;
  taskId: number;
  productId: number;
  quantity: string;
  code: string;
}

/** The lines that move, with their quantities in the unit of the survivor. @throws ServiceError 422 at a factor */
export const readLines = async (trx: Trx, accountId: number, { merged }: Choice): Promise<MovedLine[]> => {
  const factors = new Map(merged.map(({ product, factor }) => [product.id, factor ?? '1']));
  const { rows } = await sql<StoredLine>`
    select i.id, i.task_id as "taskId", i.product_id as "productId", i.quantity::text as quantity, d.code
      from task_items i
      join tasks t on t.account_id = i.account_id and t.id = i.task_id
      join task_definitions d on d.account_id = t.account_id and d.id = t.definition_id
     where i.account_id = ${accountId} and i.product_id = any(${[...factors.keys()]}::bigint[])
     order by i.id`.execute(trx);
  const problems = new Map<string, FieldError>();
  const lines = rows.map(({ id, taskId, productId, quantity: stored, code }) => {
    const { quantity, exact } = convertQuantity(stored, factors.get(productId) ?? '1');
    if (quantity === null) {
      const path = `merged.${merged.findIndex(({ product }) => product.id === productId)}.factor`;
      const message = `Com este fator, o coeficiente na composição ${code} não pode ser guardado.`;
      problems.set(path, { path, message });
    }
    return { id, taskId, productId, quantity: quantity ?? '0', exact };
  });
  refuse([...problems.values()]);
  return lines;
};
