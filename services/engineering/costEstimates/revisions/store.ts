import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { contracted } from '#domain/engineering/estimate/amendments.ts';
import { leafFigures } from '#domain/engineering/estimate/figures.ts';
import { add, fromCents, subtract } from '#domain/money.ts';
import type { CostEstimate } from '#schema/engineering/costEstimates/costEstimates.rest.ts';
import type { CostEstimateRevision, RevisionRow } from '#schema/engineering/costEstimates/revisions.rest.ts';
import type { Trx, Work } from '../../../platform/db/unitOfWork.ts';
import { detailsOf, type Contents } from '../rows.ts';

/** Rows of an estimate as a revision keeps them: as they are contracted. */
const revisionRows = (estimate: CostEstimate, contents: Contents): RevisionRow[] => {
  const percentages = new Map(estimate.bdis.map(({ id, percentage }) => [id, percentage]));
  return detailsOf(estimate, contents)
    .map(contracted)
    .map((detail) => {
      const { id, type, code, level, description, unit, quantity, unitPrice, bdiId, resourceId } = detail;
      const { unitPriceWithBdi, directTotal, total } = detail;
      const resource = resourceId === null ? undefined : contents.resources.get(resourceId);
      const bdi = type === 'GROUP' ? null : (percentages.get(bdiId ?? estimate.defaultBdiId ?? 0) ?? null);
      return {
        ...{ id, type, code, level, description, unit, quantity, unitPrice, bdi },
        ...{ unitPriceWithBdi, directTotal, total },
        ...{ sourceCode: resource?.code ?? null, source: resource?.tableName ?? null },
      };
    });
};

/**
 * Totals of an estimate as it is contracted now. With amendments the discount is what the rows with BDI sum to beyond the
 * total, since its part in a row follows the quantity of the row.
 */
const contractedTotals = (
  { directTotal, bdiTotal, discount, total, ...estimate }: CostEstimate,
  rows: readonly RevisionRow[],
) => {
  if (estimate.amendmentCount === 0) return { directTotal, bdiTotal, discount, total };
  const gross = fromCents(
    rows.reduce(
      (cents, { unitPrice, quantity, bdi }) =>
        unitPrice === null ? cents : cents + leafFigures(quantity ?? '0', unitPrice, bdi).gross,
      0n,
    ),
  );
  const direct = add(directTotal, estimate.amendmentDirectTotal);
  const current = estimate.currentTotal;
  return {
    directTotal: direct,
    bdiTotal: subtract(gross, direct),
    discount: subtract(gross, current),
    total: current,
  };
};

/** What a revision is of an estimate: its rows and totals. */
export const revisionOf = ({ estimate, contents }: State) => {
  const rows = revisionRows(estimate, contents);
  const itemCount = rows.filter(({ type }) => type !== 'GROUP').length;
  return { rows, itemCount, ...contractedTotals(estimate, rows) };
};

/** What an update of prices leaves for its undo. */
export interface Undoing {
  before: object;
  madeVersion: number;
}

interface State {
  estimate: CostEstimate;
  contents: Contents;
}

/** A state with its rows as text, and what tells whether another state is the same. */
const contentOf = (state: State) => {
  const { rows, ...totals } = revisionOf(state);
  const content = JSON.stringify(rows);
  return { ...totals, content, hash: createHash('sha256').update(content).update(totals.discount).digest() };
};

/** Number of the revision that an estimate is now: of the last that is kept where it is the same, else the next one. */
export const currentNumber = async (trx: Trx, accountId: number, state: State): Promise<number> => {
  const { rows } = await sql<{ number: number }>`
    select number + (content_hash <> ${contentOf(state).hash})::integer as number from cost_estimate_revisions
    where account_id = ${accountId} and cost_estimate_id = ${state.estimate.id}
    order by number desc limit 1`.execute(trx);
  return rows[0]?.number ?? 1;
};

/** Keeps a state of an estimate. With `unlessSame`, not where the last one that is kept has the same rows and totals. */
export const keepRevision = async (
  trx: Trx,
  { session: { accountId, userId }, clock }: Work,
  state: State,
  options: { reason: CostEstimateRevision['reason']; unlessSame?: boolean; undoing?: Undoing },
): Promise<void> => {
  const { estimate } = state;
  const { content, hash, itemCount, ...totals } = contentOf(state);
  const { reason, unlessSame = false, undoing } = options;
  await sql`
    insert into cost_estimate_revisions (account_id, cost_estimate_id, number, reason, created_at, created_by, direct_total,
      bdi_total, discount, total, item_count, content, content_hash, before, made_version)
    select ${accountId}, ${estimate.id}, coalesce(max(r.number), 0) + 1, ${reason}, ${clock.now()}, ${userId},
           ${totals.directTotal}::numeric, ${totals.bdiTotal}::numeric, ${totals.discount}::numeric,
           ${totals.total}::numeric, ${itemCount}, ${content}::jsonb, ${hash},
           ${undoing ? JSON.stringify(undoing.before) : null}::jsonb, ${undoing?.madeVersion ?? null}
      from cost_estimate_revisions r where r.account_id = ${accountId} and r.cost_estimate_id = ${estimate.id}
    having not ${unlessSame} or ${hash} is distinct from (array_agg(r.content_hash order by r.number desc))[1]`.execute(
    trx,
  );
};
