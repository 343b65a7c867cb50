import { sql } from 'kysely';
import { allowedBuildings } from '#domain/permissions.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import type { Session } from '../../platform/session.ts';
import { expense } from '../transactions/kinds.ts';
import { viewOf, visibleRows } from '../transactions/visibility.ts';
import type { Clerk } from './access.ts';

/** Where a nota is, as far as the user may see it. */
export interface Elsewhere {
  transaction: { id: number; companyId: number; documentNumber: string | null } | null;
  order: { id: number; document: string } | null;
}

/** What the account knows of a key. */
export interface KnownKey extends Elsewhere {
  /** An expense has it, seen or not. */
  spent: boolean;
  /** An order was received by it, seen or not. */
  received: boolean;
  /** Day of the cancellation that was sent; null without one. */
  canceledOn: string | null;
}

export const NOWHERE: Elsewhere = { transaction: null, order: null };

/** Orders "o" of buildings with PURCHASE. */
const visibleOrders = (session: Session, companyId: number) => {
  const buildings = allowedBuildings(session, companyId, ['PURCHASE']);
  return buildings === 'all'
    ? sql`true`
    : sql`(o.company_id = ${companyId} and o.building_id = any(${buildings.flatMap((id) => (id === null ? [] : [Number(id)]))}::bigint[]))`;
};

/** What is known of a key, in one statement. */
export const readKey = async (trx: Trx, { session, companyId }: Clerk, accessKey: string): Promise<KnownKey> => {
  const { accountId } = session;
  const mine = sql`(t.company_id = ${companyId} and ${visibleRows(viewOf(session, companyId, expense))} or ${session.admin})`;
  const { rows } = await sql<KnownKey>`
    select f.id is not null as spent, d.id is not null as received,
           case when t.id is not null and ${mine}
             then json_build_object('id', t.id, 'companyId', t.company_id, 'documentNumber', t.document_number) end as transaction,
           case when o.id is not null and ${visibleOrders(session, companyId)}
             then json_build_object('id', o.id, 'document', o.document) end as "order",
           c.date as "canceledOn"
      from (select ${accountId}::bigint as account_id, ${accessKey}::text as access_key) k
      left join fiscal_documents f
        on f.account_id = k.account_id and f.access_key = k.access_key and f.transaction_id is not null
      left join transactions t on t.account_id = f.account_id and t.id = f.transaction_id
      left join order_deliveries d on d.account_id = k.account_id and d.access_key = k.access_key
      left join orders o on o.account_id = d.account_id and o.id = d.order_id
      left join fiscal_cancellations c on c.account_id = k.account_id and c.access_key = k.access_key`.execute(trx);
  return rows[0] ?? { ...NOWHERE, spent: false, received: false, canceledOn: null };
};

/** Where a nota is, in words; null where it is nowhere. */
export const seenText = ({ spent, received, transaction, order }: KnownKey): string | null => {
  if (spent) {
    const named = transaction?.documentNumber;
    return named ? `Esta nota já foi lançada na despesa ${named}.` : 'Esta nota já foi lançada em outra despesa.';
  }
  if (received) return `Esta nota já foi recebida ${order ? `no pedido ${order.document}` : 'em outro pedido'}.`;
  return null;
};
