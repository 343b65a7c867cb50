import type { IsoDate } from '#domain/dates.ts';
import { businessDay, dayOfMonth } from './calendar.ts';
import { BANKS, type WalletKey } from './data/company.ts';

/** Cents in each wallet. */
export type Balances = Record<WalletKey, bigint>;

export interface TransferDraft {
  date: IsoDate;
  source: WalletKey;
  target: WalletKey;
  amount: bigint;
  description: string;
}

type Decide = (balances: Balances) => Omit<TransferDraft, 'date'>;

export interface PlannedTransfer {
  date: IsoDate;
  /** Chooses amount and wallets on the day, from the balances at that time. */
  decide: Decide;
}

const HUNDRED = 10_000n;
const THOUSAND = 100_000n;

export const richest = (balances: Balances): WalletKey =>
  BANKS.reduce((best, bank) => (balances[bank] > balances[best] ? bank : best));

const poorest = (balances: Balances): WalletKey =>
  BANKS.reduce((best, bank) => (balances[bank] < balances[best] ? bank : best));

const upTo = (level: bigint, held: bigint, least: bigint): bigint => {
  const missing = ((level - held + HUNDRED - 1n) / HUNDRED) * HUNDRED;
  return missing > least ? missing : least;
};

const topUp =
  (target: 'caixinha' | 'cartao', level: bigint, description: string): Decide =>
  (balances) => ({
    source: richest(balances),
    target,
    amount: upTo(level, balances[target], 3n * HUNDRED),
    description,
  });

/** Half the difference between two banks, in whole thousands. */
const level: Decide = (balances) => {
  const [source, target] = [richest(balances), poorest(balances)];
  const half = ((balances[source] - balances[target]) / 2n / THOUSAND) * THOUSAND;
  return { source, target, amount: half > 0n ? half : THOUSAND, description: 'Equalização entre contas' };
};

const range = (first: number, last: number, step: number): number[] =>
  Array.from({ length: Math.floor((last - first) / step) + 1 }, (_, index) => first + index * step);

/** 26 transfers: petty cash every month, the card every other month, six between the banks. */
export const plannedTransfers = (seedDate: IsoDate): PlannedTransfer[] => {
  const on = (months: readonly number[], day: number, decide: Decide): PlannedTransfer[] =>
    months.map((month) => ({ date: businessDay(dayOfMonth(seedDate, month, day)), decide }));
  return [
    ...on(range(-13, -1, 1), 1, topUp('caixinha', 17n * HUNDRED, 'Reforço da caixinha')),
    ...on(range(-13, -1, 2), 4, topUp('cartao', 12n * THOUSAND, 'Carga do cartão corporativo')),
    ...on(range(-11, -1, 2), 16, level),
  ];
};
