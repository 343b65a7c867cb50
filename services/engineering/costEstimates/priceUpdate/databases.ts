import { sql } from 'kysely';
import type { PriceDatabase } from '#schema/engineering/costEstimates/prices.rest.ts';
import type { Trx } from '../../../platform/db/unitOfWork.ts';
import { ruleBroken } from '../../../platform/errors.ts';
import type { Contents } from '../rows.ts';

/** Cost databases that a choice names: the newest of so many. */
const MOST = 500;
const DATABASE_MISSING = 'Base de custos não encontrada.';

/** Published cost databases with what an estimate is compared with where nothing is chosen. */
export interface Databases {
  chosen: PriceDatabase | null;
  all: PriceDatabase[];
}

/** How often the resources of an estimate are of each cost database. */
const uses = ({ resources }: Contents): Map<number, number> => {
  const counts = new Map<number, number>();
  for (const { tableId, source } of resources.values()) {
    if (source !== 'GO') counts.set(tableId, (counts.get(tableId) ?? 0) + 1);
  }
  return counts;
};

/**
 * Cost databases to choose among, those of the states and regimes in use first. Without a choice: the newest month of
 * the state and regime that most of the estimate is of. @throws ServiceError 422 for one that does not exist
 */
export const readDatabases = async (
  trx: Trx,
  accountId: number,
  contents: Contents,
  wanted: number | null | undefined,
): Promise<Databases> => {
  const counts = uses(contents);
  const { rows } = await sql<PriceDatabase & { used: boolean }>`
    with published as (
      select t.id, t.name, c.month, t.state, t.regime,
             exists (select from product_tables o where o.account_id = t.account_id and o.id = any(${[...counts.keys()]}::bigint[])
                       and o.state = t.state and o.regime = t.regime) as used
      from product_tables t join catalogues c on c.account_id = t.account_id and c.id = t.catalogue_id
      where t.account_id = ${accountId} and t.source <> 'GO')
    select * from published order by id is not distinct from ${wanted ?? null}::bigint desc, used desc,
      id = any(${[...counts.keys()]}::bigint[]) desc, month desc, state, regime
    limit ${MOST}`.execute(trx);
  const found = rows.find(({ id }) => id === wanted);
  if (wanted != null && !found) {
    throw ruleBroken(DATABASE_MISSING, [{ path: 'database', message: DATABASE_MISSING }]);
  }
  const newest = [...rows].sort(
    (a, b) =>
      Number(b.used) - Number(a.used) || b.month.localeCompare(a.month) || a.name.localeCompare(b.name, 'pt-BR'),
  );
  const all = newest.map(({ used: _used, ...database }) => database);
  if (found) return { chosen: all.find(({ id }) => id === found.id) ?? null, all };
  const [[most] = []] = [...counts].sort(([, a], [, b]) => b - a);
  const own = all.find(({ id }) => id === most);
  return { chosen: all.find(({ state, regime }) => state === own?.state && regime === own.regime) ?? null, all };
};
