import { sql } from 'kysely';
import type { Order } from '#schema/purchase/orders/orders.rest.ts';
import { madeFile, type MadeFile } from '../../../platform/http/madeFile.ts';
import { readLetterhead } from '../../../platform/pdf/letterhead.ts';
import { renderPdf } from '../../../platform/pdf/pdf.ts';
import type { Trx } from '../../../platform/db/unitOfWork.ts';
import type { Session } from '../../../platform/session.ts';
import { readOrder } from '../read.ts';
import { printOrder, type Addresses, type PrintedOrder } from './pdf.ts';

type Unprinted = Omit<PrintedOrder, 'createdAt'>;

/** An order with what its document says beside it. */
export const printedWith = async (trx: Trx, accountId: number, order: Order): Promise<Unprinted> => {
  const companyId = order.company.id;
  const { rows } = await sql<Addresses & { companyAddress: string | null }>`
    select json_build_object('taxId', p.tax_id, 'email', p.email, 'phone', p.phone, 'address', nullif(concat_ws(', ',
             nullif(concat_ws(' ', p.street, p.street_number), ''), p.complement, p.district,
             nullif(concat_ws(' – ', p.city, p.state), '')), '')) as supplier,
           json_build_object('address', b.address) as building, c.address as "companyAddress"
      from partners p
      join buildings b on b.account_id = p.account_id and b.id = ${order.building.id}
      join companies c on c.account_id = b.account_id and c.id = b.company_id
     where p.account_id = ${accountId} and p.id = ${order.supplier.id}`.execute(trx);
  const [found] = rows;
  if (!found) throw new Error(`Order ${order.id} without its supplier`);
  const { companyAddress: address, ...addresses } = found;
  return { order, company: { ...(await readLetterhead(trx, accountId, companyId)), address }, addresses };
};

/** @throws ServiceError 404 */
export const readPrinted = async (
  trx: Trx,
  session: Session,
  key: { companyId: number; id: number },
): Promise<Unprinted> => printedWith(trx, session.accountId, await readOrder(trx, session, key));

/** An order as a printed document, with the headers of its answer. */
export const printedOrder = async (printed: Unprinted, now: Date): Promise<MadeFile> =>
  madeFile(
    `Pedido ${printed.order.document}`,
    'PDF',
    await renderPdf(printOrder({ ...printed, createdAt: now.toISOString() })),
  );
