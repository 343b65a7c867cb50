import { describe, expect, test } from '@jest/globals';
import { readPaymentCode } from '#domain/financial/paymentCodes/read.ts';
import { placeAll, placementOf, startedForm } from '#web/financial/transactions/form/codes/codeEdits.ts';
import { setCount, setTotal, setInstallmentValue } from '#web/financial/transactions/form/edits.ts';
import { emptyForm, inputOf, type TransactionForm } from '#web/financial/transactions/form/model.ts';
import { Refused } from '#web/form/document/edit.ts';
import { boletoLine, pixCode } from '#tests/support/paymentCodes.ts';

const TODAY = '2026-11-20';
const line = (amount: string | null, dueDate: string | null, serial = '1'): string =>
  boletoLine({ bank: '237', amount, dueDate, free: serial.padStart(25, '0') });
const code = (text: string) => {
  const read = readPaymentCode(text, TODAY);
  if (!read.ok) throw new Error(read.message);
  return read.code;
};
const done = (form: TransactionForm | Refused<TransactionForm>): TransactionForm => {
  if (form instanceof Refused) throw new Error(form.message);
  return form;
};
/** R$ 900,00 in three, due on the 1st of December, January and February. */
const three = (): TransactionForm => done(setCount(3)({ ...done(setTotal('900.00')(emptyForm('2026-12-01'))) }));
const codesOf = (form: TransactionForm) => form.installments.map(({ paymentCode }) => paymentCode ?? null);
const placed = (form: TransactionForm, texts: string[]): TransactionForm =>
  done(placeAll(form, texts.map(code)).edit(form));

describe('In a new form', () => {
  test('a boleto fills value, due date, method, and its code', () => {
    const text = line('1234.56', '2026-12-15');
    const form = startedForm(emptyForm(TODAY, { id: '7', label: 'Casa' }), [text]);
    expect(form).toMatchObject({ grossValue: '1234.56', preferredPaymentMethod: 'BOLETO' });
    expect(form.installments).toMatchObject([{ dueDate: '2026-12-15', grossValue: '1234.56', paymentCode: text }]);
    expect(form.apportionments).toMatchObject([{ grossValue: '1234.56' }]);
    expect(inputOf(form).installments).toEqual([
      { id: null, dueDate: '2026-12-15', grossValue: '1234.56', paymentCode: text },
    ]);
  });

  test('a Pix without an amount keeps the value open', () => {
    const text = pixCode({ key: 'a@b.com', name: 'FULANO', city: 'CAMPINAS' });
    const form = startedForm(emptyForm(TODAY), [text]);
    expect(form).toMatchObject({ grossValue: '', preferredPaymentMethod: 'PIX' });
    expect(codesOf(form)).toEqual([text]);
  });

  test('the boletos of a carnê are its installments, in the order of their days', () => {
    const texts = [
      line('300.00', '2027-01-20', '2'),
      line('300.01', '2026-12-20', '1'),
      line('299.99', '2027-02-20', '3'),
    ];
    const form = startedForm(emptyForm(TODAY), texts);
    expect(form.grossValue).toBe('900.00');
    expect(form.installments.map(({ dueDate, grossValue }) => `${dueDate} ${grossValue}`)).toEqual([
      '2026-12-20 300.01',
      '2027-01-20 300.00',
      '2027-02-20 299.99',
    ]);
    expect(codesOf(form)).toEqual([texts[1], texts[0], texts[2]]);
  });
});

describe('In a form with installments', () => {
  test('a boleto finds its own by value and day', () => {
    expect(codesOf(placed(three(), [line('300.00', '2027-01-01')]))).toEqual([
      null,
      line('300.00', '2027-01-01'),
      null,
    ]);
  });

  test('one that is due on the Monday after a weekend is the same', () => {
    const form = three();
    const weekend = {
      ...form,
      installments: form.installments.map((one, at) => (at === 0 ? { ...one, dueDate: '2026-12-19' } : one)),
    };
    expect(codesOf(placed(weekend, [line('300.00', '2026-12-21')]))[0]).toBe(line('300.00', '2026-12-21'));
  });

  test('the only one of its value is its own on another day, too', () => {
    const form = done(setInstallmentValue(three().installments[0]?.key ?? '', '100.00')(three()));
    expect(codesOf(placed(form, [line('100.00', '2027-03-09')]))).toEqual([line('100.00', '2027-03-09'), null, null]);
  });

  test.each([
    ['no installment has its value', line('1.00', '2026-12-01')],
    ['several have its value and none its day', line('300.00', '2027-06-01')],
    ['it says nothing', line(null, null)],
  ])('the user is asked where %s', (_, text) => {
    expect(placementOf(three(), code(text)).kind).toBe('asked');
  });

  test('a code that is there already is told, and one after the other is placed', () => {
    const texts = [
      line('300.00', '2026-12-01', '1'),
      line('300.00', '2027-01-01', '2'),
      line('300.00', '2026-12-01', '1'),
    ];
    const answer = placeAll(three(), texts.map(code));
    expect(answer).toMatchObject({ placed: [1, 2], known: [1], asked: [] });
  });

  test('a paid installment gets none', () => {
    const form = three();
    const paid = {
      ...form,
      installments: form.installments.map((one, at) => (at === 0 ? { ...one, forecast: false } : one)),
    };
    expect(placementOf(paid, code(line('300.00', '2026-12-01'))).kind).toBe('asked');
  });

  test('another number of installments keeps codes by position', () => {
    const form = placed(three(), [line('300.00', '2026-12-01')]);
    expect(codesOf(done(setCount(2)(form)))).toEqual([line('300.00', '2026-12-01'), null]);
  });
});
