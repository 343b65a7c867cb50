import { splitByWeights } from '#domain/apportionment.ts';
import type { IsoDate } from '#domain/dates.ts';
import { fromCents, subtract, sum, toCents, type Money } from '#domain/money.ts';
import { cashMoved, paidValue } from './cash.ts';
import { BANKS, WALLETS, WALLET_KEYS, type WalletKey } from './data/company.ts';
import { CASH_TODAY } from './data/incomes.ts';
import type { Draft, DraftInstallment, DraftPayment } from './drafts.ts';
import { plannedTransfers, richest, type Balances, type TransferDraft } from './transfers.ts';

export interface Treasury {
  openings: Record<WalletKey, Money>;
  transfers: TransferDraft[];
}

interface Movement {
  type: Draft['type'];
  payment: DraftPayment;
  cents: bigint;
}

/** Computes opening balances from which the movements lead to CASH_TODAY. */
const openingsFor = (drafts: readonly Draft[], seedDate: IsoDate): Record<WalletKey, Money> => {
  const { caixinha, cartao } = { caixinha: WALLETS.caixinha.opening, cartao: WALLETS.cartao.opening };
  const opening = subtract(CASH_TODAY, fromCents(cashMoved(drafts, seedDate)));
  const inBanks = subtract(opening, sum([caixinha, cartao]));
  const [itau = inBanks, bradesco = inBanks, caixa = inBanks] = splitByWeights(
    inBanks,
    BANKS.map((bank) => WALLETS[bank].weight),
  );
  return { itau, bradesco, caixa, caixinha, cartao };
};

const movementsOf = (drafts: readonly Draft[]): Map<IsoDate, Movement[]> => {
  const days = new Map<IsoDate, Movement[]>();
  const note = (type: Draft['type'], one: DraftInstallment): void => {
    if (!one.payment) return;
    const day = days.get(one.payment.date) ?? [];
    days.set(one.payment.date, [...day, { type, payment: one.payment, cents: toCents(paidValue(one)) }]);
  };
  for (const draft of drafts) for (const one of draft.installments) note(draft.type, one);
  return days;
};

/** Pays from the planned wallet, or from the bank with the highest balance if the planned one would become negative. */
const pay = (balances: Balances, { payment, cents }: Movement): void => {
  if (balances[payment.wallet] < cents) {
    payment.wallet = richest(balances);
    if (payment.method === 'CASH' || payment.method === 'CREDIT_CARD') payment.method = 'PIX';
  }
  balances[payment.wallet] -= cents;
};

/**
 * Simulates every day in order and chooses the paying wallets. Books payments before receipts, so that no wallet
 * becomes negative in any order of a day's lines. Modifies the payments of the drafts.
 */
export const runTreasury = (drafts: readonly Draft[], seedDate: IsoDate): Treasury => {
  const openings = openingsFor(drafts, seedDate);
  const balances = Object.fromEntries(WALLET_KEYS.map((key) => [key, toCents(openings[key])])) as Balances;
  const movements = movementsOf(drafts);
  const planned = plannedTransfers(seedDate);
  const transfers: TransferDraft[] = [];
  const days = new Set([...movements.keys(), ...planned.map(({ date }) => date)]);
  for (const day of [...days].sort()) {
    const today = movements.get(day) ?? [];
    today.filter(({ type }) => type === 'DEBIT').forEach((movement) => pay(balances, movement));
    for (const { decide } of planned.filter(({ date }) => date === day)) {
      const transfer = { date: day, ...decide(balances) };
      balances[transfer.source] -= transfer.amount;
      balances[transfer.target] += transfer.amount;
      transfers.push(transfer);
    }
    for (const { type, payment, cents } of today) if (type === 'CREDIT') balances[payment.wallet] += cents;
  }
  return { openings, transfers };
};
