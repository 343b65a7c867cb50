import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { followInstallments, type FollowingInstallment } from '#domain/financial/retentions/following.ts';
import {
  baseOf,
  dueDateOf,
  exemptionOf,
  retainedOf,
  ruleFor,
  type RetentionRule,
} from '#domain/financial/retentions/rules.ts';
import { invoiceSharesOf, payableSharesOf, splitInvoice } from '#domain/financial/retentions/shares.ts';
import { daysOffOf } from '#domain/financial/transactionModels/workingDays.ts';
import { fromCents } from '#domain/money.ts';
import { bankHolidaysOf } from '#services/platform/holidays.ts';

const daysOff = daysOffOf(new Map([2026, 2027].flatMap(bankHolidaysOf)));
const federal = { dueDay: 20, workingDayRule: 'PREVIOUS' } as const;
const city = { dueDay: 10, workingDayRule: 'NEXT' } as const;

describe('What is withheld', () => {
  // By hand: base × rate ÷ 100, to the cent, a half to the even one.
  test.each([
    ['12400.00', '5', '620.00'],
    ['12400.00', '11', '1364.00'],
    ['12400.00', '1.5', '186.00'],
    ['12400.00', '4.65', '576.60'],
    // 666,67 × 1,5 % = 10,00005 → 10,00; 667,00 × 1,5 % = 10,005 → 10,00 (even); 669,00 × 1,5 % = 10,035 → 10,04 (even).
    ['666.67', '1.5', '10.00'],
    ['667.00', '1.5', '10.00'],
    ['669.00', '1.5', '10.04'],
    // 215,05 × 4,65 % = 9,999825 → 10,00; 215,27 × 4,65 % = 10,010055 → 10,01.
    ['215.05', '4.65', '10.00'],
    ['215.27', '4.65', '10.01'],
  ])('of %s at %s%% is %s', (base, rate, value) => expect(retainedOf(base, rate)).toBe(value));

  test('is nothing up to R$ 10,00, and all of it one cent above', () => {
    const irrf = { tax: 'IRRF', minimum: '10.00' } as const;
    expect(exemptionOf('10.00', irrf)?.replaceAll('\u00a0', ' ')).toBe(
      'R$ 10,00 não passa de R$ 10,00: IRRF não se retém.',
    );
    expect(exemptionOf('10.01', irrf)).toBeNull();
    expect(exemptionOf('0.01', { tax: 'ISS', minimum: '0.00' })).toBeNull();
  });

  test('has a base that the rule may reduce', () => {
    expect(baseOf('10000.00', { basePercentage: '50.00' })).toBe('5000.00');
  });
});

describe('The due date', () => {
  test.each([
    // 20/12/2026 is a Sunday, 20/02/2027 a Saturday, 20/01/2027 a Wednesday.
    [federal, '2026-11-20', '2026-12-18', '20/12 é domingo: dia útil anterior'],
    [federal, '2026-12-01', '2027-01-20', null],
    [federal, '2027-01-31', '2027-02-19', '20/02 é sábado: dia útil anterior'],
    // Black awareness day, 20/11, is a holiday: a Friday in 2026.
    [federal, '2026-10-05', '2026-11-19', '20/11 é feriado (Dia da consciência negra): dia útil anterior'],
    // 10/01/2027 is a Sunday.
    [city, '2026-12-31', '2027-01-11', '10/01 é domingo: próximo dia útil'],
    // A month that has no 31st.
    [{ dueDay: 31, workingDayRule: 'KEEP' } as const, '2027-01-15', '2027-02-28', null],
  ])('of %j for a fact on %s is %s', (rule, fact, day, reason) => {
    const moved = dueDateOf(rule, fact, daysOff);
    expect(moved.day).toBe(day);
    expect(moved.reason?.toLowerCase() ?? null).toBe(reason?.toLowerCase() ?? null);
  });
});

describe('The rule', () => {
  const rule = (values: Partial<RetentionRule>): RetentionRule => ({
    ...{ tax: 'ISS', city: null, rate: '5.00', basePercentage: '100.00', minimum: '0.00', fact: 'ISSUE', ...city },
    ...{ collector: 'Prefeitura Municipal', legalSource: 'Lei', validFrom: '2003-08-01', validUntil: null, ...values },
  });
  const old = rule({ rate: '3.00', validUntil: '2026-06-30' });
  const now = rule({ validFrom: '2026-07-01' });
  const campinas = rule({ city: 'Campinas', rate: '2.00', collector: 'Prefeitura de Campinas' });
  const rules = [old, now, campinas];

  test('is that in force on the day, of the city or the collector that is named', () => {
    expect(ruleFor(rules, { tax: 'ISS', day: '2026-06-30' })).toBe(old);
    expect(ruleFor(rules, { tax: 'ISS', day: '2026-07-01' })).toBe(now);
    expect(ruleFor(rules, { tax: 'ISS', day: '2026-07-01', city: 'CAMPINAS' })).toBe(campinas);
    expect(ruleFor(rules, { tax: 'ISS', day: '2026-07-01', collector: 'prefeitura de campinas' })).toBe(campinas);
    expect(ruleFor(rules, { tax: 'ISS', day: '2026-07-01', city: 'Valinhos' })).toBeUndefined();
    expect(ruleFor(rules, { tax: 'ISS', day: '2003-07-31' })).toBe(undefined);
    expect(ruleFor(rules, { tax: 'IRRF', day: '2026-07-01' })).toBeUndefined();
  });
});

const total = (values: readonly string[]): bigint =>
  values.reduce((all, one) => all + BigInt(one.replace('.', '')), 0n);
const cents = (min: number, max: number) => fc.bigInt({ min: BigInt(min), max: BigInt(max) });

describe('Shares of an invoice', () => {
  const invoices = fc.record({
    net: cents(1, 10_000_000),
    retained: fc.array(cents(1, 2_000_000), { minLength: 1, maxLength: 5 }),
    weights: fc.array(fc.integer({ min: 1, max: 1_000 }), { minLength: 1, maxLength: 8 }),
  });

  test('divide exactly: by document and payables, and by building', () => {
    fc.assert(
      fc.property(invoices, ({ net, retained, weights }) => {
        const whole = net + retained.reduce((all, one) => all + one, 0n);
        const sum = BigInt(weights.reduce((all, one) => all + one, 0));
        const shares = weights.map((weight) => (whole * BigInt(weight)) / sum);
        shares[0] = (shares[0] ?? 0n) + whole - shares.reduce((all, one) => all + one, 0n);
        const columns = shares.map(fromCents);
        const split = splitInvoice(fromCents(net), retained.map(fromCents), columns);
        expect(total(split.document)).toBe(net);
        retained.forEach((value, index) => expect(total(split.payables[index] ?? [])).toBe(value));
        columns.forEach((column, index) => {
          const parts = [split.document, ...split.payables].map((row) => row[index] ?? '0.00');
          expect(total(parts)).toBe(total([column]));
          expect(parts.every((part) => !part.startsWith('-'))).toBe(true);
        });
      }),
      { numRuns: 1_000 },
    );
  });

  test('follow those of the document where only these are known', () => {
    fc.assert(
      fc.property(invoices, ({ retained, weights }) => {
        const document = weights.map((weight) => fromCents(BigInt(weight)));
        const values = retained.map(fromCents);
        const invoice = invoiceSharesOf(document, values);
        expect(total(invoice)).toBe(total(document) + total(values));
        const payables = payableSharesOf(values, { invoice, document });
        values.forEach((value, index) => expect(total(payables[index] ?? [])).toBe(total([value])));
        invoice.forEach((share, index) => {
          const parts = [document[index] ?? '0.00', ...payables.map((row) => row[index] ?? '0.00')];
          expect(total(parts)).toBe(total([share]));
        });
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('Installments of a tax that follows the payments', () => {
  const due = (fact: string) => dueDateOf(federal, fact, daysOff).day;

  test('sum to what is left, whatever was collected, and none is of nothing', () => {
    const cases = fc.record({
      value: cents(1, 1_000_000),
      followed: fc.array(cents(1, 1_000_000), { minLength: 1, maxLength: 12 }),
      paid: fc.array(fc.tuple(fc.nat(11), fc.integer({ min: 1, max: 100 })), { maxLength: 4 }),
    });
    fc.assert(
      fc.property(cases, ({ value, followed, paid }) => {
        const sources = followed.map((grossValue, index) => ({
          ...{ id: index + 1, grossValue: fromCents(grossValue), factDate: '2026-12-05' },
        }));
        let left = value;
        const collected = paid.flatMap(([source, percent], index): FollowingInstallment[] => {
          const part = (value * BigInt(percent)) / 400n;
          if (part === 0n || part > left) return [];
          left -= part;
          const own = { grossValue: fromCents(part), sourceId: source < sources.length ? source + 1 : null };
          return [{ ...own, id: 100 + index, dueDate: '2026-12-18', paid: true, factDate: '2026-11-20' }];
        });
        const planned = followInstallments(fromCents(value), sources, collected, due);
        expect(total(planned.map(({ grossValue }) => grossValue))).toBe(left);
        expect(planned.every(({ grossValue }) => grossValue !== '0.00' && !grossValue.startsWith('-'))).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });

  test('keep a due date that was chosen until the day of their payment changes', () => {
    const followed = [{ id: 1, grossValue: '100.00', factDate: '2026-11-30' }];
    const chosen = { id: 9, grossValue: '4.65', dueDate: '2026-12-15', paid: false, sourceId: 1 };
    const planned = (factDate: string) => followInstallments('4.65', followed, [{ ...chosen, factDate }], due);
    expect(planned('2026-11-30')).toMatchObject([{ id: 9, dueDate: '2026-12-15' }]);
    expect(planned('2026-12-30')).toMatchObject([{ id: 9, dueDate: '2026-12-18' }]);
  });
});
