import { compare } from '#domain/money.ts';
import type { FieldError } from '../../platform/errors.ts';
import type { TransactionDraft } from './body.ts';
import type { Plan } from './plan.ts';
import type { StoredTransaction } from './read.ts';

const sentence = (what: string): string =>
  `${what} deste lançamento é o da medição que o fez. Reabra a medição para mudá-lo.`;

interface Share {
  buildingId: number;
  stageId: number | null;
  grossValue: string;
}

const sharesOf = (shares: readonly Share[]): string =>
  shares
    .map(({ buildingId, stageId, grossValue }) => `${buildingId}/${stageId ?? ''} ${grossValue}`)
    .sort()
    .join('\n');

/**
 * What a body would change of a document that a measurement has made: its value and its partner. Dates, installments,
 * category, payment and files are free.
 */
export const headerProblems = (draft: TransactionDraft, stored: StoredTransaction): FieldError[] => [
  ...(draft.partnerId === stored.partnerId ? [] : [{ path: 'partner', message: sentence('O parceiro') }]),
  ...(compare(draft.grossValue, stored.grossValue) === 0 ? [] : [{ path: 'grossValue', message: sentence('O valor') }]),
];

/** The same of its apportionment. */
export const shareProblems = (plan: Plan, stored: StoredTransaction): FieldError[] =>
  sharesOf(plan.apportionments) === sharesOf(stored.apportionments)
    ? []
    : [{ path: 'transactionRecordBuildings', message: sentence('O rateio') }];
