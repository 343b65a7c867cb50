import { sql } from 'kysely';
import type { FiscalChoices, FiscalProposal } from '#schema/financial/fiscalDocuments/fiscalDocuments.rest.ts';
import { Problems } from '../../platform/problems.ts';
import type { Trx, Work } from '../../platform/db/unitOfWork.ts';
import { ENTITY, type Clerk } from './access.ts';
import { readDraft } from './drafts.ts';
import { notaOf } from './nota.ts';
import { findProducts } from './products.ts';

type Product = FiscalProposal['items'][number]['product'];

interface Choice {
  number: number;
  productId: number | null;
}

/** What a person chose for items of a draft, by their numbers; null is "none". */
export const readChoices = async (trx: Trx, accountId: number, documentId: number): Promise<Choice[]> => {
  const { rows } = await sql<Choice>`
    select number, product_id as "productId" from fiscal_document_choices
     where account_id = ${accountId} and document_id = ${documentId} order by number`.execute(trx);
  return rows;
};

/** The same with the products, which may be inactive by now. */
export const readChosen = async (
  trx: Trx,
  accountId: number,
  documentId: number,
): Promise<ReadonlyMap<number, Product>> => {
  const choices = await readChoices(trx, accountId, documentId);
  const ids = choices.flatMap(({ productId }) => productId ?? []);
  const products = ids.length > 0 ? await findProducts(trx, accountId, ids) : new Map<number, never>();
  return new Map(
    choices.map(({ number, productId }) => {
      const found = productId === null ? undefined : products.get(productId);
      return [number, found ? { id: found.id, code: found.code, name: found.name, unit: found.unit } : null];
    }),
  );
};

/**
 * Keeps products for some items of a draft; the other items stay as they are. The last one who chooses counts.
 * @throws ServiceError 404 for no draft, 422 at what is no item or no product
 */
export const keepChoices = async (
  trx: Trx,
  work: Work,
  clerk: Clerk,
  { id, items }: FiscalChoices & { id: number },
): Promise<FiscalChoices> => {
  const { accountId } = clerk.session;
  const { content } = await readDraft(trx, clerk, id, { held: true });
  const numbers = new Set((await notaOf(content)).items.map(({ number }) => number));
  const ids = items.flatMap(({ product }) => product?.id ?? []);
  const products = await findProducts(trx, accountId, ids);
  const problems = new Problems();
  const seen = new Set<number>();
  for (const [index, { number, product }] of items.entries()) {
    if (!numbers.has(number)) problems.rule(`items.${index}.number`, `A nota não tem o item ${number}.`);
    if (seen.has(number)) problems.rule(`items.${index}.number`, 'Este item aparece mais de uma vez.');
    if (product !== null && !products.has(product.id))
      problems.rule(`items.${index}.product`, 'Insumo não encontrado.');
    seen.add(number);
  }
  problems.refuse();
  const { rows } = await sql<{ number: number }>`
    insert into fiscal_document_choices as c (account_id, document_id, number, product_id)
    select ${accountId}::bigint, ${id}::bigint, r.number, r.product
      from unnest(${items.map(({ number }) => number)}::int[],
                  ${items.map(({ product }) => product?.id ?? null)}::bigint[]) as r (number, product)
    on conflict (account_id, document_id, number) do update set product_id = excluded.product_id
     where c.product_id is distinct from excluded.product_id
    returning c.number`.execute(trx);
  const changed = new Set(rows.map(({ number }) => number));
  if (changed.size > 0) {
    const told = items.filter(({ number }) => changed.has(number)).slice(0, MOST_TOLD);
    work.audit({ action: 'choose', entity: ENTITY, entityId: id, details: { items: told } });
  }
  return { items };
};

/** Choices that an entry of the history names. */
const MOST_TOLD = 50;

/** An expense has the nota: what was chosen is remembered with its supplier from now on. */
export const forgetChoices = async (trx: Trx, accountId: number, documentId: number): Promise<void> => {
  await sql`delete from fiscal_document_choices
    where account_id = ${accountId} and document_id = ${documentId}`.execute(trx);
};
