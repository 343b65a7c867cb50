import { sql } from 'kysely';
import type { Money } from '#domain/money.ts';
import { notFound } from '../../platform/errors.ts';
import type { Trx, Work } from '../../platform/db/unitOfWork.ts';
import type { Plan } from '../transactions/plan.ts';
import type { Reader } from '../transactions/reader.ts';
import { readTransaction, readTransactions, type StoredTransaction } from '../transactions/read.ts';
import { placeOf, snapshot } from '../transactions/snapshot.ts';
import { insertHeader, refreshHeader, storePlan, updateHeader, type Owner } from '../transactions/store.ts';
import type { TransactionDraft } from '../transactions/body.ts';
import {
  collectorOf,
  isAsStored,
  planPayable,
  type PayableSource,
  type PlannedPayable,
  type StoredPayable,
} from './payables.ts';
import { keptDrafts, type PlannedRetention } from './plan.ts';

const ENTITY = 'transaction';

/** Payables with what their installments belong to; two statements, whatever their number. */
const readPayables = async (trx: Trx, ids: readonly number[]): Promise<Map<number, StoredPayable>> => {
  const stored = await readTransactions(trx, ids);
  const own = stored.flatMap(({ installments }) => installments.map(({ id }) => id));
  const { rows } = await sql<{ id: number; sourceId: number | null; factDate: string }>`
    select installment_id as id, source_installment_id as "sourceId", fact_date as "factDate"
    from retention_installments where installment_id = any(${own}::bigint[])`.execute(trx);
  const sources = new Map(rows.map(({ id, ...one }) => [id, one]));
  return new Map(stored.map((one) => [one.id, { ...one, sources }]));
};

/** Writes what the installments of a payable belong to. */
const storeSources = async (
  trx: Trx,
  { accountId }: Owner,
  sources: PlannedPayable['sources'],
  ids: readonly number[],
): Promise<void> => {
  const rows = sources.flatMap((source, index) =>
    source ? [{ i: ids[index], s: source.sourceId, f: source.factDate }] : [],
  );
  if (rows.length === 0) return;
  await sql`
    insert into retention_installments (account_id, installment_id, source_installment_id, fact_date)
    select ${accountId}, r.i, r.s, r.f
      from json_to_recordset(${JSON.stringify(rows)}::json) as r(i bigint, s bigint, f date)
    on conflict (account_id, installment_id) do update
      set source_installment_id = excluded.source_installment_id, fact_date = excluded.fact_date`.execute(trx);
};

/** Writes one payable; answers its id. */
const storePayable = async (
  trx: Trx,
  work: Work,
  reader: Reader,
  planned: PlannedPayable,
  stored: StoredPayable | null,
): Promise<number> => {
  if (stored && isAsStored(planned, stored)) return stored.id;
  const { draft, plan, sources } = planned;
  const { companyId, kind } = reader;
  const owner = stored
    ? { accountId: work.session.accountId, companyId, transactionId: stored.id, type: kind.type }
    : await insertHeader(trx, work, companyId, kind, draft, plan);
  if (stored) await updateHeader(trx, owner, draft);
  const ids = await storePlan(trx, owner, plan, stored ?? undefined, reader.today);
  await storeSources(trx, owner, sources, ids);
  await refreshHeader(trx, work, owner, stored ? 1 : 0);
  const after = await readTransaction(trx, owner.transactionId);
  if (!after) throw notFound(kind.words.notFound);
  work.audit({
    action: stored ? 'update' : 'create',
    entity: ENTITY,
    entityId: after.id,
    details: { ...(stored && { before: snapshot(stored) }), after: snapshot(after) },
  });
  return after.id;
};

const storeRow = async (
  trx: Trx,
  { accountId, companyId, transactionId }: Owner,
  one: PlannedRetention,
  { payableId, position }: { payableId: number; position: number },
): Promise<void> => {
  if (one.stored) {
    await sql`update transaction_retentions set position = ${position}, city = ${one.city}, base = ${one.base}::numeric,
        rate = ${one.rate}::numeric, value = ${one.value}::numeric, reason = ${one.reason}, fact = ${one.fact},
        due_day = ${one.dueDay}, working_day_rule = ${one.workingDayRule}
      where account_id = ${accountId} and id = ${one.stored.id}`.execute(trx);
    return;
  }
  await sql`
    insert into transaction_retentions (account_id, company_id, transaction_id, payable_transaction_id, position, tax, city, base,
      rate, value, reason, fact, due_day, working_day_rule)
    values (${accountId}, ${companyId}, ${transactionId}, ${payableId}, ${position}, ${one.tax}, ${one.city}, ${one.base}::numeric,
      ${one.rate}::numeric, ${one.value}::numeric, ${one.reason}, ${one.fact}, ${one.dueDay}, ${one.workingDayRule})`.execute(
    trx,
  );
};

/** Deletes payables whose retentions are gone. */
export const removePayables = async (
  trx: Trx,
  work: Work,
  retentions: readonly { id: number; payableId: number }[],
): Promise<void> => {
  if (retentions.length === 0) return;
  const { accountId } = work.session;
  const ids = retentions.map(({ payableId }) => payableId);
  const stored = await readTransactions(trx, ids);
  await sql`delete from transaction_retentions where account_id = ${accountId}
    and id = any(${retentions.map(({ id }) => id)}::bigint[])`.execute(trx);
  await sql`delete from transactions where account_id = ${accountId} and id = any(${ids}::bigint[])`.execute(trx);
  for (const one of stored) {
    const details = { before: snapshot(one) };
    work.audit({ action: 'delete', entity: ENTITY, entityId: one.id, details, was: placeOf(one) });
  }
};

/** An invoice as it was saved, and the shares of its payables. */
export interface SavedInvoice {
  owner: Owner;
  draft: TransactionDraft;
  plan: Plan;
  installmentIds: readonly number[];
  /** By retention, then by apportionment. */
  payableShares: readonly (readonly Money[])[];
  stored: StoredTransaction | undefined;
}

const supplierName = async (trx: Trx, accountId: number, id: number | null): Promise<string | null> => {
  if (id === null) return null;
  const row = await trx
    .selectFrom('partners')
    .select('name')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.name ?? null;
};

/** Stores what is withheld of an invoice, each with its payable, and deletes what is withheld no longer. */
export const storeRetentions = async (
  trx: Trx,
  work: Work,
  reader: Reader,
  planned: readonly PlannedRetention[],
  { owner, draft, plan, installmentIds, payableShares, stored }: SavedInvoice,
): Promise<void> => {
  const before = stored?.retentions ?? [];
  if (planned.length === 0 && before.length === 0) return;
  await removePayables(
    trx,
    work,
    before.filter(({ tax }) => !planned.some((one) => one.tax === tax)),
  );
  const payables = await readPayables(
    trx,
    planned.flatMap((one) => one.stored?.payableId ?? []),
  );
  const source: PayableSource = {
    ...{ documentNumber: draft.documentNumber, emissionDate: draft.emissionDate, competenceDate: draft.competenceDate },
    ...{ categoryId: draft.categoryId, expectedWalletId: draft.expectedWallet.id, apportionments: plan.apportionments },
    partnerName: await supplierName(trx, owner.accountId, draft.partnerId),
    installments: plan.installments.map(({ grossValue, paymentDate, dueDate }, index) => ({
      ...{ id: installmentIds[index] ?? 0, grossValue, factDate: paymentDate ?? dueDate },
    })),
  };
  for (const [index, one] of planned.entries()) {
    const partnerId = one.partnerId ?? (await collectorOf(trx, work, one.collector, reader.kind));
    const payable = (one.stored && payables.get(one.stored.payableId)) ?? null;
    const next = planPayable({ ...one, partnerId }, payableShares[index] ?? [], source, payable, reader.today);
    const payableId = await storePayable(trx, work, reader, next, payable);
    await storeRow(trx, owner, one, { payableId, position: index + 1 });
  }
};

/** After a payment of an invoice: taxes that are owed by it fall due after it. Answers whether any has changed. */
export const followPayments = async (
  trx: Trx,
  work: Work,
  reader: Reader,
  stored: StoredTransaction,
): Promise<boolean> => {
  const kept = keptDrafts(stored.retentions).flatMap((draft): PlannedRetention[] => {
    const one = draft.stored;
    if (one?.fact !== 'PAYMENT') return [];
    const { fact, dueDay, workingDayRule } = one;
    return [{ ...draft, fact, dueDay, workingDayRule, collector: '', newDueDate: null }];
  });
  if (kept.length === 0) return false;
  const payables = await readPayables(
    trx,
    kept.flatMap((one) => one.stored?.payableId ?? []),
  );
  let changed = false;
  for (const one of kept) {
    const payable = one.stored && payables.get(one.stored.payableId);
    if (!payable) continue;
    const next = planPayable(
      one,
      payable.apportionments.map(({ grossValue }) => grossValue),
      sourceOf(stored, payable),
      payable,
      reader.today,
    );
    if (isAsStored(next, payable)) continue;
    await storePayable(trx, work, reader, next, payable);
    changed = true;
  }
  return changed;
};

/** What a payable repeats of its invoice, while a payment changes nothing but days: its own header and columns stay. */
const sourceOf = (stored: StoredTransaction, payable: StoredPayable): PayableSource => ({
  ...{ documentNumber: stored.documentNumber, partnerName: stored.partnerName, emissionDate: stored.emissionDate },
  ...{
    competenceDate: stored.competenceDate,
    categoryId: stored.categoryId,
    expectedWalletId: stored.expectedWalletId,
  },
  apportionments: payable.apportionments.map((one, index) => ({
    ...one,
    invoiceValue: null,
    position: index + 1,
    path: '',
  })),
  installments: stored.installments.map(({ id, grossValue, paymentDate, dueDate }) => ({
    ...{ id, grossValue, factDate: paymentDate ?? dueDate },
  })),
});
