import type {
  CostEstimate,
  DetailBody,
  SavedDetails,
  SavedTask,
} from '#schema/engineering/costEstimates/costEstimates.rest.ts';
import { codesOf } from '#domain/engineering/estimate/outline.ts';
import type { FieldError } from '../../platform/errors.ts';
import type { Trx, Work } from '../../platform/db/unitOfWork.ts';
import { refuseProblems } from '../../platform/problems.ts';
import type { EstimateKey } from './access.ts';
import { moveDocuments } from './documents.ts';
import { Edit } from './edit.ts';
import type { TypedPrice } from './editing.ts';
import { reserveIds } from './ids.ts';
import { holdForWrite, requireChangeable, type Held } from './lock.ts';
import { reprice, usedResources } from './prices.ts';
import { readEstimate, type Reader } from './read.ts';
import { copyOf, figuresOf, inTreeOrder, readContents, resourceAnswer, type Contents } from './rows.ts';
import { differenceOf, storeDifference, type Difference } from './store.ts';
import { readRegister, Taking } from './take.ts';
import { requireDiscount, storeTotals } from './totals.ts';

/** An estimate that is being changed: as it was, and as it becomes. */
export interface Changing {
  held: Held;
  estimate: CostEstimate;
  before: Contents;
  after: Contents;
}

/** Holds an estimate and reads what it has. @throws ServiceError 404, 423, 409, 422 */
export const openForChange = async (
  trx: Trx,
  reader: Reader,
  key: EstimateKey & { version?: number | undefined },
): Promise<Changing> => {
  const held = await holdForWrite(trx, reader, key);
  requireChangeable(held);
  const estimate = await readEstimate(trx, reader, key);
  const after = await readContents(trx, reader.session.accountId, held.id);
  return { held, estimate, before: copyOf(after), after };
};

/** Gives stages the codes of their places. */
const recode = (contents: Contents): void => {
  const placed = inTreeOrder(contents);
  const codes = codesOf(placed);
  placed.forEach(({ row }, index) => {
    if (row.group) row.code = codes[index] ?? null;
  });
};

/** Computes prices, codes and totals of a changed estimate and writes what differs. @throws ServiceError 422 */
export const closeChange = async (
  trx: Trx,
  { clock, session: { accountId } }: Work,
  { held, estimate, before, after }: Changing,
): Promise<Difference> => {
  reprice(after.resources);
  const today = clock.today();
  for (const resource of after.resources.values()) resource.takenOn ??= today;
  const used = usedResources(after);
  for (const id of [...after.resources.keys()]) if (!used.has(id)) after.resources.delete(id);
  recode(after);
  const figures = figuresOf(inTreeOrder(after), estimate);
  requireDiscount(figures, estimate.discount);
  const difference = differenceOf(before, after);
  await storeDifference(trx, { accountId, estimateId: held.id, buildingId: held.buildingId }, difference);
  await storeTotals(
    trx,
    { accountId, id: held.id, version: held.version + 1, now: clock.now(), discount: estimate.discount },
    figures,
  );
  return difference;
};

/** Resources as they are after a change, those that came or changed. */
export const changedResources = (difference: Difference): SavedTask['resources'] => {
  const changed = new Set([...difference.resources, ...difference.relined]);
  return [...changed].map((resource) => resourceAnswer(resource));
};

/** Inputs and compositions of the register that a call needs: those that it names, and those that it takes again. */
const keysIn = (
  body: readonly DetailBody[],
  { rows, resources }: Contents,
  field: 'productId' | 'taskId',
): number[] => {
  const again = ({ id, fromRegister }: DetailBody) =>
    fromRegister && id != null ? resources.get(rows.get(id)?.resourceId ?? 0)?.[field] : null;
  return [
    ...new Set(
      body.flatMap((draft) =>
        [draft[field], again(draft), ...(draft.items ?? []).map((item) => item[field])].flatMap((key) => key ?? []),
      ),
    ),
  ];
};

/** Prices that rows give to their resources: one price in the whole estimate. */
export const typePrices = (
  prices: readonly TypedPrice[],
  { resources }: Contents,
  keyed: (id: number) => number,
): FieldError[] => {
  const typed = new Map<number, string | null>();
  return prices.flatMap(({ path, resourceId, price }) => {
    const resource = resources.get(keyed(resourceId));
    if (!resource) return [];
    const known = typed.get(resource.id);
    typed.set(resource.id, price);
    resource.unitPrice = price;
    return known !== undefined && known !== price
      ? [{ path, message: 'Este insumo recebeu outro preço em outra linha.' }]
      : [];
  });
};

/** Rows whose history is told one by one; beyond it the history tells how many. */
const MOST_TOLD = 200;

const historyOf = ({ before, after }: Changing, difference: Difference) => {
  const rows = [...difference.groups, ...difference.lines];
  const gone = [...difference.goneGroups, ...difference.goneLines];
  return {
    created: rows.filter(({ id }) => !before.rows.has(id)).length,
    changed: rows.filter(({ id }) => before.rows.has(id)).length,
    removed: gone.length,
    rows: rows.slice(0, MOST_TOLD).map(({ id }) => ({ id, before: before.rows.get(id), after: after.rows.get(id) })),
    gone: gone.slice(0, MOST_TOLD).map((id) => before.rows.get(id)),
    compositions: difference.relined
      .flatMap(({ id, code, items }) => {
        const known = before.resources.get(id);
        return known ? [{ id, code, before: known.items, after: items }] : [];
      })
      .slice(0, MOST_TOLD),
  };
};

/** Makes, changes and removes rows, all or none. @throws ServiceError 404, 423, 409, 422 at the fields that are wrong */
export const saveDetails = async (
  trx: Trx,
  work: Work,
  reader: Reader,
  call: { key: EstimateKey & { version?: number | undefined }; body: readonly DetailBody[] },
): Promise<SavedDetails> => {
  const { key, body } = call;
  const changing = await openForChange(trx, reader, key);
  const { accountId } = reader.session;
  const register = await readRegister(trx, accountId, {
    products: keysIn(body, changing.after, 'productId'),
    tasks: keysIn(body, changing.after, 'taskId'),
  });
  const taking = new Taking(changing.after.resources, register);
  const edited = new Edit(changing.after, body, {
    estimateId: changing.held.id,
    bdiIds: new Set(changing.estimate.bdis.map(({ id }) => id)),
    ...{ register, taking },
    ids: await reserveIds(trx, 'cost_estimate_groups', body.filter(({ id }) => id == null).length),
  });
  refuseProblems(edited.problems);
  const keyed = await taking.number(trx);
  for (const row of changing.after.rows.values()) if (row.resourceId !== null) row.resourceId = keyed(row.resourceId);
  refuseProblems(typePrices(edited.prices, changing.after, keyed));
  await moveDocuments(trx, work, edited.stages);
  const difference = await closeChange(trx, work, changing);
  const costEstimate = await readEstimate(trx, reader, key);
  work.audit({
    action: 'update',
    entity: 'costEstimate',
    entityId: changing.held.id,
    details: { ...historyOf(changing, difference), total: [changing.estimate.total, costEstimate.total] },
  });
  return {
    costEstimate,
    created: edited.created.flatMap(({ key: name, id }) => (name === null ? [] : [{ key: name, id }])),
    resources: changedResources(difference),
  };
};
