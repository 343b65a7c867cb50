import type { Money } from '#domain/money.ts';
import type { Problems } from '../../platform/problems.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import type { TransactionDraft } from '../transactions/body.ts';
import type { Plan } from '../transactions/plan.ts';
import type { StoredTransaction } from '../transactions/read.ts';
import { retainedValues } from './draft.ts';
import { planInvoiceShares } from './invoice.ts';
import { keptDrafts, planRetentions, type PlannedRetention } from './plan.ts';

/** A transaction as a save will store it, with what is withheld of it. */
export interface RetainedPlan {
  draft: TransactionDraft;
  plan: Plan;
  retentions: PlannedRetention[];
  /** By retention, then by apportionment. */
  payableShares: Money[][];
}

/** Adds the retentions and their shares to a plan without problems. @throws ServiceError 400, 422 */
export const withRetentions = async (
  trx: Trx,
  accountId: number,
  { draft, plan, stored }: { draft: TransactionDraft; plan: Plan; stored: StoredTransaction | undefined },
  problems: Problems,
): Promise<RetainedPlan> => {
  const drafts = draft.retentions ?? keptDrafts(stored?.retentions ?? []);
  if (drafts.length === 0 && (stored?.retentions.length ?? 0) === 0) {
    return { draft, plan, retentions: [], payableShares: [] };
  }
  const invoice = {
    ...{ partnerId: draft.partnerId, emissionDate: draft.emissionDate, stored },
    installmentCount: plan.installments.length,
  };
  const retentions = await planRetentions(trx, accountId, drafts, invoice, problems);
  problems.refuse();
  const figures = { net: draft.grossValue, retained: retainedValues(drafts, []), stored };
  const { invoice: shares, payables } = planInvoiceShares(plan.apportionments, draft.invoiceParts, figures);
  const apportionments = plan.apportionments.map((one, index) => ({ ...one, invoiceValue: shares?.[index] ?? null }));
  return { draft, plan: { ...plan, apportionments }, retentions, payableShares: payables };
};
