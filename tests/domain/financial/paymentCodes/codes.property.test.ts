import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { addDays } from '#domain/dates.ts';
import { fromCents } from '#domain/money.ts';
import { printedCode, readPaymentCode } from '#domain/financial/paymentCodes/read.ts';
import {
  boletoBarcode,
  boletoLine,
  collectionBarcode,
  collectionLine,
  pixCode,
} from '../../../support/paymentCodes.ts';
import { hold } from '../../properties.ts';

const TODAY = '2026-11-26';

const digits = (length: number) => fc.stringMatching(new RegExp(`^[0-9]{${length}}$`));
const amount = (max: bigint) => fc.option(fc.bigInt({ min: 1n, max }).map(fromCents), { nil: null });
/** The window in which a factor is told apart: 3,000 days ago to 5,500 days ahead. */
const dueDate = fc.option(
  fc.integer({ min: -2999, max: 5500 }).map((days) => addDays(TODAY, days)),
  { nil: null },
);
const boletos = fc.record({
  bank: digits(3).filter((bank) => !/^(000|8)/.test(bank)),
  amount: amount(9_999_999_999n),
  dueDate,
  free: digits(25),
});
const collections = fc.record({
  segment: fc.constantFrom('1', '2', '3', '4', '5', '6', '7', '9'),
  valueKind: fc.constantFrom('6', '7', '8', '9'),
  amount: amount(99_999_999_999n),
  rest: digits(29),
});
/** What stands between the digits of what people paste. */
const noise = fc.array(fc.constantFrom(' ', '.', '-', '\n', '\t', '  ', '\u00a0', ''), {
  minLength: 48,
  maxLength: 48,
});
const noisy = (line: string, between: readonly string[]): string =>
  [...line].map((digit, index) => digit + (between[index] ?? '')).join('');

const read = (text: string) => {
  const result = readPaymentCode(text, TODAY);
  return result.ok ? result.code : result.message;
};

test('a boleto tells what was written into it, whatever stands between its digits', () => {
  hold(
    'boletos',
    3000,
    fc.property(boletos, noise, (facts, between) => {
      const line = boletoLine(facts);
      const { bank, amount: value, dueDate: day } = facts;
      const is = { kind: 'BOLETO', code: line, barcode: boletoBarcode(facts), bank, amount: value, dueDate: day };
      expect(read(`Pagar: ${noisy(line, between)} .`)).toEqual(is);
      expect(read(printedCode({ kind: 'BOLETO', code: line }))).toEqual(is);
    }),
  );
});

test('a collection tells what was written into it', () => {
  hold(
    'collections',
    3000,
    fc.property(collections, noise, (facts, between) => {
      const line = collectionLine(facts);
      const expected = {
        kind: 'COLLECTION',
        code: line,
        barcode: collectionBarcode(facts),
        segment: facts.segment,
        amount: /[68]/.test(facts.valueKind) ? facts.amount : null,
      };
      expect(read(noisy(line, between))).toMatchObject(expected);
      expect(read(printedCode({ kind: 'COLLECTION', code: line }))).toMatchObject(expected);
    }),
  );
});

test('one misread digit of a boleto is always noticed, and the field is named', () => {
  hold(
    'misread digits',
    3000,
    fc.property(boletos, fc.nat(46), fc.integer({ min: 1, max: 9 }), (facts, at, more) => {
      const line = boletoLine(facts);
      const other = String((Number(line[at]) + more) % 10);
      // A line that begins with 8 is a collection.
      fc.pre(at > 0 || other !== '8');
      const message = read(line.slice(0, at) + other + line.slice(at + 1));
      // Modulo 11 writes 0, 10 and 11 as 1: the general digit alone can take one for the other.
      if (typeof message !== 'string') return expect(at).toBeGreaterThanOrEqual(32);
      const field = at < 10 ? 'campo 1' : at < 21 ? 'campo 2' : at < 32 ? 'campo 3' : 'campo 4';
      expect(message).toContain(field);
    }),
  );
});

test('a Pix tells what was written into it, and no changed one is read', () => {
  const name = fc.stringMatching(/^[A-Z][A-Za-z ]{0,22}[a-z]$/);
  hold(
    'Pix',
    2000,
    fc.property(
      name,
      amount(9_999_999_999n),
      fc.nat(),
      fc.stringMatching(/^[a-z0-9]{1,20}$/),
      (who, value, at, key) => {
        const code = pixCode({ key: `${key}@x.com`, name: who, city: 'CAMPINAS', ...(value && { amount: value }) });
        expect(read(`${code}\n`)).toMatchObject({ kind: 'PIX', code, key: `${key}@x.com`, name: who, amount: value });
        const place = at % code.length;
        const changed = code.slice(0, place) + (code[place] === 'Z' ? 'Y' : 'Z') + code.slice(place + 1);
        expect(typeof read(changed)).toBe('string');
      },
    ),
  );
});

test('any text is read or refused in one sentence', () => {
  hold(
    'texts',
    2000,
    fc.property(
      fc.oneof(fc.string({ maxLength: 400 }), fc.stringMatching(/^000201[0-9 ]{0,120}$/), digits(44), digits(48)),
      (text) => {
        const found = read(text);
        if (typeof found === 'string') expect(found).toMatch(/^[A-ZÉ].*\.$/u);
      },
    ),
  );
});
