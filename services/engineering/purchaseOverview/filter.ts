import { sql } from 'kysely';
import { matchesSearch } from '#domain/text.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import { balanceOf, type Amount, type Cell } from './cells.ts';
import type { Input } from './overview.ts';

/** Filters of rows and groups, as the contract declares them. */
export interface OverviewFilter {
  search?: string;
  group?: number;
  stage?: number;
  moving?: boolean;
  state?: Input['state'];
}

const NONE = -1;

/** Cells of one stage, or of none (−1). */
export const cellsOf = (cells: readonly Cell[], stage: number | undefined): readonly Cell[] =>
  stage === undefined ? cells : cells.filter(({ stageId }) => stageId === (stage === NONE ? null : stage));

/** A group with all groups in it. */
const groupsBelow = async (trx: Trx, accountId: number, id: number): Promise<Set<number>> => {
  const { rows } = await sql<{ id: number }>`
    select b.id from product_groups g
      join product_groups b on b.account_id = g.account_id and b.place[1:cardinality(g.place)] = g.place
     where g.account_id = ${accountId} and g.id = ${id}`.execute(trx);
  return new Set(rows.map((row) => row.id));
};

const isAny = ({ quantity, cents }: Amount): boolean => quantity !== 0n || cents !== 0n;

const moves = ({ amounts }: Input): boolean => {
  const { quantity, cents } = balanceOf(amounts);
  return isAny(amounts.requested) || isAny(amounts.ordered) || quantity > 0n || cents > 0n;
};

/** Inputs that a filter leaves. */
export const narrowed = async (
  trx: Trx,
  accountId: number,
  inputs: readonly Input[],
  { search, group, moving, state }: OverviewFilter,
): Promise<Input[]> => {
  const groups = group === undefined || group === NONE ? null : await groupsBelow(trx, accountId, group);
  return inputs.filter((input) => {
    const { product } = input;
    if (state !== undefined && input.state !== state) return false;
    if (moving === true && !moves(input)) return false;
    if (group === NONE && product?.group) return false;
    if (groups && !(product?.group && groups.has(product.group.id))) return false;
    return !search || (product !== null && matchesSearch(`${product.code} ${product.name}`, search));
  });
};
