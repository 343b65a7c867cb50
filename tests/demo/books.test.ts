import { describe, expect, test } from '@jest/globals';
import { addDays, type IsoDate } from '#domain/dates.ts';
import { sum, toCents } from '#domain/money.ts';
import { buildDemoBooks, type DemoBooks } from '#services/demo/build.ts';
import { demoOrders } from '#services/demo/orders.ts';
import { cataloguePrice } from './cataloguePrice.ts';
import { FIRST_MONTH, monthStart } from '#services/demo/calendar.ts';
import { WALLET_KEYS, type WalletKey } from '#services/demo/data/company.ts';
import { CASA_PERIODS } from '#services/demo/data/measurements.ts';
import { endOfPeriod } from '#services/demo/measuredDrafts.ts';

/** Days of different months, weekdays and year ends: the demo is seeded on whatever day it is. */
const BOOKS = Array.from({ length: 24 }, (_, index) => addDays('2026-01-01', index * 33)).map((seedDate) => ({
  seedDate,
  books: buildDemoBooks(seedDate),
}));

interface Movement {
  date: IsoDate;
  wallet: WalletKey;
  cents: bigint;
}

const movementsOf = ({ drafts, transfers }: DemoBooks): Movement[] => [
  ...drafts.flatMap(({ type, installments }) =>
    installments.flatMap(({ gross, payment }) => {
      if (!payment) return [];
      const net = toCents(gross) + toCents(payment.increase) - toCents(payment.discount);
      return [{ date: payment.date, wallet: payment.wallet, cents: type === 'CREDIT' ? net : -net }];
    }),
  ),
  ...transfers.flatMap(({ date, source, target, amount }) => [
    { date, wallet: source, cents: -amount },
    { date, wallet: target, cents: amount },
  ]),
];

/** Balance of a wallet after each movement, with what goes out on a day before what comes in. */
const balancesOf = (books: DemoBooks, wallet: WalletKey): bigint[] => {
  const ordered = movementsOf(books)
    .filter((movement) => movement.wallet === wallet)
    .sort((a, b) => (a.date === b.date ? Number(a.cents - b.cents) : a.date < b.date ? -1 : 1));
  let balance = toCents(books.openings[wallet]);
  return [balance, ...ordered.map(({ cents }) => (balance += cents))];
};

/** Cash of all wallets today. */
const cashToday = (books: DemoBooks): bigint =>
  WALLET_KEYS.reduce((total, key) => total + (balancesOf(books, key).at(-1) ?? 0n), 0n);

const projection = (books: DemoBooks, seedDate: IsoDate, days: number): bigint[] => {
  const forecasts = books.drafts.flatMap(({ type, installments }) =>
    installments
      .filter(({ payment }) => payment === null)
      .map(({ dueDate, gross }) => ({ dueDate, cents: type === 'CREDIT' ? toCents(gross) : -toCents(gross) })),
  );
  const today = cashToday(books);
  return Array.from({ length: days }, (_, day) => {
    const until = addDays(seedDate, day);
    return forecasts.reduce((cash, { dueDate, cents }) => (dueDate <= until ? cash + cents : cash), today);
  });
};

/** What orders in force, of which something is to come, may bring until a day: all of their planned installments. */
const committedUntil = ({ drafts }: DemoBooks, seedDate: IsoDate, until: IsoDate): bigint =>
  demoOrders(drafts, cataloguePrice, seedDate).reduce((whole, { installments, notas, lines, waits }) => {
    const came = (index: number) => notas.reduce((sum, { quantities }) => sum + (quantities[index] ?? 0), 0);
    const isOpen = lines.some(
      ({ quantity, closed, canceled }, index) => !closed && !canceled && came(index) < quantity,
    );
    if (!isOpen || waits) return whole;
    const due = installments.filter(({ dueDate }) => dueDate <= until);
    return due.reduce((cents, { grossValue }) => cents + toCents(grossValue), whole);
  }, 0n);

/** The seed dates whose books break a rule: none, or their names show in the failure. */
const breaking = (rule: (books: DemoBooks, seedDate: IsoDate) => boolean): IsoDate[] =>
  BOOKS.filter(({ books, seedDate }) => !rule(books, seedDate)).map(({ seedDate }) => seedDate);

describe('The demo company, seeded on any day,', () => {
  test('has 620 expenses in some 1,100 installments, 12 payables of taxes, 52 incomes and 26 transfers', () => {
    const wrong = breaking(({ drafts, transfers }) => {
      const expenses = drafts.filter((draft) => draft.type === 'DEBIT' && !draft.payableOf);
      const installments = expenses.reduce((total, draft) => total + draft.installments.length, 0);
      const enough = installments >= 1_080 && installments <= 1_120;
      return expenses.length === 620 && drafts.length === 620 + 12 + 52 && transfers.length === 26 && enough;
    });
    expect(wrong).toEqual([]);
  });

  test('has of all four taxes some that are collected, one that is overdue, and some to come', () => {
    const wrong = breaking(({ drafts }, seedDate) => {
      const payables = drafts.flatMap((draft) => (draft.type === 'DEBIT' && draft.payableOf ? [draft] : []));
      const taxes = ['ISS', 'INSS', 'IRRF', 'CSRF'].map(
        (tax) => payables.filter(({ payableOf }) => payableOf?.tax === tax).length,
      );
      const parts = payables.flatMap(({ installments }) => installments);
      const overdue = parts.filter(({ payment, dueDate }) => payment === null && dueDate < seedDate);
      const toCome = parts.filter(({ payment, dueDate }) => payment === null && dueDate >= seedDate);
      return taxes.join() === '3,3,3,3' && overdue.length === 1 && toCome.length > 0 && toCome.length < 11;
    });
    expect(wrong).toEqual([]);
  });

  test('pays the accountant 2,480.00 less 1.5 % (37.20) and 4.65 % (115.32), and so costs what it did', () => {
    const wrong = breaking(({ drafts }) => {
      const fees = drafts.filter(({ what }) => what === 'Honorários contábeis');
      const values = (end: string) =>
        fees.filter(({ key }) => key.endsWith(end)).map(({ installments }) => installments[0]?.gross);
      const nets = fees.filter((draft) => draft.type === 'DEBIT' && draft.withheld);
      return (
        values(' IRRF').join() === '37.20,37.20,37.20' &&
        values(' CSRF').join() === '115.32,115.32,115.32' &&
        nets.map(({ installments }) => installments[0]?.gross).join() === '2327.48,2327.48,2327.48'
      );
    });
    expect(wrong).toEqual([]);
  });

  test('never has a negative wallet balance', () => {
    const isFine = (books: DemoBooks) =>
      WALLET_KEYS.every((wallet) => balancesOf(books, wallet).every((balance) => balance >= 0n));
    expect(breaking(isFine)).toEqual([]);
  });

  test('has between 400 and 900 thousand in its wallets', () => {
    const isPlausible = (books: DemoBooks) =>
      cashToday(books) > toCents('400000.00') && cashToday(books) < toCents('900000.00');
    expect(breaking(isPlausible)).toEqual([]);
  });

  test('has a negative projected balance in the fifth or sixth week, and recovers, also with what is ordered', () => {
    const dips = (cash: readonly bigint[]) => {
      const firstNegative = cash.findIndex((cents) => cents < 0n);
      return firstNegative >= 28 && firstNegative <= 42 && (cash.at(-1) ?? 0n) > 0n;
    };
    const wrong = breaking((books, seedDate) => {
      const cash = projection(books, seedDate, 60);
      const ordered = cash.map((cents, day) => cents - committedUntil(books, seedDate, addDays(seedDate, day)));
      return dips(cash) && dips(ordered);
    });
    expect(wrong).toEqual([]);
  });

  test('pays two equal bills from one wallet on the same day', () => {
    const wrong = breaking(({ drafts }) => {
      const twins = drafts.filter(({ key }) => key.startsWith('twin'));
      const [first, second] = twins.map(({ installments }) => JSON.stringify(installments[0]?.payment));
      return twins.length === 2 && first === second && first !== undefined && first !== 'null';
    });
    expect(wrong).toEqual([]);
  });

  test('has no movements before its wallets open or after the seed date', () => {
    const wrong = breaking((books, seedDate) => {
      const opening = monthStart(seedDate, FIRST_MONTH);
      return movementsOf(books).every(({ date }) => date >= opening && date <= seedDate);
    });
    expect(wrong).toEqual([]);
  });

  test('is measured in periods that follow each other, the last one until today', () => {
    const wrong = BOOKS.filter(({ seedDate }) => {
      const ends = CASA_PERIODS.map((period) => endOfPeriod(period, seedDate));
      return ends.at(-1) !== seedDate || ends.some((end, index) => index > 0 && end <= (ends[index - 1] ?? ''));
    });
    expect(wrong).toEqual([]);
  });

  test('has the same books for the same seed date', () => {
    expect(buildDemoBooks('2026-11-21')).toEqual(buildDemoBooks('2026-11-21'));
  });

  test('spends between 190 and 460 thousand in every past month but the current one', () => {
    const { drafts } = buildDemoBooks('2026-11-21');
    const months = new Map<string, string[]>();
    for (const { type, installments } of drafts) {
      for (const { payment, gross } of type === 'DEBIT' ? installments : []) {
        const month = payment?.date.slice(0, 7) ?? 'open';
        months.set(month, [...(months.get(month) ?? []), gross]);
      }
    }
    const past = [...months].filter(([month]) => month !== 'open' && month < '2026-11');
    expect(past).toHaveLength(14);
    for (const [, values] of past) {
      expect(toCents(sum(values))).toBeGreaterThan(toCents('190000.00'));
      expect(toCents(sum(values))).toBeLessThan(toCents('460000.00'));
    }
  });
});
