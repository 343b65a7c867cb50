import { bankAccountKey, bankLabel, formatBankAccount, type BankAccount } from './bankAccounts.ts';
import { formatPixKey, PIX_KEY_LABELS, type PixKey } from './pixKeys.ts';

/** What a supplier is paid by. */
export interface PaymentDetails {
  pixKeys: readonly PixKey[];
  bankAccounts: readonly BankAccount[];
}

/** PREFERRED: a key that was there before is the one to pay to now. */
export const PAYMENT_ACTIONS = ['ADDED', 'REMOVED', 'CHANGED', 'PREFERRED'] as const;
export type PaymentAction = (typeof PAYMENT_ACTIONS)[number];

interface Change<Entry> {
  action: PaymentAction;
  /** Null of what was added. */
  before: Entry | null;
  /** Null of what was removed. */
  after: Entry | null;
}

/** One change of one key or account. */
export type PaymentChange =
  ({ target: 'PIX_KEY' } & Change<PixKey>) | ({ target: 'BANK_ACCOUNT' } & Change<BankAccount>);

interface Comparison<Entry> {
  keyOf: (entry: Entry) => string;
  /** Of an entry that is in both lists; null: nothing that is told. */
  actionOf: (before: Entry, after: Entry) => PaymentAction | null;
}

/** An entry at whose place another one stands now was changed; what else came or went was added or removed. */
const compare = <Entry>(
  before: readonly Entry[],
  after: readonly Entry[],
  { keyOf, actionOf }: Comparison<Entry>,
): Change<Entry>[] => {
  const was = new Map(before.map((entry) => [keyOf(entry), entry]));
  const is = new Set(after.map(keyOf));
  const replaced = new Set<Entry>();
  const came = after.flatMap((entry, index): Change<Entry>[] => {
    const old = was.get(keyOf(entry));
    if (old !== undefined) {
      const action = actionOf(old, entry);
      return action === null ? [] : [{ action, before: old, after: entry }];
    }
    const there = before[index];
    if (there === undefined || is.has(keyOf(there))) return [{ action: 'ADDED', before: null, after: entry }];
    replaced.add(there);
    return [{ action: 'CHANGED', before: there, after: entry }];
  });
  const gone = before.filter((entry) => !is.has(keyOf(entry)) && !replaced.has(entry));
  return [...came, ...gone.map((entry): Change<Entry> => ({ action: 'REMOVED', before: entry, after: null }))];
};

/**
 * What differs between two states. That a key is no longer preferred is told by the one that is instead; an order alone is no
 * change.
 */
export const paymentChanges = (before: PaymentDetails, after: PaymentDetails): PaymentChange[] => [
  ...compare(before.pixKeys, after.pixKeys, {
    keyOf: ({ key }) => key,
    actionOf: (was, is) => (is.preferred && !was.preferred ? 'PREFERRED' : null),
  }).map((change) => ({ target: 'PIX_KEY' as const, ...change })),
  ...compare(before.bankAccounts, after.bankAccounts, {
    keyOf: bankAccountKey,
    actionOf: (was, is) => (was.holderTaxId === is.holderTaxId ? null : 'CHANGED'),
  }).map((change) => ({ target: 'BANK_ACCOUNT' as const, ...change })),
];

const VISIBLE = 4;
/** The last four characters, which tell whether it is the expected one and give nothing away. */
const hidden = (text: string): string => `••••${text.slice(-VISIBLE)}`;

interface Shown {
  pixKey: (key: PixKey) => string;
  bankAccount: (account: BankAccount) => string;
}

const WHOLE: Shown = {
  pixKey: (key) => `${PIX_KEY_LABELS[key.kind]} ${formatPixKey(key)}`,
  bankAccount: formatBankAccount,
};

/** For messages, which are kept where many read them. */
const MASKED: Shown = {
  pixKey: ({ kind, key }) => `${PIX_KEY_LABELS[kind]} ${hidden(key)}`,
  bankAccount: ({ bank, account, holderTaxId }) =>
    `${bankLabel(bank)} ${hidden(account)}${holderTaxId === null ? '' : `, de ${hidden(holderTaxId)}`}`,
};

const WORDS: Readonly<Record<PaymentAction, string>> = {
  ADDED: 'incluída',
  REMOVED: 'retirada',
  CHANGED: 'alterada',
  PREFERRED: 'passou a ser a preferida',
};

const sentence = <Entry>(what: string, { action, before, after }: Change<Entry>, show: (entry: Entry) => string) => {
  const texts = [before, after].flatMap((entry) => (entry === null ? [] : [show(entry)]));
  if (action === 'CHANGED') return `${what} ${WORDS.CHANGED}: de ${texts.join(' para ')}`;
  return `${what} ${WORDS[action]}: ${texts.at(-1) ?? ''}`;
};

/** "Chave Pix alterada: de CNPJ 12.ABC.345/01DE-35 para E-mail caixa@fornecedor.com.br" */
export const paymentChangeText = (change: PaymentChange, { masked = false } = {}): string => {
  const shown = masked ? MASKED : WHOLE;
  return change.target === 'PIX_KEY'
    ? sentence('Chave Pix', change, shown.pixKey)
    : sentence('Conta bancária', change, shown.bankAccount);
};

const DAY = 24 * 60 * 60 * 1000;
/** Days for which whoever pays is told that a key or an account is new. */
export const RECENT_DAYS = 30;

/** Whether a change is so recent that who pays has to ask the supplier first. */
export const isRecentChange = (at: string, now: Date): boolean => now.getTime() - Date.parse(at) < RECENT_DAYS * DAY;
