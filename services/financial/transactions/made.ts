import { compare } from '#domain/money.ts';
import type { FieldError } from '../../platform/errors.ts';
import type { Maker } from './maker.ts';
import type { TransactionDraft } from './body.ts';
import type { Plan } from './plan.ts';
import type { StoredTransaction } from './read.ts';

const REASONS: Record<Maker, string> = {
  MEASUREMENT: 'é o da medição que o fez. Reabra a medição para mudá-lo.',
  ORDER: 'é o do que foi recebido do pedido que o fez. Mude o recebimento do pedido para mudá-lo.',
};

const sentence = (what: string, maker: Maker): string => `${what} deste lançamento ${REASONS[maker]}`;

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
 * What a body would change of a document that something else has made: its value and its partner. Dates, installments,
 * category, payment and files are free.
 */
export const headerProblems = (draft: TransactionDraft, stored: StoredTransaction, maker: Maker): FieldError[] => [
  ...(draft.partnerId === stored.partnerId ? [] : [{ path: 'partner', message: sentence('O parceiro', maker) }]),
  ...(compare(draft.grossValue, stored.grossValue) === 0
    ? []
    : [{ path: 'grossValue', message: sentence('O valor', maker) }]),
];

/** The same of its apportionment. */
export const shareProblems = (plan: Plan, stored: StoredTransaction, maker: Maker): FieldError[] =>
  sharesOf(plan.apportionments) === sharesOf(stored.apportionments)
    ? []
    : [{ path: 'transactionRecordBuildings', message: sentence('O rateio', maker) }];
