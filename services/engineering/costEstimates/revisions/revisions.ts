import { sql } from 'kysely';
import { rowEffects, sumEffects } from '#domain/engineering/estimate/comparison.ts';
import { fromCents, toCents } from '#domain/money.ts';
import type {
  CostEstimateRevision,
  RevisionComparison,
  RevisionRow,
} from '#schema/engineering/costEstimates/revisions.rest.ts';
import type { Trx } from '../../../platform/db/unitOfWork.ts';
import { notFound } from '../../../platform/errors.ts';
import type { EstimateKey } from '../access.ts';
import { readEstimate, type Reader } from '../read.ts';
import { readContents } from '../rows.ts';
import { revisionOf } from './store.ts';

const REVISION_MISSING = 'Revisão não encontrada neste orçamento.';

type Headed = Omit<CostEstimateRevision, 'createdBy'> & { userId: number | null; userName: string | null };

const columns = sql`
  r.number, r.reason, r.created_at as "createdAt", u.id as "userId", u.name as "userName", r.direct_total as "directTotal",
  r.bdi_total as "bdiTotal", r.discount, r.total, r.item_count as "itemCount",
  r.before is not null and r.made_version = e.version and not e.approved as undoable`;
const tables = sql`
  from cost_estimate_revisions r
  join cost_estimates e on e.account_id = r.account_id and e.id = r.cost_estimate_id
  left join users u on u.account_id = r.account_id and u.id = r.created_by`;

const headOf = ({ userId, userName, ...head }: Headed): CostEstimateRevision => ({
  ...head,
  createdBy: userId === null ? null : { id: userId, name: userName ?? '' },
});

/** Revisions of an estimate, the newest first. @throws ServiceError 404 */
export const listRevisions = async (
  trx: Trx,
  reader: Reader,
  key: EstimateKey,
): Promise<{ content: CostEstimateRevision[] }> => {
  const { id } = await readEstimate(trx, reader, key);
  const { rows } = await sql<Headed>`
    select ${columns} ${tables} where r.account_id = ${reader.session.accountId} and r.cost_estimate_id = ${id}
    order by r.number desc`.execute(trx);
  return { content: rows.map(headOf) };
};

/** One revision with its rows. @throws ServiceError 404 */
export const readRevision = async (
  trx: Trx,
  reader: Reader,
  key: EstimateKey,
  number: number,
): Promise<CostEstimateRevision & { rows: RevisionRow[] }> => {
  const { id } = await readEstimate(trx, reader, key);
  const { rows } = await sql<Headed & { content: RevisionRow[] }>`
    select ${columns}, r.content ${tables}
    where r.account_id = ${reader.session.accountId} and r.cost_estimate_id = ${id} and r.number = ${number}`.execute(
    trx,
  );
  const [found] = rows;
  if (!found) throw notFound(REVISION_MISSING);
  const { content, ...head } = found;
  return { ...headOf(head), rows: content };
};

interface State {
  revision: CostEstimateRevision | null;
  discount: string;
  total: string;
  rows: RevisionRow[];
}

/** A kept state, or the state now. */
const stateOf = async (trx: Trx, reader: Reader, key: EstimateKey, number: number | undefined): Promise<State> => {
  if (number === undefined) {
    const estimate = await readEstimate(trx, reader, key);
    const contents = await readContents(trx, reader.session.accountId, estimate.id);
    const { discount, total, rows } = revisionOf({ estimate, contents });
    return { revision: null, discount, total, rows };
  }
  const { rows, ...revision } = await readRevision(trx, reader, key, number);
  return { revision, discount: revision.discount, total: revision.total, rows };
};

type Compared = RevisionComparison['rows'][number];

const FIGURES = ['quantity', 'unitPrice', 'bdi'] as const;

const sideOf = (row: RevisionRow | undefined): Compared['before'] =>
  row ? { quantity: row.quantity, unitPrice: row.unitPrice, bdi: row.bdi } : null;

/** The difference of one row; null where nothing that makes its total differs. */
const comparedRow = (before: RevisionRow | undefined, after: RevisionRow | undefined): Compared | null => {
  const shown = after ?? before;
  if (!shown || shown.type === 'GROUP') return null;
  if (before && after && FIGURES.every((figure) => before[figure] === after[figure])) return null;
  const effects = rowEffects(before ?? null, after ?? null);
  const difference = Object.values(effects).reduce((sum, part) => sum + toCents(part), 0n);
  const { id, type, code, description, unit } = shown;
  return {
    ...{ id, type, code, description, unit },
    kind: before ? (after ? 'CHANGED' : 'REMOVED') : 'ADDED',
    ...{ before: sideOf(before), after: sideOf(after) },
    ...effects,
    difference: fromCents(difference),
  };
};

/** What has changed from one state of an estimate to another one, with the difference explained. @throws ServiceError 404 */
export const compareRevisions = async (
  trx: Trx,
  reader: Reader,
  key: EstimateKey,
  { first, second }: { first?: number | undefined; second?: number | undefined },
): Promise<RevisionComparison> => {
  const before = await stateOf(trx, reader, key, first);
  const after = await stateOf(trx, reader, key, second);
  const known = new Map(before.rows.map((row) => [row.id, row]));
  const kept = new Set(after.rows.map(({ id }) => id));
  const rows = [
    ...after.rows.map((row) => comparedRow(known.get(row.id), row)),
    ...before.rows.filter(({ id }) => !kept.has(id)).map((row) => comparedRow(row, undefined)),
  ].filter((row) => row !== null);
  return {
    ...{ first: before.revision, second: after.revision, firstTotal: before.total, secondTotal: after.total },
    ...sumEffects(rows, { before: before.discount, after: after.discount }),
    rows,
  };
};
