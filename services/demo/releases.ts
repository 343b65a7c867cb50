import { addDays, endOfMonth, type IsoDate } from '#domain/dates.ts';
import { fromCents, toCents, type Money } from '#domain/money.ts';
import { businessDay, dayOfMonth, FIRST_MONTH, monthStart } from './calendar.ts';
import { cashExpected, cashMoved } from './cash.ts';
import { CASH_AFTER_RELEASE, CASH_TODAY, FIRST_DIP, RELEASES_EXPECTED } from './data/incomes.ts';
import { forecast, type Draft, type ExpenseDraft, type IncomeDraft } from './drafts.ts';
import { incomeOf, received } from './incomeDrafts.ts';

const THOUSAND = 100_000n;
const SMALLEST_RELEASE = 45n * THOUSAND;

/** Rounds down to hundreds of reais, with a lender's smallest release as the minimum. */
const releaseOf = (missing: bigint): Money => {
  const hundreds = (missing / 10_000n) * 10_000n;
  return fromCents(hundreds > SMALLEST_RELEASE ? hundreds : SMALLEST_RELEASE);
};

const release = (number: number, due: IsoDate, gross: Money, seedDate: IsoDate): IncomeDraft => {
  const requestedOn = addDays(due, -11);
  return incomeOf({
    building: 'vila',
    what: `Liberação ${String(number).padStart(2, '0')} do financiamento – Vila das Ipês`,
    documentNumber: 'LIB',
    partner: 'habitare',
    category: 'repasses',
    emission: requestedOn < seedDate ? requestedOn : addDays(seedDate, -1),
    due,
    gross,
    method: 'TRANSFER',
  });
};

/** Past monthly releases, each sized by the cash that its month needed. */
export const pastReleases = (seedDate: IsoDate, others: readonly Draft[]): IncomeDraft[] => {
  const releases: IncomeDraft[] = [];
  CASH_AFTER_RELEASE.forEach((target, index) => {
    const month = FIRST_MONTH + index;
    const cash = cashMoved([...others, ...releases], endOfMonth(monthStart(seedDate, month)));
    const gross = releaseOf(BigInt(target) * THOUSAND - cash);
    releases.push(received(release(index + 1, dayOfMonth(seedDate, month, 24), gross, seedDate), seedDate));
  });
  return releases;
};

/** Projected cash at the end of a day, based on the wallets' cash on the seed date. */
const expectedCash = (drafts: readonly Draft[], day: IsoDate): bigint =>
  toCents(CASH_TODAY) + cashExpected(drafts, day);

/** Future releases, after the dip in cash. */
export const expectedReleases = (seedDate: IsoDate, others: readonly Draft[]): IncomeDraft[] => {
  const releases: IncomeDraft[] = [];
  RELEASES_EXPECTED.forEach(({ days, cash }, index) => {
    const day = businessDay(addDays(seedDate, days));
    const gross = releaseOf(BigInt(cash) * THOUSAND - expectedCash([...others, ...releases], day));
    releases.push(release(CASH_AFTER_RELEASE.length + 1 + index, day, gross, seedDate));
  });
  return releases;
};

type Big = Pick<ExpenseDraft, 'what' | 'partner' | 'category' | 'wallet' | 'shares'> & {
  days: number;
  percent: bigint;
};

/** Three large bills, about five weeks ahead, due before the money to pay them arrives. */
const BIG_BILLS: readonly Big[] = [
  {
    what: 'Pavimentação e drenagem da rua interna',
    partner: 'fundacoes',
    category: 'fundacoes',
    wallet: 'caixa',
    shares: [{ building: 'vila', stage: '8', weight: 1 }],
    days: 32,
    percent: 38n,
  },
  {
    what: 'Energia solar e aquecimento da piscina',
    partner: 'eletrica',
    category: 'climatizacao',
    wallet: 'itau',
    shares: [{ building: 'casa', stage: '8', weight: 1 }],
    days: 33,
    percent: 28n,
  },
  {
    what: 'Esquadrias de alumínio – lote das 8 casas',
    partner: 'esquadrias',
    category: 'esquadrias',
    wallet: 'caixa',
    shares: [{ building: 'vila', stage: '7', weight: 1 }],
    days: 35,
    percent: 34n,
  },
];

/** Sizes the large bills so that projected cash turns negative when the last of them is due. */
export const bigBills = (seedDate: IsoDate, others: readonly Draft[]): ExpenseDraft[] => {
  const dues = BIG_BILLS.map(({ days }) => businessDay(addDays(seedDate, days)));
  const last = dues[dues.length - 1] ?? seedDate;
  const needed = expectedCash(others, last) + toCents(FIRST_DIP);
  return BIG_BILLS.map(({ days: _days, percent, ...bill }, index) => ({
    ...bill,
    type: 'DEBIT',
    key: bill.what,
    documentNumber: `PC 0${314 + index * 3}`,
    emission: addDays(seedDate, -6 - index),
    // What is ordered is delivered about when it is due.
    competence: dues[index] ?? last,
    method: 'BOLETO',
    installments: [forecast(dues[index] ?? last, fromCents(((needed * percent) / 100_000n) * 1_000n))],
  }));
};
