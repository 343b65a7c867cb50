import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import {
  classificationEndpoint,
  type ClassificationBody,
  type ClassificationResult,
} from '#schema/financial/classification.rest.ts';
import { refuseProblems } from '../platform/problems.ts';
import { implement } from '../platform/http/route.ts';
import type { Trx, Work } from '../platform/db/unitOfWork.ts';
import { closedSentence } from '#domain/financial/monthClosing/months.ts';
import { COMPANY_NAME, UNTOUCHABLE_MONTH } from './monthClosing/closedDays.ts';
import { withFamilies } from './retentions/families.ts';
import { expense } from './transactions/kinds.ts';
import { ENTITY } from './transactions/lock.ts';
import { readerOf, type Reader } from './transactions/reader.ts';
import { mayChange, seesBuilding, seesTransaction } from './transactions/visibility.ts';

const STALE = 'Este lançamento foi alterado por outra pessoa. Atualize a lista e tente de novo.';
const NOTHING_THERE = 'Este lançamento não tem rateio na etapa de origem desta obra.';
const TWIN = 'Este lançamento já tem um rateio na etapa escolhida. Ajuste o rateio no próprio lançamento.';

/** "Classificar": shares of several expenses go to another stage at once (domain.md §3, "sem etapa"). */
export const classification = async (app: FastifyInstance): Promise<void> => {
  implement(app, classificationEndpoint, ({ session, params, body, write }) => {
    const reader = readerOf(session, params.companyId, expense, app.platform.clock.today(session.timeZone));
    return write((trx, work) => classify(trx, work, reader, body)).catch((error: unknown) => {
      if (error instanceof NothingMoved) return { results: error.results };
      throw error;
    });
  });
};

/** Every expense was refused: the command ends without a trace, and the answer says why. */
class NothingMoved extends Error {
  constructor(readonly results: ClassificationResult[]) {
    super('every expense was refused');
  }
}

interface Found {
  id: number;
  version: number;
  shares: { buildingId: number; stageId: number | null }[];
  /** Of the payable of a retention: its invoice, which decides its stages. */
  invoiceId: number | null;
  /** Closed month by which it stays as it is (decision 73), of which company. */
  closedMonth: string | null;
  companyName: string;
}

const idOf = (stage: { id: number } | null): number | null => stage?.id ?? null;

/** A building that the user may not see is answered as one that does not exist. */
const requirePlace = async (
  trx: Trx,
  { session, companyId, view }: Reader,
  { building, fromStage, toStage }: ClassificationBody,
): Promise<void> => {
  const stages = [idOf(fromStage), idOf(toStage)].filter((id) => id !== null);
  const { rows } = await sql<{ id: number; stages: number[] }>`
    select b.id, coalesce(json_agg(g.id) filter (where g.id is not null), '[]') as stages
    from buildings b
    left join cost_estimate_groups g on g.account_id = b.account_id and g.building_id = b.id and g.id = any(${stages}::bigint[])
    where b.account_id = ${session.accountId} and b.company_id = ${companyId} and b.id = ${building.id}
    group by b.id`.execute(trx);
  const [known] = seesBuilding(view, building.id) ? rows : [];
  if (!known) refuseProblems([{ path: 'building', message: 'Obra não encontrada.' }]);
  const missing = Object.entries({ fromStage, toStage }).filter(
    ([, stage]) => stage && !known?.stages.includes(stage.id),
  );
  refuseProblems(missing.map(([path]) => ({ path, message: 'Etapa não encontrada nesta obra.' })));
};

/** Locks the expenses before it reads their shares, in the order of their ids: two calls wait for each other, once. */
const lockExpenses = async (trx: Trx, { session, companyId }: Reader, named: readonly number[]): Promise<Found[]> => {
  const ids = await withFamilies(trx, session.accountId, named);
  await sql`select id from transactions
    where account_id = ${session.accountId} and company_id = ${companyId} and type = 'DEBIT' and id = any(${ids}::bigint[])
    order by id for update`.execute(trx);
  const { rows } = await sql<Found>`
    select t.id, t.version, coalesce(json_agg(json_build_object('buildingId', a.building_id, 'stageId', a.cost_estimate_group_id))
      filter (where a.id is not null), '[]') as shares,
      (select r.transaction_id from transaction_retentions r
        where r.account_id = t.account_id and r.payable_transaction_id = t.id) as "invoiceId",
      ${UNTOUCHABLE_MONTH} as "closedMonth", ${COMPANY_NAME} as "companyName"
    from transactions t left join apportionments a on a.account_id = t.account_id and a.transaction_id = t.id
    where t.account_id = ${session.accountId} and t.company_id = ${companyId} and t.type = 'DEBIT' and t.id = any(${ids}::bigint[])
    group by t.account_id, t.id`.execute(trx);
  return rows;
};

/** Why an expense stays as it is; null where it moves. */
const refusalOf = (
  { session, companyId, kind, view }: Reader,
  { building, fromStage, toStage }: ClassificationBody,
  found: Found | undefined,
  version: number,
): string | null => {
  const buildings = found?.shares.map(({ buildingId }) => buildingId) ?? [];
  if (!found || !seesTransaction(view, buildings)) return kind.words.notFound;
  if (!mayChange(session, companyId, kind, buildings)) return kind.words.notAllowed;
  if (found.version !== version) return STALE;
  if (found.closedMonth !== null) return closedSentence(found.closedMonth, found.companyName);
  const has = (stage: number | null) =>
    found.shares.some(({ buildingId, stageId }) => buildingId === building.id && stageId === stage);
  if (!has(idOf(fromStage))) return NOTHING_THERE;
  return has(idOf(toStage)) ? TWIN : null;
};

/** Moves the shares of these expenses, and returns their new versions. */
const move = async (
  trx: Trx,
  { session: { accountId }, clock, audit }: Work,
  { building, fromStage, toStage }: ClassificationBody,
  ids: readonly number[],
): Promise<Map<number, number>> => {
  await sql`update apportionments set cost_estimate_group_id = ${idOf(toStage)}
    where account_id = ${accountId} and transaction_id = any(${ids}::bigint[]) and building_id = ${building.id}
      and cost_estimate_group_id is not distinct from ${idOf(fromStage)}::bigint`.execute(trx);
  const { rows } = await sql<{ id: number; version: number }>`
    update transactions set version = version + 1, updated_at = ${clock.now()}
    where account_id = ${accountId} and id = any(${ids}::bigint[]) returning id, version`.execute(trx);
  for (const { id } of rows) {
    const details = { costEstimateGroups: [[idOf(fromStage), idOf(toStage)]] };
    audit({ action: 'update', entity: ENTITY, entityId: id, details });
  }
  return new Map(rows.map(({ id, version }) => [id, version]));
};

const classify = async (
  trx: Trx,
  work: Work,
  reader: Reader,
  body: ClassificationBody,
): Promise<{ results: ClassificationResult[] }> => {
  await requirePlace(trx, reader, body);
  const ids = [...new Set(body.items.map(({ transactionId }) => transactionId))];
  const found = new Map((await lockExpenses(trx, reader, ids)).map((one) => [one.id, one]));
  const answers = body.items.map(({ transactionId, version }) => {
    const one = found.get(transactionId);
    const invoice = one?.invoiceId == null ? undefined : found.get(one.invoiceId);
    const own = refusalOf(reader, body, one, version);
    return { transactionId, message: own ?? (invoice ? refusalOf(reader, body, invoice, invoice.version) : null) };
  });
  const chosen = answers.filter(({ message }) => message === null).map(({ transactionId }) => transactionId);
  const invoices = new Set(chosen.map((id) => found.get(id)?.invoiceId ?? id));
  const accepted = [...found.values()]
    .filter(({ id, invoiceId }) => invoices.has(id) || (invoiceId !== null && invoices.has(invoiceId)))
    .map(({ id }) => id);
  const versions = accepted.length > 0 ? await move(trx, work, body, accepted) : new Map<number, number>();
  const results = answers.map(({ transactionId, message }) => ({
    ...{ transactionId, ok: message === null, message },
    version: message === null ? (versions.get(transactionId) ?? null) : null,
  }));
  if (accepted.length === 0) throw new NothingMoved(results);
  return { results };
};
