import { sql } from 'kysely';
import { Decimal } from '#domain/decimal.ts';
import { decimal4, toCents, toTenThousandths } from '#domain/money.ts';
import { lineValue } from '#domain/purchase/orders/figures.ts';
import { instant } from '../../platform/db/instants.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import { nothing, type Cell } from './cells.ts';

interface StoredRequest {
  id: number;
  productId: number;
  code: string;
  name: string;
  stageId: number | null;
  quantity: string;
  referencePrice: string | null;
  /** Units of the product in one unit of the line, as it is now: after merges, of the product that is left. */
  factor: string;
  quote: { id: number; document: string; title: string; deadline: string };
}

/** A line that suppliers were asked for, with what it asks in the unit of its product. */
export interface RequestedLine {
  line: StoredRequest;
  cell: Cell;
}

/**
 * Lines of products in the quotes of a building that were sent and are open: they led to no order and are not closed, the
 * states WAITING and TO_DECIDE of the list of quotes. The newest quote is first.
 */
export const readRequestedLines = async (trx: Trx, accountId: number, buildingId: number): Promise<RequestedLine[]> => {
  const { rows } = await sql<StoredRequest>`
    select l.id, l.product_id as "productId", coalesce(l.code, '') as code, l.description as name, l.stage_id as "stageId",
           l.quantity, l.reference_price as "referencePrice",
           trim_scale(l.unit_factor / coalesce(l.product_factor, 1))::text as factor,
           json_build_object('id', q.id, 'document', q.document, 'title', q.title, 'deadline', ${instant('q.deadline')}) as quote
      from quotes q
      join quote_lines l on l.account_id = q.account_id and l.quote_id = q.id and l.product_id is not null
     where q.account_id = ${accountId} and q.building_id = ${buildingId}
       and q.sent_at is not null and q.closed_at is null
       and not exists (select from orders o where o.account_id = q.account_id and o.quote_id = q.id)
     order by q.created_at desc, q.id desc, l.position`.execute(trx);
  return rows.map((line) => ({ line, cell: cellOf(line) }));
};

/** Worth its price of the estimate; nothing where it has none. */
const cellOf = ({ productId, stageId, quantity, factor, referencePrice }: StoredRequest): Cell => ({
  ...{ productId, stageId },
  amounts: {
    ...nothing(),
    requested: {
      quantity: toTenThousandths(decimal4(new Decimal(quantity).times(factor))),
      cents: referencePrice === null ? 0n : toCents(lineValue(quantity, referencePrice)),
    },
  },
});
