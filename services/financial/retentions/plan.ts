import { sql } from 'kysely';
import { formatDate, type IsoDate } from '#domain/dates.ts';
import { ruleFor } from '#domain/financial/retentions/rules.ts';
import { TAX_LABELS, type RetentionFact } from '#domain/financial/retentions/taxes.ts';
import type { WorkingDayRule } from '#domain/financial/transactionModels/workingDays.ts';
import { formatCurrency } from '#domain/money.ts';
import { toDecimal } from '#domain/decimal.ts';
import type { Problems } from '../../platform/problems.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import type { StoredRetention } from './columns.ts';
import type { RetentionDraft } from './draft.ts';
import { dueDates } from './due.ts';
import { readRules } from './rules.store.ts';

/** A retention that a save will store; its shares follow from those of the invoice. */
export interface PlannedRetention extends RetentionDraft {
  /** Null: the supplier of this name, who is added where there is none. */
  partnerId: number | null;
  collector: string;
  fact: RetentionFact;
  dueDay: number | null;
  workingDayRule: WorkingDayRule | null;
  /** Null: that of the payable stays; of a tax by payments, each installment has its own. */
  newDueDate: IsoDate | null;
}

/** What the retentions need of their invoice. */
export interface RetainedInvoice {
  partnerId: number | null;
  emissionDate: IsoDate;
  installmentCount: number;
  /** Before the save. */
  stored: { emissionDate: IsoDate; partnerId: number | null; retentions: readonly StoredRetention[] } | undefined;
}

/** The stored retentions as a draft that changes nothing of them. */
export const keptDrafts = (stored: readonly StoredRetention[]): RetentionDraft[] =>
  stored.map((one, index) => ({
    ...{
      path: `retentions.${index}`,
      tax: one.tax,
      city: one.city,
      base: one.base,
      rate: one.rate,
      value: one.value,
      reason: one.reason,
    },
    ...{ partnerId: one.partnerId, dueDate: undefined, stored: one },
  }));

const nameOf = ({ tax, partnerName, value }: StoredRetention): string =>
  `${TAX_LABELS[tax]} (${[partnerName, formatCurrency(value)].filter(Boolean).join(', ')})`;

/** The guia of a retention as sentences name it, when it is paid. */
export const paidSentence = (one: StoredRetention, then: string): string =>
  `A guia de ${nameOf(one)} ${one.status === 'PAID' ? 'está paga' : 'está paga em parte'}: desfaça o pagamento antes de ${then}.`;

const sameRate = (a: string, b: string): boolean => toDecimal(a).equals(toDecimal(b));

/** A payable that is paid, also in part, does not change, and does not go. */
const checkPaid = (
  drafts: readonly RetentionDraft[],
  { stored, partnerId }: RetainedInvoice,
  problems: Problems,
): void => {
  for (const one of stored?.retentions ?? []) {
    if (one.status === 'OPEN') continue;
    if (one.tax === 'GUARANTEE' && one.partnerId !== partnerId) problems.rule('partner', paidSentence(one, 'mudá-lo'));
    const draft = drafts.find(({ tax }) => tax === one.tax);
    if (!draft) {
      problems.rule('retentions', paidSentence(one, 'tirar a retenção'));
      continue;
    }
    const changed = {
      base: draft.base !== one.base,
      rate: !sameRate(draft.rate, one.rate),
      value: draft.value !== one.value,
      city: draft.city !== one.city,
      partner: draft.partnerId !== one.partnerId,
      dueDate: draft.dueDate != null,
    };
    for (const [field, differs] of Object.entries(changed)) {
      if (differs) problems.rule(`${draft.path}.${field}`, paidSentence(one, 'mudá-la'));
    }
  }
};

/** Money kept back goes to the supplier himself, on a day that the contract says. */
const planGuarantee = (draft: RetentionDraft, invoice: RetainedInvoice, problems: Problems): PlannedRetention => {
  const { stored, dueDate, path, partnerId } = draft;
  if (invoice.partnerId === null) problems.rule(`${path}.partner`, 'Informe o fornecedor: é a ele que se devolve.');
  else if (partnerId !== null && partnerId !== invoice.partnerId && partnerId !== stored?.partnerId) {
    problems.contradiction(`${path}.partner`, 'A retenção contratual é devolvida ao fornecedor da nota.');
  }
  if (dueDate === null || (dueDate === undefined && !stored)) {
    problems.rule(`${path}.dueDate`, 'Informe o dia da liberação.');
  }
  return {
    ...draft,
    ...{ partnerId: invoice.partnerId, collector: '', fact: 'RELEASE', dueDay: null, workingDayRule: null },
    newDueDate: dueDate ?? null,
  };
};

/** The rule that a tax is planned by: its own as it was made, else the one in force on the day of the invoice. */
type RuleOf = (
  draft: RetentionDraft,
) => Promise<{ fact: RetentionFact; dueDay: number; workingDayRule: WorkingDayRule; collector: string } | undefined>;

const rulesOf = (trx: Trx, accountId: number, day: IsoDate): RuleOf => {
  let read: ReturnType<typeof readRules> | undefined;
  return async ({ tax, city, stored, partnerId }) => {
    if (stored?.dueDay != null && stored.workingDayRule !== null && stored.city === city) {
      const { fact, dueDay, workingDayRule, partnerName } = stored;
      return { fact, dueDay, workingDayRule, collector: partnerName ?? '' };
    }
    read ??= readRules(trx, accountId);
    const collector = partnerId === null ? null : await partnerName(trx, accountId, partnerId);
    return ruleFor(await read, { tax, day, city, collector });
  };
};

const partnerName = async (trx: Trx, accountId: number, id: number): Promise<string | null> => {
  const row = await trx
    .selectFrom('partners')
    .select('name')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.name ?? null;
};

const planTax = async (
  draft: RetentionDraft,
  invoice: RetainedInvoice,
  ruleOf: RuleOf,
  problems: Problems,
): Promise<PlannedRetention | null> => {
  const rule = await ruleOf(draft);
  const { path, tax, dueDate } = draft;
  if (!rule) {
    const when = formatDate(invoice.emissionDate);
    const what = draft.city === null ? TAX_LABELS[tax] : `${TAX_LABELS[tax]} de ${draft.city}`;
    problems.rule(`${path}.tax`, `Não há uma regra de ${what} em vigor em ${when}. Cadastre-a em Retenções.`);
    return null;
  }
  const byPayment = rule.fact === 'PAYMENT';
  if (byPayment && dueDate != null && invoice.installmentCount > 1) {
    const message = `${TAX_LABELS[tax]} vence no mês seguinte ao de cada pagamento: mude o vencimento na guia.`;
    problems.rule(`${path}.dueDate`, message);
  }
  return { ...draft, ...rule, newDueDate: byPayment ? (dueDate ?? null) : dueOf(draft, rule, invoice) };
};

/** The due date that a save gives to a payable; null where it stays. */
const dueOf = (
  { dueDate, stored }: RetentionDraft,
  rule: { dueDay: number; workingDayRule: WorkingDayRule },
  { emissionDate, stored: before }: RetainedInvoice,
): IsoDate | null => {
  if (dueDate != null) return dueDate;
  const due = dueDates([emissionDate, before?.emissionDate ?? emissionDate]);
  if (!stored || dueDate === null) return due(rule, emissionDate).day;
  const follows = stored.status === 'OPEN' && stored.dueDate === due(rule, before?.emissionDate ?? emissionDate).day;
  return follows && emissionDate !== before?.emissionDate ? due(rule, emissionDate).day : null;
};

/** Whether the suppliers that are named are there, and are suppliers. */
const checkPartners = async (
  trx: Trx,
  accountId: number,
  planned: readonly PlannedRetention[],
  problems: Problems,
): Promise<void> => {
  const named = planned.filter(
    ({ partnerId, fact, stored }) => partnerId !== null && fact !== 'RELEASE' && partnerId !== stored?.partnerId,
  );
  if (named.length === 0) return;
  const ids = named.flatMap(({ partnerId }) => partnerId ?? []).filter((id) => Number.isSafeInteger(id) && id > 0);
  const { rows } = await sql<{ id: number; type: string; active: boolean }>`
    select id, type, active from partners where account_id = ${accountId} and id = any(${ids}::bigint[])`.execute(trx);
  for (const { partnerId, path } of named) {
    const found = rows.find(({ id }) => id === partnerId);
    if (!found) problems.rule(`${path}.partner`, 'Fornecedor não encontrado.');
    else if (found.type !== 'SUPPLIER')
      problems.rule(`${path}.partner`, 'Este parceiro é cliente. Escolha um fornecedor.');
    else if (!found.active) problems.rule(`${path}.partner`, 'Este fornecedor está inativo.');
  }
};

/** Plans the retentions of an invoice: to whom they are paid, and when. */
export const planRetentions = async (
  trx: Trx,
  accountId: number,
  drafts: readonly RetentionDraft[],
  invoice: RetainedInvoice,
  problems: Problems,
): Promise<PlannedRetention[]> => {
  checkPaid(drafts, invoice, problems);
  const ruleOf = rulesOf(trx, accountId, invoice.emissionDate);
  const planned: PlannedRetention[] = [];
  for (const draft of drafts) {
    const one =
      draft.tax === 'GUARANTEE'
        ? planGuarantee(draft, invoice, problems)
        : await planTax(draft, invoice, ruleOf, problems);
    if (one) planned.push(one);
  }
  await checkPartners(trx, accountId, planned, problems);
  return planned;
};
