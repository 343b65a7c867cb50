import { formatDate } from '#domain/dates.ts';
import { formatMoney, isNegative, isPositive, negate, type Money } from '#domain/money.ts';
import { formatTaxId } from '#domain/taxId.ts';
import { installmentLabel } from '#domain/transactions.ts';
import type { BankDeskQuery, BankDeskView, DeskEntryFragment, DeskLineFragment } from '#web/generated/financial.ts';
import { dayOf } from '#web/ui/index.ts';
import { INSTALLMENT_TONES } from '#web/ui/InstallmentPill.tsx';

export type Line = DeskLineFragment;
export type Entry = DeskEntryFragment;
export type Suggestion = NonNullable<Line['suggestion']>;
export type Desk = NonNullable<BankDeskQuery['bankDesk']>;
export type View = BankDeskView;

export const VIEWS = ['OPEN', 'SUGGESTED', 'RECONCILED', 'IGNORED'] as const satisfies readonly View[];
/** Per cent that may be asked of the suggestions that are accepted together. */
export const MINIMUMS = ['70', '75', '80', '85', '90', '95'] as const;
export const DEFAULT_MINIMUM = '90';
/** Score from which a suggestion is green (mock 7). */
export const SURE = 90;
/** Lines, and entries, of one reconciliation; reconciliations of one command. */
export const MOST_TOGETHER = 50;
export const MOST_AT_ONCE = 200;

export const unsigned = (amount: Money): Money => (isNegative(amount) ? negate(amount) : amount);

/** "+96.749,93", "−11.040,00" */
export const signedText = (amount: Money): string =>
  `${isPositive(amount) ? '+' : ''}${formatMoney(amount).replace('-', '−')}`;

export const entryKey = ({ kind, entryId }: Pick<Entry, 'kind' | 'entryId'>): string =>
  `${kind === 'TRANSFER' ? 't' : 'p'}${entryId}`;

const OTHER_BUILDINGS = 'outras obras';

/** "Depósito São Jorge", "Transferência para Bradesco" */
export const entryTitle = (entry: Entry): string => {
  if (entry.kind === 'TRANSFER')
    return `Transferência ${isNegative(entry.amount) ? 'para' : 'de'} ${entry.otherWallet?.name ?? 'outra carteira'}`;
  if (entry.hidden) return OTHER_BUILDINGS;
  return entry.partner?.name ?? entry.description ?? 'sem parceiro';
};

/** "NF 16.121 · parcela 1/3" */
export const entryDocument = ({ documentNumber, number, count }: Entry): string =>
  [documentNumber, number !== null && count !== null && count > 1 && `parcela ${number}/${count}`]
    .filter(Boolean)
    .join(' · ');

const isIncome = ({ type }: Entry): boolean => type === 'CREDIT';

/** "vence 07/11/2026", "recebida em 16/11/2026" */
export const entryDay = (entry: Entry): string => {
  const { date, dueDate, kind } = entry;
  if (date !== null)
    return `${kind === 'TRANSFER' ? 'feita' : isIncome(entry) ? 'recebida' : 'paga'} em ${formatDate(date)}`;
  return dueDate === null ? '' : `vence ${formatDate(dueDate)}`;
};

/** Everything in one text: for names of controls and for files. */
export const entryText = (entry: Entry): string =>
  [entryTitle(entry), entryDocument(entry)].filter(Boolean).join(' · ');

export interface State {
  tone: 'in' | 'out' | 'info';
  text: string;
}

export const entryState = (entry: Entry): State => {
  if (entry.status === 'TRANSFERRED') return { tone: 'in', text: 'Transferida' };
  const status = entry.status === 'OPEN' ? 'DUE' : entry.status;
  return { tone: INSTALLMENT_TONES[status], text: installmentLabel(status, isIncome(entry) ? 'CREDIT' : 'DEBIT') };
};

export const NEW_TRANSFER: State = { tone: 'info', text: 'Nova' };

/** "20/11/2026 · CNPJ 55.149.440/0001-05", "20/11/2026 · doc. 0418832" */
export const lineDetail = ({ date, document, taxId }: Line): string =>
  [
    formatDate(date),
    taxId === null
      ? document !== '' && `doc. ${document}`
      : `${taxId.length > 11 ? 'CNPJ' : 'CPF'} ${formatTaxId(taxId)}`,
  ]
    .filter(Boolean)
    .join(' · ');

export const memoOf = ({ memo }: Line): string => (memo === '' ? 'sem histórico' : memo);

/** "juros" or "desconto" of a difference, on the side that the line is on. */
export const DIFFERENCE_WORDS = { INCREASE: 'juros', DISCOUNT: 'desconto' } as const;

export const acceptText = ({ difference }: Suggestion): string =>
  difference ? `Aceitar com ${DIFFERENCE_WORDS[difference.kind]}` : 'Aceitar';

/** "Criar despesa: Juros e tarifas bancárias": the partner, or the category, of the guess. */
export const guessText = ({ amount, guess }: Line): string | null => {
  const name = guess?.partner?.name ?? guess?.category?.name;
  return name === undefined ? null : `Criar ${isNegative(amount) ? 'despesa' : 'receita'}: ${name}`;
};

/** "por Ana em 20/11/2026", "escolha de Ana em 20/11/2026" */
export const byText = ({ by, at }: { by: { name: string } | null; at: string }, words = 'por'): string =>
  `${by ? `${words} ${by.name} ` : ''}em ${formatDate(dayOf(at))}`;

export const OUTCOME = '/home/forms/transactions/outcome';
export const INCOME = '/home/forms/transactions/income';
export const WALLETS = '/home/forms/transactions/bank';

/** Where an entry is opened; null where the user may not see it. */
export const addressOf = (entry: Entry, walletId: string): string | null => {
  if (entry.kind === 'TRANSFER') return `${WALLETS}?wallet=${walletId}`;
  if (entry.transactionId === null) return null;
  return `${entry.type === 'CREDIT' ? INCOME : OUTCOME}?id=${entry.transactionId}`;
};

/** Entries that answer the line, suggested or reconciled. */
export const answersOf = ({ suggestion, reconciliation }: Line): readonly Entry[] =>
  reconciliation?.entries ?? suggestion?.entries ?? [];
