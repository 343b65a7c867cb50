import { sql } from 'kysely';
import type { FiscalLink } from '#schema/financial/fiscalDocuments/fiscalDocuments.rest.ts';
import type { TransactionBody } from '#schema/financial/transactions/bodies.rest.ts';
import { conflict, ruleBroken } from '../../platform/errors.ts';
import { holdAccessKey } from '../../platform/fiscal/holdKey.ts';
import { Problems } from '../../platform/problems.ts';
import { learnProducts, type Learnt } from '../../platform/supplierProducts.ts';
import type { Trx, Work } from '../../platform/db/unitOfWork.ts';
import type { Reader } from '../transactions/reader.ts';
import { ENTITY, MISSING } from './access.ts';
import { forgetChoices, readChoices } from './choices.ts';
import { notaOf, type Nota } from './nota.ts';
import { ensurePartner } from './partner.ts';
import { findProducts, learntOf } from './products.ts';
import { readKey, seenText } from './seen.ts';

const PATH = 'fiscalDocument';

const refuse = (message: string, path = PATH) => ruleBroken(message, [{ path, message }]);

/** A draft that is held until the SQL transaction ends, and what it says. */
interface Held {
  link: FiscalLink;
  nota: Nota;
}

interface Row {
  accessKey: string;
  receiverTaxId: string;
  companyTaxId: string | null;
  content: Buffer;
}

/** @throws ServiceError 409 for a nota that another expense or an order has, 422 for one that fills no expense */
const hold = async (trx: Trx, { session, companyId }: Reader, link: FiscalLink): Promise<Held> => {
  const { accountId } = session;
  const { rows } = await sql<Row>`
    select f.access_key as "accessKey", f.receiver_tax_id as "receiverTaxId", c.tax_id as "companyTaxId", x.content
      from fiscal_documents f
      join companies c on c.account_id = f.account_id and c.id = f.company_id
      join fiscal_document_contents x on x.account_id = f.account_id and x.document_id = f.id
     where f.account_id = ${accountId} and f.company_id = ${companyId} and f.id = ${link.id}
       for update of f`.execute(trx);
  const [row] = rows;
  if (!row) throw refuse(MISSING, `${PATH}.id`);
  await holdAccessKey(trx, accountId, row.accessKey);
  const known = await readKey(trx, { session, companyId }, row.accessKey);
  const seen = seenText(known);
  if (seen !== null) throw conflict(seen, [{ path: PATH, message: seen }]);
  if (known.canceledOn !== null) throw refuse('Esta nota foi cancelada.');
  if (row.receiverTaxId !== row.companyTaxId) throw refuse('A nota não é para esta empresa.');
  return { link, nota: await notaOf(row.content) };
};

/**
 * The nota of a new expense, held, and the body with the supplier that it makes. What the form says may differ from the nota.
 * @throws ServiceError as `hold`; 422 at `fiscalDocument` for income
 */
export const withNota = async (
  trx: Trx,
  work: Work,
  reader: Reader,
  body: TransactionBody,
): Promise<{ body: TransactionBody; held: Held | null }> => {
  const { fiscalDocument: link } = body;
  if (!link) return { body, held: null };
  if (reader.kind.type !== 'DEBIT') throw refuse('Só uma despesa é lançada por uma nota de fornecedor.');
  const held = await hold(trx, reader, link);
  if (link.createPartner !== true) return { body, held };
  if (body.partner?.id != null)
    throw refuse('Deixe o fornecedor em branco para cadastrar o emitente da nota.', `${PATH}.createPartner`);
  const id = await ensurePartner(trx, work, reader.session, held.nota.issuer);
  return { body: { ...body, partner: { id } }, held };
};

/** What was chosen while the nota was a draft, as the link would say it. */
const keptChoices = async (trx: Trx, accountId: number, id: number): Promise<NonNullable<FiscalLink['items']>> =>
  (await readChoices(trx, accountId, id)).flatMap(({ number, productId }) =>
    productId === null ? [] : [{ number, product: { id: productId } }],
  );

/** What the chosen products teach. Adds a problem at each choice that is none. */
const choicesOf = async (trx: Trx, accountId: number, { link, nota }: Held, problems: Problems): Promise<Learnt[]> => {
  const chosen = link.items ?? (await keptChoices(trx, accountId, link.id));
  if (chosen.length === 0) return [];
  const products = await findProducts(
    trx,
    accountId,
    chosen.map(({ product }) => product.id),
  );
  const items = new Map(nota.items.map((item) => [item.number, item]));
  const seen = new Set<number>();
  return chosen.flatMap(({ number, product }, index) => {
    const [item, row] = [items.get(number), products.get(product.id)];
    if (!item) problems.rule(`${PATH}.items.${index}.number`, `A nota não tem o item ${number}.`);
    if (!row) problems.rule(`${PATH}.items.${index}.product`, 'Insumo não encontrado.');
    if (seen.has(number)) problems.rule(`${PATH}.items.${index}.number`, 'Este item aparece mais de uma vez.');
    seen.add(number);
    return item && row ? [learntOf(item, row)] : [];
  });
};

/** Gives the nota to the expense that was made of it, and keeps what its supplier calls products. @throws ServiceError 422 */
export const linkNota = async (
  trx: Trx,
  work: Work,
  held: Held,
  { transactionId, partnerId }: { transactionId: number; partnerId: number | null },
): Promise<void> => {
  const { accountId } = work.session;
  const problems = new Problems();
  const learnt = await choicesOf(trx, accountId, held, problems);
  problems.refuse();
  await sql`update fiscal_documents set transaction_id = ${transactionId}
    where account_id = ${accountId} and id = ${held.link.id}`.execute(trx);
  await forgetChoices(trx, accountId, held.link.id);
  if (partnerId !== null)
    await learnProducts(trx, work, { partnerId, teacher: { fiscalDocumentId: held.link.id } }, learnt);
  const { accessKey } = held.nota;
  work.audit({ action: 'link', entity: ENTITY, entityId: held.link.id, details: { transactionId, accessKey } });
};
