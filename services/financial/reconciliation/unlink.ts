import { sql } from 'kysely';
import type { Trx, Work } from '../../platform/db/unitOfWork.ts';
import { ENTITY } from './access.ts';
import { tellDocuments } from './told.ts';

/** What a clerk is told whose change has taken reconciliations away. */
export const UNLINKED = 'A conciliação com o extrato foi desfeita: a linha do banco voltou para “A conciliar”.';

/**
 * Takes away the reconciliations of a payment or a transfer that is about to change, each as a whole, since a line is answered whole.
 * What else they paid stays paid. Returns whether there was one.
 */
export const unlink = async (
  trx: Trx,
  work: Work,
  of: { installmentId: number } | { transferId: number },
): Promise<boolean> => {
  const { accountId } = work.session;
  const key = 'installmentId' in of ? sql`installment_id = ${of.installmentId}` : sql`transfer_id = ${of.transferId}`;
  const { rows } = await sql<{ id: number; lines: number[] }>`
    select r.id, array(select distinct k.line_id from bank_links k
                        where k.account_id = ${accountId} and k.reconciliation_id = r.id) as lines
      from bank_reconciliations r
     where r.account_id = ${accountId}
       and r.id in (select reconciliation_id from bank_links where account_id = ${accountId} and ${key})
     order by r.id for update`.execute(trx);
  if (rows.length === 0) return false;
  const ids = rows.map(({ id }) => id);
  await tellDocuments(trx, work, ids, 'unreconcile');
  await sql`delete from bank_reconciliations where account_id = ${accountId} and id = any(${ids}::bigint[])`.execute(
    trx,
  );
  for (const { id, lines } of rows)
    work.audit({ action: 'unlink', entity: ENTITY, entityId: id, details: { lines, ...of } });
  return true;
};
