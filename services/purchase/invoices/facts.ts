import { sql } from 'kysely';
import { taxIdKind } from '#domain/taxId.ts';
import { notFound } from '../../platform/errors.ts';
import type { Nfe } from '../../platform/nfe/types.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import type { Session } from '../../platform/session.ts';
import { visible } from '../orders/access.ts';

export interface InvoicePartner {
  id: number;
  name: string;
  taxId: string | null;
}

/** What the account knows of a nota. */
export interface InvoiceFacts {
  companyTaxId: string | null;
  /** The order that it was received in; `document` is null where the user may not see it. */
  seen: { document: string | null } | null;
  /** An expense has it. */
  spent: boolean;
  /** Suppliers of its CNPJ first, then other establishments of the same company. */
  partners: InvoicePartner[];
}

/** The first eight characters of a CNPJ are the company, whatever its establishment. */
export const rootOf = (taxId: string): string | null => (taxIdKind(taxId) === 'CNPJ' ? taxId.slice(0, 8) : null);

/** @throws ServiceError 404 for an unknown company */
export const readFacts = async (
  trx: Trx,
  session: Session,
  companyId: number,
  { accessKey, issuer }: Nfe,
): Promise<InvoiceFacts> => {
  const { accountId } = session;
  const { rows } = await sql<InvoiceFacts>`
    select c.tax_id as "companyTaxId",
           (select json_build_object('document', case when ${visible(session, companyId)} then o.document end)
              from order_deliveries d
              join orders o on o.account_id = d.account_id and o.id = d.order_id
             where d.account_id = c.account_id and d.access_key = ${accessKey}) as seen,
           exists (select from fiscal_documents f
                    where f.account_id = c.account_id and f.access_key = ${accessKey} and f.transaction_id is not null) as spent,
           (select coalesce(json_agg(json_build_object('id', p.id, 'name', p.name, 'taxId', p.tax_id)
                              order by (p.tax_id = ${issuer.taxId}) desc, p.id), '[]')
              from partners p
             where p.account_id = c.account_id and p.type = 'SUPPLIER'
               and (p.tax_id = ${issuer.taxId} or (length(p.tax_id) = 14 and left(p.tax_id, 8) = ${rootOf(issuer.taxId)}))
           ) as partners
      from companies c
     where c.account_id = ${accountId} and c.id = ${companyId}`.execute(trx);
  const [facts] = rows;
  if (!facts) throw notFound('Empresa não encontrada.');
  return facts;
};
