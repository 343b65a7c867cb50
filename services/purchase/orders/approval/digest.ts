import { sql } from 'kysely';
import { counted, formatCurrency } from '#domain/numberFormat.ts';
import type { DigestItem } from '../../../assistant/digest/letter.ts';
import { plainName } from '../../../platform/plainName.ts';
import type { Actor, Trx } from '../../../platform/db/unitOfWork.ts';

interface Waiting {
  companyId: number;
  company: string;
  count: number;
  value: string;
}

/** Orders that wait for a decision of the user, by company. One statement. */
export const approvalItems = async (trx: Trx, { accountId, userId }: Actor): Promise<DigestItem[]> => {
  const { rows } = await sql<Waiting>`
    select o.company_id as "companyId", c.name as company, count(*) as count, sum(a.value) as value
      from order_approvals a
      join orders o on o.account_id = a.account_id and o.id = a.order_id
      join companies c on c.account_id = o.account_id and c.id = o.company_id
     where a.account_id = ${accountId} and a.status = 'WAITING'
       and ${userId} in (select order_approvers(a.account_id, a.order_id, a.value))
     group by o.company_id, c.name order by o.company_id`.execute(trx);
  return rows.map(({ companyId, company, count, value }) => ({
    text: `${plainName(company)}: ${counted(count, 'pedido aguarda', 'pedidos aguardam')} a sua aprovação, ${formatCurrency(value)}.`,
    label: 'Abrir os pedidos',
    path: `/home/forms/purchase/orders-and-receipts?company=${companyId}&view=approval`,
  }));
};
