import { sql } from 'kysely';
import type { Trx, Work } from '../../platform/db/unitOfWork.ts';
import { ENTITY } from './access.ts';

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
    with gone as (
      delete from bank_reconciliations r
       where r.account_id = ${accountId}
         and r.id in (select reconciliation_id from bank_links where account_id = ${accountId} and ${key})
      returning r.id)
    select g.id, array(select distinct k.line_id from bank_links k
                        where k.account_id = ${accountId} and k.reconciliation_id = g.id) as lines from gone g`.execute(
    trx,
  );
  for (const { id, lines } of rows)
    work.audit({ action: 'unlink', entity: ENTITY, entityId: id, details: { lines, ...of } });
  return rows.length > 0;
};
