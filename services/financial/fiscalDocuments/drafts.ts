import { sql } from 'kysely';
import type { FiscalDocument } from '#schema/financial/fiscalDocuments/fiscalDocuments.rest.ts';
import type { PageOf } from '#schema/platform/shapes.ts';
import { notFound } from '../../platform/errors.ts';
import { orderAndCut, readListQuery, withTotal, type ListKeys } from '../../platform/register/lists.ts';
import type { StoredFile } from '../../platform/http/sendFile.ts';
import type { Trx, Work } from '../../platform/db/unitOfWork.ts';
import { expense } from '../transactions/kinds.ts';
import { viewOf, visibleRows } from '../transactions/visibility.ts';
import { ENTITY, MISSING, type Clerk } from './access.ts';

/** Columns of a draft "f". */
export const DRAFT = sql`
  f.id, f.kind, f.access_key as "accessKey", f.number, f.series, f.issuer_tax_id as "issuerTaxId",
  f.issuer_name as "issuerName", f.emission_date as "emissionDate", f.value, f.name as "fileName",
  f.uploaded_at as "uploadedAt",
  (select json_build_object('id', c.id, 'name', c.name) from companies c
    where c.account_id = f.account_id and c.id = f.company_id) as company,
  (select json_build_object('id', u.id, 'name', u.name) from users u
    where u.account_id = f.account_id and u.id = f.uploaded_by) as "uploadedBy",
  case
    when exists (select from fiscal_cancellations x where x.account_id = f.account_id and x.access_key = f.access_key)
      then 'Esta nota foi cancelada.'
    when exists (select from fiscal_documents x
                  where x.account_id = f.account_id and x.access_key = f.access_key and x.transaction_id is not null)
      then 'Esta nota já foi lançada em outra despesa.'
    when exists (select from order_deliveries x where x.account_id = f.account_id and x.access_key = f.access_key)
      then 'Esta nota já foi recebida em um pedido.'
  end as refusal`;

const ofCompany = ({ session, companyId }: Clerk) =>
  sql`f.account_id = ${session.accountId} and f.company_id = ${companyId} and f.transaction_id is null`;

const rules = {
  sortable: { uploadedAt: 'f.uploaded_at', emissionDate: 'f.emission_date', value: 'f.value', number: 'f.number' },
  defaultSort: 'uploadedAt',
  key: 'f.id',
};

/** Drafts of a company, the oldest first. */
export const listDrafts = async (trx: Trx, clerk: Clerk, query: ListKeys): Promise<PageOf<FiscalDocument>> => {
  const list = readListQuery(query, rules);
  const where = sql`${ofCompany(clerk)}
    and (${list.ids}::bigint[] is null or f.id = any(${list.ids}::bigint[]))
    and (${list.search}::text is null or search_key(f.issuer_name || ' ' || f.number) like search_pattern(${list.search}))`;
  const { rows } = await sql<FiscalDocument>`
    select ${DRAFT} from fiscal_documents f where ${where} ${orderAndCut(list)}`.execute(trx);
  return withTotal(list, rows, async () => {
    const counted = await sql<{ total: number }>`
      select count(*) as total from fiscal_documents f where ${where}`.execute(trx);
    return counted.rows[0]?.total ?? 0;
  });
};

/** A draft, which nobody else changes until the SQL transaction ends if it is held. @throws ServiceError 404, also for the nota of an expense */
export const readDraft = async (
  trx: Trx,
  clerk: Clerk,
  id: number,
  { held = false } = {},
): Promise<FiscalDocument & { content: Buffer }> => {
  const { rows } = await sql<FiscalDocument & { content: Buffer }>`
    select ${DRAFT}, x.content
      from fiscal_documents f
      join fiscal_document_contents x on x.account_id = f.account_id and x.document_id = f.id
     where ${ofCompany(clerk)} and f.id = ${id} ${held ? sql`for update of f` : sql``}`.execute(trx);
  const [draft] = rows;
  if (!draft) throw notFound(MISSING);
  return draft;
};

/** The XML of a draft, or of an expense that the user may see. @throws ServiceError 404 */
export const readContent = async (trx: Trx, { session, companyId }: Clerk, id: number): Promise<StoredFile> => {
  const { rows } = await sql<{ name: string; content: Buffer }>`
    select f.name, x.content
      from fiscal_documents f
      join fiscal_document_contents x on x.account_id = f.account_id and x.document_id = f.id
      left join transactions t on t.account_id = f.account_id and t.id = f.transaction_id
     where f.account_id = ${session.accountId} and f.company_id = ${companyId} and f.id = ${id}
       and (f.transaction_id is null or ${visibleRows(viewOf(session, companyId, expense))})`.execute(trx);
  const [file] = rows;
  if (!file) throw notFound(MISSING);
  return { ...file, mediaType: 'application/xml' };
};

/** Deletes a draft. @throws ServiceError 404 */
export const removeDraft = async (trx: Trx, work: Work, clerk: Clerk, id: number): Promise<{ id: number }> => {
  const { rows } =
    await sql`delete from fiscal_documents f where ${ofCompany(clerk)} and f.id = ${id} returning f.id`.execute(trx);
  if (rows.length === 0) throw notFound(MISSING);
  work.audit({ action: 'remove', entity: ENTITY, entityId: id });
  return { id };
};
