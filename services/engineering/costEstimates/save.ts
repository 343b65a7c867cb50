import { sql } from 'kysely';
import { money } from '#domain/money.ts';
import { normalizeSpaces } from '#domain/text.ts';
import type {
  CostEstimate,
  CostEstimateBody,
  CostEstimateUpdate,
} from '#schema/engineering/costEstimates/costEstimates.rest.ts';
import { conflict, ruleBroken, type FieldError } from '../../platform/errors.ts';
import type { Trx, Work } from '../../platform/db/unitOfWork.ts';
import { refuseProblems } from '../../platform/problems.ts';
import { engineeringBuildings, type EstimateKey } from './access.ts';
import { approve } from './approval.ts';
import { readBdis, storeBdis, type BdiDraft } from './bdis.ts';
import { countDocuments, documents } from './documents.ts';
import { copyContents, readOriginal } from './duplicate.ts';
import { APPROVED, holdForWrite, requireChangeable, type Held } from './lock.ts';
import { readEstimate, type Reader } from './read.ts';
import { figuresOf, inTreeOrder, readContents } from './rows.ts';
import { requireDiscount, storeTotals } from './totals.ts';

type Body = CostEstimateBody | CostEstimateUpdate;

/** Header as it will be stored. */
export interface HeaderDraft {
  code: string;
  description: string;
  buildingId: number;
  customerId: number | null;
  discount: string;
  bdis: BdiDraft[];
}

type Before = Pick<CostEstimate, 'bdis' | 'defaultBdiId' | 'discount' | 'customer'>;
const NOTHING: Before = { bdis: [], defaultBdiId: null, discount: '0.00', customer: null };

const readHeader = (body: Body, before: Before, problems: FieldError[]): HeaderDraft => ({
  code: body.code,
  description: normalizeSpaces(body.description),
  buildingId: body.building.id,
  // A reference without an id is dropped (§5).
  customerId: body.customer === undefined ? (before.customer?.id ?? null) : (body.customer?.id ?? null),
  discount: body.discount === undefined ? before.discount : money(body.discount),
  bdis: readBdis(body, before, problems),
});

/** What a header refers to must be there, and the user needs ENGINEERING on the building. */
const referenceProblems = async (
  trx: Trx,
  { session }: Reader,
  companyId: number,
  { buildingId, customerId }: HeaderDraft,
): Promise<FieldError[]> => {
  const allowed = engineeringBuildings(session, [companyId]);
  const { rows } = await sql<{ building: boolean; customer: boolean }>`
    select exists (select from buildings where account_id = ${session.accountId} and company_id = ${companyId}
                     and id = ${buildingId}) as building,
           ${customerId}::bigint is null or exists (select from partners
             where account_id = ${session.accountId} and id = ${customerId} and type = 'CUSTOMER') as customer`.execute(
    trx,
  );
  const isBuilding = rows[0]?.building && (allowed === 'all' || allowed.includes(buildingId));
  return [
    ...(isBuilding ? [] : [{ path: 'building', message: 'Obra não encontrada.' }]),
    ...(rows[0]?.customer ? [] : [{ path: 'customer', message: 'Cliente não encontrado.' }]),
  ];
};

/** What the history keeps of a header. */
const snapshot = ({ code, description, building, customer, bdis, defaultBdiId, discount, total }: CostEstimate) => ({
  ...{ code, description, buildingId: building.id, customerId: customer?.id ?? null },
  ...{ bdis, defaultBdiId, discount, total },
});

const insertHeader = async (
  trx: Trx,
  { session: { accountId }, clock }: Work,
  { companyId, duplicateFrom }: { companyId: number; duplicateFrom: number | null },
  draft: HeaderDraft,
): Promise<number> => {
  const { rows } = await sql<{ id: number }>`
    insert into cost_estimates (account_id, company_id, building_id, code, description, customer_id, duplicate_from,
      created_at, updated_at)
    values (${accountId}, ${companyId}, ${draft.buildingId}, ${draft.code}, ${draft.description}, ${draft.customerId},
      ${duplicateFrom}, ${clock.now()}, ${clock.now()})
    returning id`.execute(trx);
  return rows[0]?.id ?? 0;
};

/** Makes an estimate, or copies one with everything that it has. @throws ServiceError 404, 409, 422 */
export const createEstimate = async (
  trx: Trx,
  work: Work,
  reader: Reader,
  companyId: number,
  body: CostEstimateBody,
): Promise<CostEstimate> => {
  const original = body.duplicateFrom == null ? null : await readOriginal(trx, reader, companyId, body.duplicateFrom);
  const problems: FieldError[] = [];
  const draft = readHeader(body, original ? { ...original, customer: null } : NOTHING, problems);
  refuseProblems([...problems, ...(await referenceProblems(trx, reader, companyId, draft))]);
  const duplicateFrom = original?.id ?? null;
  const id = await insertHeader(trx, work, { companyId, duplicateFrom }, draft);
  await copyContents(trx, work, { id, draft, original });
  const after = await readEstimate(trx, reader, { id, companyId });
  const details = { after: snapshot(after), ...(original && { duplicateFrom: original.id }) };
  work.audit({ action: 'create', entity: 'costEstimate', entityId: id, details });
  return after;
};

/** The building of an estimate is corrected while no document uses its stages. */
const requireMovable = async (trx: Trx, accountId: number, held: Held, buildingId: number): Promise<void> => {
  if (held.buildingId === buildingId) return;
  const count = await countDocuments(trx, accountId, held.id);
  if (count === 0) return;
  const message = `A obra não pode mudar: ${documents(count)} ${count === 1 ? 'usa' : 'usam'} etapas deste orçamento.`;
  throw ruleBroken(message, [{ path: 'building', message }]);
};

const storeHeader = async (trx: Trx, accountId: number, held: Held, draft: HeaderDraft): Promise<void> => {
  await storeBdis(trx, { accountId, id: held.id }, draft.bdis);
  await trx
    .updateTable('cost_estimates')
    .set({
      code: draft.code,
      description: draft.description,
      building_id: draft.buildingId,
      customer_id: draft.customerId,
    })
    .where('account_id', '=', accountId)
    .where('id', '=', held.id)
    .execute();
};

/** Writes the totals under the BDIs and the discount of the stored header. The discount stands once the totals allow it. */
const retotal = async (
  trx: Trx,
  work: Work,
  reader: Reader,
  key: EstimateKey,
  { discount }: HeaderDraft,
): Promise<void> => {
  const { accountId } = work.session;
  const estimate = await readEstimate(trx, reader, key);
  const contents = await readContents(trx, accountId, key.id);
  const figures = figuresOf(inTreeOrder(contents), { ...estimate, discount });
  requireDiscount(figures, discount);
  await storeTotals(
    trx,
    { accountId, id: key.id, version: estimate.version + 1, now: work.clock.now(), discount },
    figures,
  );
};

/** An approved estimate sent back as it is, but for `approved`, loses its approval (§4). */
const isSameHeader = (draft: HeaderDraft, before: CostEstimate): boolean => {
  const stored = readHeader({ ...before }, before, []);
  return JSON.stringify(stored) === JSON.stringify(draft);
};

/** Changes the header of an estimate. @throws ServiceError 404, 423, 409, 422 at the fields that are wrong */
export const updateEstimate = async (
  trx: Trx,
  work: Work,
  reader: Reader,
  key: EstimateKey & { version?: number | undefined },
  body: CostEstimateUpdate,
): Promise<CostEstimate> => {
  const held = await holdForWrite(trx, reader, key);
  const before = await readEstimate(trx, reader, key);
  const problems: FieldError[] = [];
  const draft = readHeader(body, before, problems);
  refuseProblems([...problems, ...(await referenceProblems(trx, reader, held.companyId, draft))]);
  const { approved = held.approved } = body;
  if (isSameHeader(draft, before)) {
    if (approved !== held.approved) return approve(trx, work, reader, { key, held, approved });
    // Sent back as it is, it stays as it is.
    if (held.approved || held.fromAnotherSystem) return before;
  }
  if (held.approved) throw ruleBroken(APPROVED);
  requireChangeable(held);
  await requireMovable(trx, reader.session.accountId, held, draft.buildingId);
  await storeHeader(trx, reader.session.accountId, held, draft);
  await retotal(trx, work, reader, key, draft);
  const after = await readEstimate(trx, reader, key);
  const details = { before: snapshot(before), after: snapshot(after) };
  work.audit({ action: 'update', entity: 'costEstimate', entityId: held.id, details });
  if (!approved) return after;
  return approve(trx, work, reader, { key, held: { ...held, version: after.version }, approved });
};

/** Deletes an estimate that is not approved and whose stages no document uses. @throws ServiceError 404, 423, 409, 422 */
export const removeEstimate = async (
  trx: Trx,
  work: Work,
  reader: Reader,
  key: EstimateKey,
): Promise<{ id: number }> => {
  const held = await holdForWrite(trx, reader, key, 'delete');
  if (held.approved) throw ruleBroken('Este orçamento está aprovado e não pode ser excluído. Desaprove-o antes.');
  const { accountId } = reader.session;
  const count = await countDocuments(trx, accountId, held.id);
  if (count > 0) {
    throw conflict(
      `Este orçamento não pode ser excluído: ${documents(count)} ${count === 1 ? 'usa' : 'usam'} suas etapas.`,
    );
  }
  const before = await readEstimate(trx, reader, key);
  await sql`delete from cost_estimates where account_id = ${accountId} and id = ${held.id}`.execute(trx);
  const was = { companyId: held.companyId, buildingIds: [held.buildingId] };
  work.audit({ action: 'delete', entity: 'costEstimate', entityId: held.id, details: snapshot(before), was });
  return { id: held.id };
};
