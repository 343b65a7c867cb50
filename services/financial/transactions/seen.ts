import { sql } from 'kysely';
import { notFound } from '../../platform/errors.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import type { Reader } from './reader.ts';
import { visibleRows } from './visibility.ts';

/** What comments and their messages need of the document that they are on. */
export interface Seen {
  id: number;
  documentNumber: string | null;
  description: string | null;
  partnerName: string | null;
  buildingIds: number[];
}

/** A document that the reader may see. One statement. @throws ServiceError 404 */
export const requireSeen = async (trx: Trx, { session, companyId, kind, view }: Reader, id: number): Promise<Seen> => {
  const { rows } = await sql<Seen>`
    select t.id, t.document_number as "documentNumber", t.description, p.name as "partnerName",
           array(select distinct a.building_id from apportionments a
                  where a.account_id = t.account_id and a.transaction_id = t.id) as "buildingIds"
      from transactions t left join partners p on p.account_id = t.account_id and p.id = t.partner_id
     where t.account_id = ${session.accountId} and t.company_id = ${companyId} and t.type = ${kind.type} and t.id = ${id}
       and ${visibleRows(view)}`.execute(trx);
  const [row] = rows;
  if (!row) throw notFound(kind.words.notFound);
  return row;
};
