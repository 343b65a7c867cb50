import { sql } from 'kysely';
import { negate, sum, type Money } from '#domain/money.ts';
import type { Trx, Work } from '../../platform/db/unitOfWork.ts';
import { reserveIds } from '../costEstimates/ids.ts';
import { childrenOf } from '../costEstimates/rows.ts';
import type { Step } from './steps.ts';
import type { AmendmentState } from './state.ts';

/** Adds to what approved amendments make of an estimate, as its next version. */
const storeTotals = (
  trx: Trx,
  { session: { accountId }, clock }: Work,
  id: number,
  change: { directTotal: Money; total: Money; days: number; count: 1 | -1 },
): Promise<unknown> =>
  sql`
  update cost_estimates set amendment_direct_total = amendment_direct_total + ${change.directTotal}::numeric,
    amendment_total = amendment_total + ${change.total}::numeric,
    amendment_days = amendment_days + ${change.days}::integer, amendment_count = amendment_count + ${change.count}::integer,
    version = version + 1, updated_at = ${clock.now()}
  where account_id = ${accountId} and id = ${id}`.execute(trx);

const totalsOf = ({ changes }: Step) => ({
  directTotal: sum(changes.map(({ figures }) => figures.directTotal)),
  total: sum(changes.map(({ figures }) => figures.total)),
});

/** Makes the lines that an amendment adds, each after the rows of its stage. */
const addLines = async (
  trx: Trx,
  accountId: number,
  { estimate, contents }: AmendmentState,
  { amendment }: Step,
): Promise<void> => {
  const added = amendment.lines.flatMap((line, index) => (line.added ? [{ ...line, place: index + 1 }] : []));
  if (added.length === 0) return;
  const ids = await reserveIds(trx, 'cost_estimate_groups', added.length);
  const siblings = childrenOf(contents.rows.values());
  const rows = added.map((line, index) => ({
    ...line,
    id: ids[index] ?? 0,
    position: (siblings.get(line.parentId)?.at(-1)?.position ?? 0) + 1 + index,
  }));
  await sql`
    with made as (
      insert into cost_estimate_lines (account_id, cost_estimate_id, id, parent_id, position, description, unit, unit_price,
        quantity, bdi_id, amendment_quantity, amendment_id)
      select ${accountId}::bigint, ${estimate.id}::bigint, r.id, r."parentId", r.position, r.description, r.unit,
             r."unitPrice", 0, r."bdiId", r.quantity, ${amendment.id}::bigint
      from json_to_recordset(${JSON.stringify(rows)}::json) as r(id bigint, "parentId" bigint, position integer,
        description text, unit text, "unitPrice" numeric, "bdiId" bigint, quantity numeric)
    )
    update cost_estimate_amendment_lines x set line_id = r.id
    from json_to_recordset(${JSON.stringify(rows)}::json) as r(id bigint, place integer)
    where x.account_id = ${accountId} and x.cost_estimate_id = ${estimate.id} and x.amendment_id = ${amendment.id}
      and x.position = r.place`.execute(trx);
};

/** Changes the quantities of lines by those of an amendment, `1` as it says, `-1` back again. */
const changeLines = (trx: Trx, accountId: number, { amendment }: Step, sign: 1 | -1): Promise<unknown> =>
  sql`
  update cost_estimate_lines l
  set amendment_quantity = nullif(coalesce(l.amendment_quantity, 0) + ${sign}::integer * x.quantity, 0)
  from cost_estimate_amendment_lines x
  where x.account_id = ${accountId} and x.amendment_id = ${amendment.id} and not x.added
    and l.account_id = x.account_id and l.id = x.line_id`.execute(trx);

/** Applies an amendment to the rows and totals of its estimate. */
export const applyChanges = async (trx: Trx, work: Work, state: AmendmentState, step: Step): Promise<void> => {
  const { accountId } = work.session;
  await addLines(trx, accountId, state, step);
  await changeLines(trx, accountId, step, 1);
  const { days } = step.amendment;
  await storeTotals(trx, work, state.estimate.id, { ...totalsOf(step), days, count: 1 });
};

/** Takes an amendment back: its lines go, and quantities are those before it. */
export const takeBack = async (trx: Trx, work: Work, state: AmendmentState, step: Step): Promise<void> => {
  const { accountId } = work.session;
  const { id, days } = step.amendment;
  await changeLines(trx, accountId, step, -1);
  await sql`
    update cost_estimate_amendment_lines set line_id = null
    where account_id = ${accountId} and amendment_id = ${id} and added`.execute(trx);
  await sql`
    delete from cost_estimate_lines
    where account_id = ${accountId} and cost_estimate_id = ${state.estimate.id} and amendment_id = ${id}`.execute(trx);
  const { directTotal, total } = totalsOf(step);
  const change = { directTotal: negate(directTotal), total: negate(total), days: -days, count: -1 as const };
  await storeTotals(trx, work, state.estimate.id, change);
};
