import { sql, type RawBuilder } from 'kysely';
import type { AmendmentStatus } from '#schema/engineering/costEstimates/amendments.rest.ts';
import type { CostEstimate } from '#schema/engineering/costEstimates/costEstimates.rest.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import type { EstimateKey } from '../costEstimates/access.ts';
import { readEstimate, type Reader } from '../costEstimates/read.ts';
import { readContents, type Contents } from '../costEstimates/rows.ts';

/** More or less of a line (`lineId`), or a new line; of an approved amendment `lineId` is the line that it has added. */
export interface AmendmentLine {
  lineId: number | null;
  added: boolean;
  parentId: number | null;
  sourceCode: string | null;
  description: string | null;
  unit: string | null;
  unitPrice: string | null;
  bdiId: number | null;
  quantity: string;
}

/** An amendment as it is stored. */
export interface Amendment {
  id: number;
  number: number;
  date: string;
  reason: string;
  days: number;
  /** The measurement whose excess it takes over. */
  measurementId: number | null;
  status: AmendmentStatus;
  /** Place among the approved ones; null for the others. */
  applied: number | null;
  approvedAt: string | null;
  approvedBy: { id: number; name: string } | null;
  createdAt: string;
  createdBy: { id: number; name: string } | null;
  version: number;
  lines: readonly AmendmentLine[];
}

/** An estimate with its amendments, and what is measured of its lines for the customer. */
export interface AmendmentState {
  estimate: CostEstimate;
  contents: Contents;
  /** By number. */
  amendments: readonly Amendment[];
  measured: ReadonlyMap<number, string>;
}

const named = (alias: string): RawBuilder<unknown> =>
  sql`case when ${sql.ref(`${alias}.id`)} is not null
    then json_build_object('id', ${sql.ref(`${alias}.id`)}, 'name', ${sql.ref(`${alias}.name`)}) end`;

const readAmendments = async (trx: Trx, accountId: number, id: number): Promise<Amendment[]> => {
  const { rows } = await sql<Omit<Amendment, 'lines'>>`
    select a.id, a.number, a.date, a.reason, a.days, a.measurement_id as "measurementId", a.status, a.applied,
           a.approved_at as "approvedAt", ${named('approver')} as "approvedBy", a.created_at as "createdAt", ${named('author')} as "createdBy", a.version
    from cost_estimate_amendments a
    left join users approver on approver.account_id = a.account_id and approver.id = a.approved_by
    left join users author on author.account_id = a.account_id and author.id = a.created_by
    where a.account_id = ${accountId} and a.cost_estimate_id = ${id} order by a.number`.execute(trx);
  const { rows: lines } = await sql<AmendmentLine & { amendmentId: number }>`
    select amendment_id as "amendmentId", line_id as "lineId", added, parent_id as "parentId", source_code as "sourceCode",
           description, unit, unit_price as "unitPrice", bdi_id as "bdiId", quantity
    from cost_estimate_amendment_lines where account_id = ${accountId} and cost_estimate_id = ${id}
    order by amendment_id, position`.execute(trx);
  const byAmendment = new Map(rows.map((row): [number, AmendmentLine[]] => [row.id, []]));
  for (const { amendmentId, ...line } of lines) byAmendment.get(amendmentId)?.push(line);
  return rows.map((row) => ({ ...row, lines: byAmendment.get(row.id) ?? [] }));
};

/** Accumulated quantities of the customer's measurements, closed or not. */
const readMeasured = async (trx: Trx, accountId: number, id: number): Promise<Map<number, string>> => {
  const { rows } = await sql<{ lineId: number; accumulated: string }>`
    select distinct on (x.line_id) x.line_id as "lineId", x.accumulated
    from measurement_contracts k
    join measurements m on m.account_id = k.account_id and m.contract_id = k.id
    join measurement_entries x on x.account_id = m.account_id and x.measurement_id = m.id
    where k.account_id = ${accountId} and k.cost_estimate_id = ${id} and k.kind = 'CUSTOMER'
    order by x.line_id, m.number desc`.execute(trx);
  return new Map(rows.map(({ lineId, accumulated }) => [lineId, accumulated]));
};

/** Everything that amendments of an estimate depend on, in six statements. @throws ServiceError 404 */
export const readState = async (trx: Trx, reader: Reader, key: EstimateKey): Promise<AmendmentState> => {
  const { accountId } = reader.session;
  const estimate = await readEstimate(trx, reader, key);
  const contents = await readContents(trx, accountId, estimate.id);
  const amendments = await readAmendments(trx, accountId, estimate.id);
  return { estimate, contents, amendments, measured: await readMeasured(trx, accountId, estimate.id) };
};
