import { sql } from 'kysely';
import type { IsoDate } from '#domain/dates.ts';
import type { Money } from '#domain/money.ts';
import { stripAccents } from '#domain/text.ts';
import { notFound } from '../../platform/errors.ts';
import type { Nfe } from '../../platform/nfe/types.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import type { Session } from '../../platform/session.ts';
import { ORDER_MISSING, visible } from '../orders/access.ts';
import type { InvoicePartner } from './facts.ts';

/** An order that a nota may be of. */
export interface Candidate {
  id: number;
  document: string;
  version: number;
  building: { id: number; name: string };
  supplier: InvoicePartner;
  date: IsoDate;
  discount: Money;
  grossValue: Money;
  missingValue: Money;
  /** The nota names it. */
  named: boolean;
  /** It is open, and of the issuer. */
  open: boolean;
}

const MOST = 20;

/** Numbers of orders that a nota names: of the whole, and of its items. */
export const orderNumbers = ({ order, items }: Nfe): string[] => [
  ...new Set([order, ...items.map((item) => item.order)].flatMap((number) => number ?? [])),
];

/** "415" and "Pedido 415" name PC-0415. */
const seriesNumber = (text: string): number[] => {
  const digits = /^\D*(\d{1,9})$/.exec(text.trim())?.[1];
  return digits === undefined ? [] : [Number(digits)];
};

/**
 * Open orders of the suppliers that the user may see, those that the nota names first, then the newest; and the one that was
 * chosen, whatever it is.
 * @throws ServiceError 404 for a chosen one that he may not see
 */
export const readCandidates = async (
  trx: Trx,
  session: Session,
  companyId: number,
  { partners, nfe, chosen }: { partners: readonly number[]; nfe: Nfe; chosen: number | undefined },
): Promise<Candidate[]> => {
  const names = orderNumbers(nfe);
  const open = sql`(o.state in ('ORDERED', 'PARTIAL') and o.partner_id = any(${[...partners]}::bigint[]))`;
  const named = sql`(coalesce(o.number = any(${names.flatMap(seriesNumber)}::bigint[]), false)
    or search_key(o.document) = any(${names.map((name) => stripAccents(name).trim())}::text[]))`;
  const { rows } = await sql<Candidate>`
    select o.id, o.document, o.version, json_build_object('id', b.id, 'name', b.name) as building,
           json_build_object('id', p.id, 'name', p.name, 'taxId', p.tax_id) as supplier, o.created_date as date,
           o.discount, o.gross_value as "grossValue", o.gross_value - o.received_gross as "missingValue",
           ${named} as named, ${open} as open
      from orders o
      join buildings b on b.account_id = o.account_id and b.id = o.building_id
      join partners p on p.account_id = o.account_id and p.id = o.partner_id
     where ${visible(session, companyId)} and (${open} or o.id = ${chosen ?? null})
     order by (o.id = ${chosen ?? null}) is true desc, ${named} desc, o.created_date desc, o.id desc
     limit ${MOST}`.execute(trx);
  if (chosen !== undefined && rows[0]?.id !== chosen) throw notFound(ORDER_MISSING);
  return rows;
};
