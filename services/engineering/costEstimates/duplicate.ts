import { sql } from 'kysely';
import { COPY_IMPORTED_ESTIMATE_REFUSED } from '#domain/messages.ts';
import type { CostEstimate } from '#schema/engineering/costEstimates/costEstimates.rest.ts';
import { notFound, ruleBroken } from '../../platform/errors.ts';
import type { Trx, Work } from '../../platform/db/unitOfWork.ts';
import { ESTIMATE_MISSING } from './access.ts';
import { storeBdis, type BdiDraft } from './bdis.ts';
import { reserveIds } from './ids.ts';
import { readEstimate, type Reader } from './read.ts';
import { figuresOf, inTreeOrder, readContents, type Contents, type Pricing } from './rows.ts';
import { differenceOf, storeDifference } from './store.ts';
import { requireDiscount, storeTotals } from './totals.ts';

/** The estimate that a copy is made of. @throws ServiceError 404, 422 for one from another system (§4) */
export const readOriginal = async (trx: Trx, reader: Reader, companyId: number, id: number): Promise<CostEstimate> => {
  const { session } = reader;
  const { rows } = await sql`
    select 1 from cost_estimates where account_id = ${session.accountId} and id = ${id} for share`.execute(trx);
  if (rows.length === 0) throw notFound(ESTIMATE_MISSING);
  const original = await readEstimate(trx, reader, { id, companyId });
  if (original.fromAnotherSystem) throw ruleBroken(COPY_IMPORTED_ESTIMATE_REFUSED);
  return original;
};

/** New keys for old ones. */
const renumber = async (
  trx: Trx,
  table: Parameters<typeof reserveIds>[1],
  old: readonly number[],
): Promise<(id: number) => number> => {
  const ids = await reserveIds(trx, table, old.length);
  const keys = new Map(old.map((id, index) => [id, ids[index] ?? 0]));
  return (id) => keys.get(id) ?? 0;
};

/** An estimate as it was before its amendments, which belong to the contract and not to its copies. */
const withoutAmendments = ({ rows, resources }: Contents): Contents => ({
  rows: new Map(
    [...rows].flatMap(([id, row]) => (row.amendmentId === null ? [[id, { ...row, amendment: null }] as const] : [])),
  ),
  resources,
});

/** The same rows and resources under new keys, with the BDIs of the copy. */
const clone = async (trx: Trx, { rows, resources }: Contents, bdiOf: (id: number) => number | null) => {
  const row = await renumber(trx, 'cost_estimate_groups', [...rows.keys()]);
  const resource = await renumber(trx, 'cost_estimate_resources', [...resources.keys()]);
  const items = [...resources.values()].flatMap((one) => one.items.map(({ id }) => id));
  const item = await renumber(trx, 'cost_estimate_resource_items', items);
  const mapped = <T>(id: number | null, key: (id: number) => T): T | null => (id === null ? null : key(id));
  return {
    rows: new Map(
      [...rows.values()].map((one) => [
        row(one.id),
        {
          ...one,
          id: row(one.id),
          parentId: mapped(one.parentId, row),
          resourceId: mapped(one.resourceId, resource),
          bdiId: mapped(one.bdiId, bdiOf),
        },
      ]),
    ),
    resources: new Map(
      [...resources.values()].map((one) => [
        resource(one.id),
        {
          ...one,
          id: resource(one.id),
          items: one.items.map((line) => ({
            ...line,
            id: item(line.id),
            resourceId: resource(line.resourceId),
          })),
        },
      ]),
    ),
  } satisfies Contents;
};

interface Copy {
  id: number;
  draft: { buildingId: number; discount: string; bdis: BdiDraft[] };
  original: CostEstimate | null;
}

const storedBdis = async (
  trx: Trx,
  accountId: number,
  id: number,
): Promise<(Pricing['bdis'][number] & { isDefault: boolean })[]> => {
  const { rows } = await sql<Pricing['bdis'][number] & { isDefault: boolean }>`
    select id, name, percentage, parts, is_default as "isDefault" from cost_estimate_bdis
    where account_id = ${accountId} and cost_estimate_id = ${id} order by position`.execute(trx);
  return rows;
};

/** Gives a new estimate its BDIs and, where it is a copy, the rows and resources of the original. @throws ServiceError 422 */
export const copyContents = async (trx: Trx, work: Work, { id, draft, original }: Copy): Promise<void> => {
  const { accountId } = work.session;
  await storeBdis(
    trx,
    { accountId, id },
    draft.bdis.map((bdi) => ({ ...bdi, id: null })),
  );
  const bdis = await storedBdis(trx, accountId, id);
  const places = new Map(draft.bdis.map((bdi, index) => [bdi.id, bdis[index]?.id ?? null]));
  const before: Contents = { rows: new Map(), resources: new Map() };
  const after = original
    ? await clone(
        trx,
        withoutAmendments(await readContents(trx, accountId, original.id)),
        (old) => places.get(old) ?? null,
      )
    : before;
  const target = { accountId, estimateId: id, buildingId: draft.buildingId };
  await storeDifference(trx, target, differenceOf(before, after));
  const defaultBdiId = bdis.find(({ isDefault }) => isDefault)?.id ?? null;
  const figures = figuresOf(inTreeOrder(after), { bdis, defaultBdiId, discount: draft.discount });
  requireDiscount(figures, draft.discount);
  await storeTotals(trx, { accountId, id, version: 1, now: work.clock.now(), discount: draft.discount }, figures);
};
