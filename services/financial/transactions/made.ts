import { add, compare } from '#domain/money.ts';
import type { FieldError } from '../../platform/errors.ts';
import type { Maker } from './maker.ts';
import type { TransactionDraft } from './body.ts';
import { retainedValues } from '../retentions/draft.ts';
import type { Kind } from './kinds.ts';
import type { Plan } from './plan.ts';
import type { StoredTransaction } from './read.ts';

const REASONS: Record<Maker, string> = {
  MEASUREMENT: 'é o da medição que o fez. Reabra a medição para mudá-lo.',
  ORDER: 'é o do que foi recebido do pedido que o fez. Mude o recebimento do pedido para mudá-lo.',
  RETENTION: 'vem da nota de que foi retido. Mude a nota.',
};

export const sentence = (what: string, maker: Maker): string => `${what} deste lançamento ${REASONS[maker]}`;

interface Share {
  buildingId: number;
  stageId: number | null;
  grossValue: string;
  invoiceValue: string | null;
}

const sharesOf = (shares: readonly Share[]): string =>
  shares
    .map((one) => `${one.buildingId}/${one.stageId ?? ''} ${one.invoiceValue ?? one.grossValue}`)
    .sort()
    .join('\n');

/**
 * What a body would change of a document that something else has made: its value (that of the invoice, where something is
 * withheld of it) and its partner. Dates, installments, category, payment and files are free; of the payable of a retention,
 * due dates, payment and files are.
 */
export const headerProblems = (draft: TransactionDraft, stored: StoredTransaction, maker: Maker): FieldError[] => {
  const retained = retainedValues(draft.retentions, stored.retentions);
  return [
    ...(draft.partnerId === stored.partnerId ? [] : [{ path: 'partner', message: sentence('O parceiro', maker) }]),
    ...(compare(add(draft.grossValue, ...retained), stored.invoiceValue) === 0
      ? []
      : [{ path: 'grossValue', message: sentence('O valor', maker) }]),
    ...(maker === 'RETENTION' ? payableProblems(draft, stored) : []),
  ];
};

/** What the payable of a retention repeats of its invoice. */
const payableProblems = (draft: TransactionDraft, stored: StoredTransaction): FieldError[] => {
  const fields = [
    ['documentNumber', 'O número', draft.documentNumber, stored.documentNumber],
    ['description', 'A descrição', draft.description, stored.description],
    ['emissionDate', 'A emissão', draft.emissionDate, stored.emissionDate],
    ['competenceDate', 'A competência', draft.competenceDate, stored.competenceDate],
    ['category', 'A categoria', draft.categoryId, stored.categoryId],
    [
      'transactionRecordList',
      'O valor das parcelas',
      draft.installments && valuesOf(draft.installments),
      draft.installments && valuesOf(stored.installments),
    ],
  ] as const;
  return fields
    .filter(([, , value, before]) => value !== before)
    .map(([path, what]) => ({ path, message: sentence(what, 'RETENTION') }));
};

const valuesOf = (list: readonly { id: number | null; grossValue: string }[]): string =>
  list.map(({ id, grossValue }) => `${id} ${grossValue}`).join(' ');

/** Documents that nothing is withheld of: income, payables of retentions, and what follows deliveries of an order. */
export const retentionProblems = (
  { retentions }: TransactionDraft,
  maker: Maker | null,
  { type }: Kind,
): FieldError[] => {
  if (!retentions || retentions.length === 0) return [];
  const refused = (message: string) => [{ path: 'retentions', message }];
  if (type === 'CREDIT') return refused('Retenções na fonte são de despesas.');
  if (maker === 'RETENTION') return refused('Uma guia de retenção não tem retenções.');
  if (maker === 'ORDER') {
    return refused('O valor desta despesa segue as notas do pedido: lance a nota do serviço em uma despesa à parte.');
  }
  return [];
};

/** Why a document cannot be deleted by itself; null where it can. */
export const removalProblem = (maker: Maker | null): string | null =>
  maker === 'RETENTION' ? 'Esta guia é de uma retenção: tire a retenção na nota que a fez.' : null;

/** The same of its apportionment. */
export const shareProblems = (plan: Plan, stored: StoredTransaction, maker: Maker): FieldError[] =>
  sharesOf(plan.apportionments) === sharesOf(stored.apportionments)
    ? []
    : [{ path: 'transactionRecordBuildings', message: sentence('O rateio', maker) }];
