import { sql } from 'kysely';
import type { CostEstimate } from '#schema/engineering/costEstimates/costEstimates.rest.ts';
import type { PriceChoice, PricePreview } from '#schema/engineering/costEstimates/prices.rest.ts';
import { ruleBroken } from '../../../platform/errors.ts';
import { refuseProblems } from '../../../platform/problems.ts';
import type { Trx, Work } from '../../../platform/db/unitOfWork.ts';
import type { EstimateKey } from '../access.ts';
import { APPROVED, IMPORTED } from '../lock.ts';
import { readEstimate, type Reader } from '../read.ts';
import { currentNumber, keepRevision } from '../revisions/store.ts';
import { copyOf, readContents, type Contents, type Resource, type Row } from '../rows.ts';
import { closeChange, openForChange } from '../saveRows.ts';
import { readDatabases } from './databases.ts';
import { changesOf, countLocallyPriced, takenDays, totalOf } from './preview.ts';
import { readTargets } from './targets.ts';
import { updatePrices } from './update.ts';

const RESOURCE_MISSING = 'Insumo ou composição não encontrado neste orçamento.';
const NOTHING_NEW = 'Os preços já são os de hoje.';
const NOTHING_CHOSEN = 'Escolha ao menos um preço para atualizar.';
const NOT_UNDONE = 'Não há atualização de preços para desfazer: o orçamento foi salvo depois dela.';

/** Always on a version: what is applied or taken back is what was shown. */
type VersionedKey = EstimateKey & { version: number };

/** @throws ServiceError 422 at the keys that the estimate does not have */
const keptOf = ({ keptResources = [] }: PriceChoice, { resources }: Contents): Set<number> => {
  refuseProblems(
    keptResources.flatMap((id, index) =>
      resources.has(id) ? [] : [{ path: `keptResources.${index}`, message: RESOURCE_MISSING }],
    ),
  );
  return new Set(keptResources);
};

const updated = (
  contents: Contents,
  targets: Parameters<typeof updatePrices>[1],
  kept: ReadonlySet<number>,
): Contents => {
  const copy = copyOf(contents);
  updatePrices(copy, targets, kept);
  return copy;
};

/** What an update of prices would change. @throws ServiceError 404, 422 */
export const previewPrices = async (
  trx: Trx,
  reader: Reader,
  key: EstimateKey,
  choice: PriceChoice,
): Promise<PricePreview> => {
  const { accountId } = reader.session;
  const estimate = await readEstimate(trx, reader, key);
  if (estimate.fromAnotherSystem) throw ruleBroken(IMPORTED);
  if (estimate.approved) throw ruleBroken(APPROVED);
  const before = await readContents(trx, accountId, estimate.id);
  const kept = keptOf(choice, before);
  const { chosen: database, all } = await readDatabases(trx, accountId, before, choice.database);
  const targets = await readTargets(trx, accountId, before, database);
  const full = updated(before, targets, new Set());
  const chosen = kept.size === 0 ? full : updated(before, targets, kept);
  return {
    ...{ id: estimate.id, version: estimate.version, database, databases: all, itemCount: estimate.itemCount },
    revision: await currentNumber(trx, accountId, { estimate, contents: before }),
    ...takenDays(before),
    locallyPriced: countLocallyPriced(before),
    ...{ total: estimate.total, newTotal: totalOf(chosen, estimate), fullTotal: totalOf(full, estimate) },
    ...changesOf({ estimate, targets, before, full, chosen }),
  };
};

const asStored = ({ rows, resources }: Contents): object => ({
  rows: [...rows.values()],
  resources: [...resources.values()],
});

/** Applies new prices in one step; keeps the state before and after it. @throws ServiceError 404, 423, 409, 422 */
export const applyPrices = async (
  trx: Trx,
  work: Work,
  reader: Reader,
  { key, choice }: { key: VersionedKey; choice: PriceChoice },
): Promise<CostEstimate> => {
  const { accountId } = reader.session;
  const changing = await openForChange(trx, reader, key);
  const { before, after, estimate } = changing;
  const kept = keptOf(choice, before);
  const { chosen: database } = await readDatabases(trx, accountId, before, choice.database);
  const targets = await readTargets(trx, accountId, before, database);
  const full = updated(before, targets, new Set());
  const { rows } = changesOf({ estimate, targets, before, full, chosen: updated(before, targets, kept) });
  if (rows.every(({ unitPrice, newPrice }) => newPrice === unitPrice)) throw ruleBroken(NOTHING_NEW);
  if (rows.every(({ unitPrice, chosenPrice }) => chosenPrice === unitPrice)) {
    throw ruleBroken(NOTHING_CHOSEN, [{ path: 'keptResources', message: NOTHING_CHOSEN }]);
  }
  await keepRevision(trx, work, { estimate, contents: before }, { reason: 'BEFORE_PRICES', unlessSame: true });
  const taking = updatePrices(after, targets, kept);
  const keyed = await taking.number(trx);
  for (const row of after.rows.values()) if (row.resourceId !== null) row.resourceId = keyed(row.resourceId);
  await closeChange(trx, work, changing);
  const saved = await readEstimate(trx, reader, key);
  const undoing = { before: asStored(before), madeVersion: saved.version };
  await keepRevision(trx, work, { estimate: saved, contents: after }, { reason: 'PRICES', undoing });
  work.audit({
    action: 'update prices',
    entity: 'costEstimate',
    entityId: estimate.id,
    details: { database, kept: [...kept], rows: rows.length, total: [estimate.total, saved.total] },
  });
  return saved;
};

interface Stored {
  id: number;
  rows: Row[];
  resources: Resource[];
}

/** What the last update of prices has left, on the version that it has made. */
const readUndoing = async (
  trx: Trx,
  accountId: number,
  { id, version }: { id: number; version: number },
): Promise<Stored> => {
  const { rows } = await sql<Stored>`
    select id, before -> 'rows' as rows, before -> 'resources' as resources from cost_estimate_revisions
    where account_id = ${accountId} and cost_estimate_id = ${id} and made_version = ${version} and before is not null`.execute(
    trx,
  );
  const [found] = rows;
  if (!found) throw ruleBroken(NOT_UNDONE);
  return found;
};

/** Takes the last update of prices back, with the revision that it was. @throws ServiceError 404, 423, 409, 422 */
export const undoPrices = async (trx: Trx, work: Work, reader: Reader, key: VersionedKey): Promise<CostEstimate> => {
  const { accountId } = reader.session;
  const changing = await openForChange(trx, reader, key);
  const { id, version } = changing.held;
  const stored = await readUndoing(trx, accountId, { id, version });
  await closeChange(trx, work, {
    ...changing,
    after: {
      rows: new Map(stored.rows.map((row) => [row.id, row])),
      resources: new Map(stored.resources.map((resource) => [resource.id, resource])),
    },
  });
  await sql`delete from cost_estimate_revisions where account_id = ${accountId} and id = ${stored.id}`.execute(trx);
  const saved = await readEstimate(trx, reader, key);
  work.audit({
    action: 'undo prices',
    entity: 'costEstimate',
    entityId: id,
    details: { total: [changing.estimate.total, saved.total] },
  });
  return saved;
};
