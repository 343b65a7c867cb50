import { sql } from 'kysely';
import { apportionmentPercentage } from '#domain/apportionment.ts';
import { followInstallments } from '#domain/financial/retentions/following.ts';
import { TAX_LABELS } from '#domain/financial/retentions/taxes.ts';
import type { IsoDate } from '#domain/dates.ts';
import { isZero, type Money, ZERO } from '#domain/money.ts';
import type { Trx, Work } from '../../platform/db/unitOfWork.ts';
import type { PlannedApportionment } from '../transactions/apportionmentPlan.ts';
import type { TransactionDraft } from '../transactions/body.ts';
import type { Kind } from '../transactions/kinds.ts';
import { plannedOf } from '../transactions/paymentPlan.ts';
import type { Plan } from '../transactions/plan.ts';
import { NOTHING_PAID, type PlannedInstallment } from '../transactions/planInstallments.ts';
import type { StoredTransaction } from '../transactions/read.ts';
import { shareMatrix, type ShareValues } from '../transactions/shares.ts';
import { dueDates } from './due.ts';
import type { PlannedRetention } from './plan.ts';

/** An installment of an invoice, stored. */
export interface Followed {
  id: number;
  grossValue: Money;
  factDate: IsoDate;
}

/** A payable as it is, with what its installments belong to. */
export interface StoredPayable extends StoredTransaction {
  sources: ReadonlyMap<number, { sourceId: number | null; factDate: IsoDate }>;
}

/** A payable as a save will leave it. */
export interface PlannedPayable {
  draft: TransactionDraft;
  plan: Plan;
  /** By installment: what it belongs to; null where the payable is due once. */
  sources: ({ sourceId: number | null; factDate: IsoDate } | null)[];
}

/** What payables repeat of their invoice. */
export interface PayableSource {
  documentNumber: string | null;
  partnerName: string | null;
  emissionDate: IsoDate;
  competenceDate: IsoDate;
  categoryId: number | null;
  expectedWalletId: number | null;
  apportionments: readonly PlannedApportionment[];
  installments: readonly Followed[];
}

/** "Retenção de INSS da nota NF 5.187 de Clima Norte" */
const descriptionOf = (tax: PlannedRetention['tax'], { documentNumber, partnerName }: PayableSource): string => {
  const what = tax === 'GUARANTEE' ? TAX_LABELS[tax] : `Retenção de ${TAX_LABELS[tax]}`;
  const nota = documentNumber === null ? '' : ` da nota ${documentNumber}`;
  return `${what}${nota}${partnerName === null ? '' : ` de ${partnerName}`}`.slice(0, 500);
};

const MARKS: Record<PlannedRetention['tax'], string> = { ...TAX_LABELS, GUARANTEE: 'retenção' };

const numberOf = (tax: PlannedRetention['tax'], documentNumber: string | null): string | null => {
  if (documentNumber === null) return null;
  const mark = ` ${MARKS[tax]}`;
  return documentNumber.slice(0, 60 - mark.length) + mark;
};

const fresh = (grossValue: Money, dueDate: IsoDate, today: IsoDate): PlannedInstallment => ({
  ...{ id: null, number: 1, createdOn: today, dueDate, grossValue, splitFrom: null, splitGross: null, paidNow: false },
  ...NOTHING_PAID,
  paymentCode: null,
});

/** The installment of a payable that is due once, on its day. */
const planOnce = (
  { value, newDueDate }: PlannedRetention,
  stored: StoredPayable | null,
  today: IsoDate,
): PlannedInstallment[] => {
  const open = stored?.installments.filter(({ forecast }) => forecast) ?? [];
  const [first] = open;
  if (!stored || (stored.paidInstallmentCount === 0 && stored.grossValue !== value)) {
    const one = first ? plannedOf(first) : fresh(value, '', today);
    return [{ ...one, number: 1, grossValue: value, dueDate: newDueDate ?? one.dueDate }];
  }
  return stored.installments.map((one) => ({
    ...plannedOf(one),
    ...(one.forecast && newDueDate !== null && { dueDate: newDueDate }),
  }));
};

/** What an installment of a payable belongs to: the rest of one that was paid in part is of the same. */
const sourceOf = (stored: StoredPayable, { id, splitFrom }: { id: number; splitFrom: number | null }) => {
  let [own, from] = [stored.sources.get(id), splitFrom];
  while (own === undefined && from !== null) {
    own = stored.sources.get(from);
    from = stored.installments.find((one) => one.id === from)?.splitFrom ?? null;
  }
  return own ?? { sourceId: null, factDate: null };
};

/** The installments of a payable that is owed by the payments of its invoice. */
const planFollowing = (
  { value, dueDay, workingDayRule, newDueDate }: PlannedRetention,
  stored: StoredPayable | null,
  followed: readonly Followed[],
  today: IsoDate,
): { installments: PlannedInstallment[]; sources: PlannedPayable['sources'] } => {
  const known = new Map(stored?.installments.map((one) => [one.id, one]));
  const following = [...known.values()].map((one) => ({
    ...{ id: one.id, grossValue: one.grossValue, dueDate: one.dueDate, paid: !one.forecast },
    ...(stored ? sourceOf(stored, one) : { sourceId: null, factDate: null }),
  }));
  const due = dueDates(followed.map(({ factDate }) => factDate));
  const rule = { dueDay: dueDay ?? 1, workingDayRule: workingDayRule ?? 'KEEP' };
  const open = followInstallments(value, followed, following, (fact) => due(rule, fact).day);
  const rows = [
    ...following.flatMap(({ id, paid, sourceId, factDate }) => {
      const one = known.get(id);
      return paid && one ? [{ row: plannedOf(one), source: factDate && { sourceId, factDate } }] : [];
    }),
    ...open.map(({ id, sourceId, grossValue, dueDate, factDate }) => {
      const one = id === null ? undefined : known.get(id);
      const row = { ...(one ? plannedOf(one) : fresh(grossValue, dueDate, today)), grossValue };
      return { row: { ...row, dueDate: newDueDate ?? dueDate }, source: { sourceId, factDate } };
    }),
  ];
  return {
    installments: rows.map(({ row }, index) => ({ ...row, number: index + 1 })),
    sources: rows.map(({ source }) => source || null),
  };
};

const columnsOf = (
  cells: readonly Money[],
  { apportionments }: PayableSource,
  stored: StoredPayable | null,
  total: Money,
): PlannedApportionment[] =>
  apportionments
    .map((one, index) => ({ ...one, invoiceValue: null, grossValue: cells[index] ?? ZERO }))
    .filter(({ grossValue }) => !isZero(grossValue))
    .map((one, index) => ({
      ...one,
      id:
        stored?.apportionments.find(
          ({ buildingId, stageId }) => buildingId === one.buildingId && stageId === one.stageId,
        )?.id ?? null,
      position: index + 1,
      percentage: apportionmentPercentage(one.grossValue, total),
    }));

/** Stored shares of an installment by the planned columns, where neither has changed. */
const keptShares = (
  row: PlannedInstallment,
  columns: readonly PlannedApportionment[],
  stored: StoredPayable | null,
): ShareValues[] | null => {
  const was = stored?.installments.find(({ id }) => id === row.id);
  const same =
    stored?.apportionments.length === columns.length &&
    columns.every(({ id, grossValue }) =>
      stored.apportionments.some((one) => one.id === id && one.grossValue === grossValue),
    );
  if (!stored || was?.grossValue !== row.grossValue || !same) return null;
  return columns.map(({ id }) => {
    const share = stored.shares.find((one) => one.installmentId === row.id && one.apportionmentId === id);
    return share
      ? { grossValue: share.grossValue, increase: share.increase, discount: share.discount }
      : { grossValue: ZERO, increase: ZERO, discount: ZERO };
  });
};

/** Plans the payable of a retention with these shares. */
export const planPayable = (
  retention: PlannedRetention & { partnerId: number | null },
  cells: readonly Money[],
  source: PayableSource,
  stored: StoredPayable | null,
  today: IsoDate,
): PlannedPayable => {
  const { installments, sources } =
    retention.fact === 'PAYMENT'
      ? planFollowing(retention, stored, source.installments, today)
      : { installments: planOnce(retention, stored, today), sources: [] };
  const apportionments = columnsOf(cells, source, stored, retention.value);
  const shares = shareMatrix(
    installments.map((row) => ({ ...row, kept: keptShares(row, apportionments, stored) })),
    apportionments.map(({ grossValue }) => grossValue),
  );
  const { emissionDate, competenceDate, categoryId } = source;
  return {
    draft: {
      ...{ emissionDate, competenceDate, categoryId, partnerId: retention.partnerId, grossValue: retention.value },
      documentNumber: numberOf(retention.tax, source.documentNumber),
      description: descriptionOf(retention.tax, source),
      expectedWallet: { id: stored ? stored.expectedWalletId : source.expectedWalletId, path: '' },
      preferredPaymentMethod: stored?.preferredPaymentMethod ?? null,
      ...{ installments: null, shares: null, retentions: null, invoiceValue: null, invoiceParts: null },
    },
    plan: { installments, apportionments, shares },
    sources,
  };
};

/** Whether a planned payable is what is stored: then nothing is written, and its version stays. */
export const isAsStored = ({ draft, plan, sources }: PlannedPayable, stored: StoredPayable): boolean => {
  const { installments, apportionments } = plan;
  const header = (one: {
    documentNumber: string | null;
    description: string | null;
    emissionDate: string;
    competenceDate: string;
    categoryId: number | null;
    partnerId: number | null;
  }) => [one.documentNumber, one.description, one.emissionDate, one.competenceDate, one.categoryId, one.partnerId];
  return (
    JSON.stringify(header(draft)) === JSON.stringify(header(stored)) &&
    JSON.stringify(installments.map(({ id, number, dueDate, grossValue }) => [id, number, dueDate, grossValue])) ===
      JSON.stringify(
        stored.installments.map(({ id, number, dueDate, grossValue }) => [id, number, dueDate, grossValue]),
      ) &&
    JSON.stringify(apportionments.map((one) => [one.id, one.grossValue, one.isCustomerCharged])) ===
      JSON.stringify(stored.apportionments.map((one) => [one.id, one.grossValue, one.isCustomerCharged])) &&
    sources.every((source, index) => {
      const id = installments[index]?.id;
      const was = id == null ? undefined : stored.sources.get(id);
      return source === null || (was?.sourceId === source.sourceId && was.factDate === source.factDate);
    })
  );
};

/** Supplier of this name, added where there is none. */
export const collectorOf = async (trx: Trx, work: Work, name: string, kind: Kind): Promise<number> => {
  const { accountId } = work.session;
  // Two saves at once make one supplier: the second one waits here, and finds it.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`collector ${accountId} ${name.toLowerCase()}`}, 0))`.execute(
    trx,
  );
  const { rows } = await sql<{ id: number }>`
    select id from partners where account_id = ${accountId} and type = ${kind.partnerType}
      and search_key(name) = search_key(${name}) order by active desc, id limit 1`.execute(trx);
  if (rows[0]) return rows[0].id;
  const added = await sql<{ id: number }>`
    insert into partners (account_id, type, name) values (${accountId}, ${kind.partnerType}, ${name}) returning id`.execute(
    trx,
  );
  const id = added.rows[0]?.id;
  if (id === undefined) throw new Error('the collector was not added');
  work.audit({
    action: 'create',
    entity: 'partner',
    entityId: id,
    details: { after: { type: kind.partnerType, name } },
  });
  return id;
};
