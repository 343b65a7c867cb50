import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { sum, toCents, type Money } from '#domain/money.ts';
import { amounts, hold } from '#tests/domain/properties.ts';
import { Refused } from '#web/form/document/edit.ts';
import {
  addApportionment,
  addOne,
  apportionEqually,
  removeApportionment,
  removeOne,
  setCount,
  setInstallmentDueDate,
  setInstallmentValue,
  setPercentage,
  setTotal,
  shareEqually,
  type Edit,
} from '#web/financial/transactions/form/edits.ts';
import {
  apportioned,
  emptyForm,
  figuresOf,
  forecastOf,
  inputOf,
  isTransactionForm,
  unapportioned,
  type FormApportionment,
  type FormInstallment,
  type TransactionForm,
} from '#web/financial/transactions/form/model.ts';
import { formPath, problemsOf } from '#web/financial/transactions/form/validate.ts';

const TODAY = '2026-11-20';

/** Applies edits in sequence; a refused edit gives the form that the screen continues with. */
const after = (form: TransactionForm, ...edits: Edit[]): TransactionForm =>
  edits.reduce((current, edit) => {
    const next = edit(current);
    return next instanceof Refused ? (next.form ?? current) : next;
  }, form);

const refusalOf = (form: TransactionForm, edit: Edit): Refused => {
  const result = edit(form);
  if (!(result instanceof Refused)) throw new Error('the edit was accepted');
  return result;
};

/** Returns the installments as text: "10/12 3333.33 | 10/01 3333.33 | 10/02 3333.34". */
const ledger = ({ installments }: TransactionForm): string =>
  installments.map(({ dueDate, grossValue }) => `${dueDate.slice(8)}/${dueDate.slice(5, 7)} ${grossValue}`).join(' | ');

/** Returns the apportionment as text: "60.00 + 40.00". */
const rateio = ({ apportionments }: TransactionForm): string =>
  apportionments.map(({ grossValue }) => grossValue || '—').join(' + ');

const share = (key: string, grossValue: Money | ''): FormApportionment => ({
  key,
  building: { id: key, label: `Obra ${key}` },
  stage: null,
  grossValue,
  isCustomerCharged: false,
});

const expense = (total: Money, ...shares: (Money | '')[]): TransactionForm => ({
  ...after(emptyForm('2026-12-10'), setTotal(total)),
  apportionments: shares.map((value, index) => share(`r${index + 1}`, value)),
});

const paid = (number: number, grossValue: Money, increase: Money | null = null): FormInstallment => ({
  ...forecastOf({ key: `p${number}`, forecast: false, dueDate: '2026-11-10', grossValue }),
  id: String(number),
  value: increase === null ? grossValue : sum([grossValue, increase]),
  increase,
  paymentDate: '2026-11-10',
  walletName: 'Itaú',
});

describe('A changed total of the form', () => {
  test('splits R$ 10.000,00 in three installments, a month apart, with the odd cent on the last', () => {
    const form = after(expense('10000.00'), setCount(3));
    expect(ledger(form)).toBe('10/12 3333.33 | 10/01 3333.33 | 10/02 3333.34');
    expect(ledger(after(form, setTotal('9999.99')))).toBe('10/12 3333.33 | 10/01 3333.33 | 10/02 3333.33');
  });

  test('changes open installments only', () => {
    const open = after(expense('300.00'), setCount(3));
    const form = { ...open, installments: [paid(1, '100.00'), ...open.installments.slice(1)] };
    const raised = after(form, setTotal('500.00'));
    expect(ledger(raised)).toBe('10/11 100.00 | 10/01 200.00 | 10/02 200.00');
    expect(raised.installments.slice(1).map(({ value }) => value)).toEqual(['200.00', '200.00']);
  });

  test('below the paid amount keeps the installments, and the form shows the excess', () => {
    const form = { ...expense('150.00'), installments: [paid(1, '100.00'), ...expense('50.00').installments] };
    const lowered = after(form, setTotal('80.00'));
    expect(ledger(lowered)).toBe('10/11 100.00 | 10/12 50.00');
    expect(problemsOf(lowered).installments?.replace(/\s/g, ' ')).toBe('Sobram R$ 70,00');
  });

  test.each([
    ['keeps the proportions of a rateio that adds up', '200.00', ['60.00', '40.00'], '120.00 + 80.00'],
    ['gives the last share of a rateio the odd cent', '100.01', ['50.00', '50.00'], '50.00 + 50.01'],
    ['leaves a rateio that does not add up yet to whoever is typing it', '200.00', ['60.00', ''], '60.00 + —'],
    ['is what a single obra bears', '200.00', ['100.00'], '200.00'],
  ])('%s', (_name, total, shares, expected) => {
    expect(rateio(after(expense('100.00', ...shares), setTotal(total)))).toBe(expected);
  });

  test('that is empty keeps the typed apportionment and requires a value', () => {
    const form = after(expense('100.00', '60.00', '40.00'), setTotal(''));
    expect(rateio(form)).toBe('60.00 + 40.00');
    expect(problemsOf(form)).toMatchObject({ grossValue: 'Informe o valor' });
  });
});

describe('An installment', () => {
  const three = after(expense('300.00'), setCount(3));

  test('with a changed value moves the difference to the later ones', () => {
    expect(ledger(after(three, setInstallmentValue('p1', '50.00')))).toBe('10/12 50.00 | 10/01 125.00 | 10/02 125.00');
    expect(ledger(after(three, setInstallmentValue('p2', '199.99')))).toBe('10/12 100.00 | 10/01 199.99 | 10/02 0.01');
  });

  test('with a difference that the later ones cannot absorb stays as typed, and the form shows the problem', () => {
    const refused = refusalOf(three, setInstallmentValue('p3', '90.00'));
    expect(refused.path).toBe('installments.2.grossValue');
    const form = after(three, setInstallmentValue('p3', '90.00'));
    expect(ledger(form)).toBe('10/12 100.00 | 10/01 100.00 | 10/02 90.00');
    expect(problemsOf(form).installments?.replace(/\s/g, ' ')).toBe('Faltam R$ 10,00');
    expect(problemsOf(after(form, shareEqually))).toEqual({});
  });

  test('with a changed due date moves the later ones in monthly steps, from the 31st to the end of February and back', () => {
    const form = after(three, setInstallmentDueDate('p1', '2026-12-31'));
    expect(form.installments.map(({ dueDate }) => dueDate)).toEqual(['2026-12-31', '2027-01-31', '2027-02-28']);
  });

  test('that is added or removed redistributes the total to the cent', () => {
    expect(ledger(after(three, addOne))).toBe('10/12 75.00 | 10/01 75.00 | 10/02 75.00 | 10/03 75.00');
    expect(ledger(after(three, addOne, removeOne('p2')))).toBe('10/12 100.00 | 10/02 100.00 | 10/03 100.00');
  });

  test('that is new has no payment, and an existing one keeps its id', () => {
    const form = { ...three, installments: three.installments.map((one, index) => ({ ...one, id: `${index + 7}` })) };
    const { installments } = inputOf(after(form, addOne));
    expect(installments.map(({ id }) => id)).toEqual(['7', '8', '9', null]);
  });

  test('that is paid rejects a count that would remove it', () => {
    const form = { ...three, installments: [paid(1, '300.00')] };
    expect(refusalOf(form, setCount(2))).toMatchObject({ path: 'installmentCount' });
    expect(refusalOf(three, setCount(0))).toMatchObject({ message: 'Quantity should be >= 1' });
  });

  test('that is paid counts with its increase in the figures', () => {
    const form = { ...three, installments: [paid(1, '100.00', '12.34'), ...three.installments.slice(1)] };
    expect(figuresOf(form)).toEqual({ value: '312.34', paid: '112.34', open: '200.00' });
  });
});

describe('The apportionment', () => {
  test('gives a new building the rest of the value', () => {
    const form = after(expense('100.00', '60.00'), addApportionment);
    expect(rateio(form)).toBe('60.00 + 40.00');
    expect(rateio(after(form, addApportionment))).toBe('60.00 + 40.00 + —');
    expect(form.apportionments.map(({ key }) => key)).toEqual(['r1', 'r2']);
  });

  test('with one building left gives it everything', () => {
    expect(rateio(after(expense('100.00', '60.00', '40.00'), removeApportionment('r1')))).toBe('100.00');
  });

  test('in equal shares gives the odd cent to the last', () => {
    expect(rateio(after(expense('100.00', '', '', ''), apportionEqually))).toBe('33.33 + 33.33 + 33.34');
  });

  test('by typed percentages is exact: the one that reaches 100 % takes the remainder', () => {
    const form = after(expense('100.01', '', ''), setPercentage('r1', '50'), setPercentage('r2', '50'));
    expect(rateio(form)).toBe('50.00 + 50.01');
    expect(unapportioned(form)).toBe('0.00');
    expect(rateio(after(expense('1000.00', '', ''), setPercentage('r1', '33.33')))).toBe('333.30 + —');
  });

  test.each([
    ['an obra twice', ['50.00', '50.00'], 'r1', 'apportionments.1.building'],
    ['a share of nothing', ['100.00', ''], 'r2', 'apportionments.1.grossValue'],
  ])('rejects %s', (_name, shares, building, path) => {
    const form = expense('100.00', ...shares);
    const twice = form.apportionments.map((one) => ({ ...one, building: { id: building, label: building } }));
    const apportionments = building === 'r1' ? twice : form.apportionments;
    expect(Object.keys(problemsOf({ ...form, apportionments }))).toContain(path);
  });

  test('with an installment of zero shows the problem at its field', () => {
    const form = expense('100.00', '100.00');
    const last = { ...form.installments[0], key: 'p9', grossValue: '0.00' } as TransactionForm['installments'][number];
    const problems = problemsOf({ ...form, installments: [...form.installments, last] });
    expect(problems[`installments.${form.installments.length}.grossValue`]).toBe(
      'O valor da parcela deve ser maior que zero',
    );
  });

  test('below the total shows the problem', () => {
    expect(Object.keys(problemsOf(expense('100.00', '60.00', '39.99')))).toEqual(['apportionments']);
    expect(problemsOf(expense('100.00', '60.00', '40.00'))).toEqual({});
  });
});

describe('Whatever is typed,', () => {
  const count = fc.integer({ min: 1, max: 24 });
  const sumOf = (form: TransactionForm): Money => sum(form.installments.map(({ grossValue }) => grossValue));

  test('installments sum to the total after any new total and any count', () => {
    const property = fc.property(amounts, amounts, count, (first, second, times) => {
      const form = after(expense(first), setCount(times), setTotal(second));
      expect(sumOf(form)).toBe(second);
      expect(form.installments.every(({ grossValue }) => toCents(grossValue) >= 0n)).toBe(true);
    });
    hold('totals and counts of the form', 2_000, property);
  });

  test('a value is either absorbed to the cent, or kept with a problem', () => {
    const property = fc.property(amounts, count, fc.nat(), amounts, (total, times, place, value) => {
      // A total with fewer cents than installments gives no such form.
      fc.pre(toCents(total) >= BigInt(times));
      const form = after(expense(total), setCount(times));
      const key = `p${(place % times) + 1}`;
      const edited = after(form, setInstallmentValue(key, value));
      expect(edited.installments.find((one) => one.key === key)?.grossValue).toBe(value);
      expect(sumOf(edited) === total).toBe(!('installments' in problemsOf(edited)));
    });
    hold('values of parcelas', 2_000, property);
  });

  test('an exact apportionment stays exact after a new total', () => {
    const property = fc.property(
      fc.array(
        amounts.filter((amount) => toCents(amount) > 0n && toCents(amount) < 10_000_000n),
        {
          minLength: 1,
          maxLength: 6,
        },
      ),
      amounts.filter((amount) => toCents(amount) > 0n),
      (shares, total) => {
        const form = after(expense(sum(shares), ...shares), setTotal(total));
        expect(apportioned(form)).toBe(total);
        expect(form.apportionments.every(({ grossValue }) => toCents(grossValue || '0.00') >= 0n)).toBe(true);
      },
    );
    hold('rateios under a new total', 2_000, property);
  });
});

describe('The saved transaction', () => {
  test('has no blank texts, the emission date as competence by default, and complete apportionment rows', () => {
    const form: TransactionForm = {
      ...expense('100.00', '100.00'),
      documentNumber: '  NF 42 ',
      description: '   ',
      partner: { id: '9', label: 'Concreteira' },
    };
    expect(inputOf(form)).toEqual({
      documentNumber: 'NF 42',
      description: null,
      grossValue: '100.00',
      emissionDate: '2026-12-10',
      competenceDate: '2026-12-10',
      categoryId: null,
      partnerId: '9',
      expectedWalletId: null,
      preferredPaymentMethod: null,
      installments: [{ id: null, dueDate: '2026-12-10', grossValue: '100.00', paymentCode: null }],
      apportionments: [{ buildingId: 'r1', stageId: null, grossValue: '100.00', isCustomerCharged: false }],
    });
  });

  test('needs its required fields', () => {
    const [first = paid(1, '1.00')] = expense('1.00').installments;
    const form = {
      ...emptyForm(TODAY),
      emissionDate: '',
      installments: [{ ...first, grossValue: '0.00', dueDate: '' }],
    };
    expect(problemsOf(form)).toEqual({
      grossValue: 'Informe o valor',
      emissionDate: 'Informe a emissão',
      'installments.0.dueDate': 'Informe o vencimento',
    });
  });
});

describe('An error of the services', () => {
  test.each([
    ['input.grossValue', 'grossValue'],
    ['value', 'grossValue'],
    ['transactionRecordList.2.value', 'installments.2.grossValue'],
    ['installments.0.dueDate', 'installments.0.dueDate'],
    ['apportionments.1.building.id', 'apportionments.1.building'],
    ['input.apportionments.1.buildingId', 'apportionments.1.building'],
    ['apportionments.0.costEstimateGroup', 'apportionments.0.stage'],
    ['apportionments.0.stageId', 'apportionments.0.stage'],
    ['bank', 'expectedWallet'],
    ['input.expectedWalletId', 'expectedWallet'],
    ['categoryId', 'category'],
    ['partner.id', 'partner'],
  ])('at %s is shown at %s', (path, field) => {
    expect(formPath(path)).toBe(field);
  });
});

describe('A draft in the browser', () => {
  test('is restored when it has the current form', () => {
    expect(isTransactionForm(JSON.parse(JSON.stringify(expense('100.00', '60.00', ''))))).toBe(true);
  });

  const { description: _description, ...withoutDescription } = emptyForm(TODAY);
  test.each([
    ['nothing', null],
    ['a text', 'rascunho'],
    ['a form without a description', withoutDescription],
    ['a form without dates', { ...emptyForm(TODAY), emissionDate: null }],
    ['an installment without a due date', { ...emptyForm(TODAY), installments: [{ key: 'p1', grossValue: '1.00' }] }],
    ['an apportionment of another shape', { ...emptyForm(TODAY), apportionments: [{ value: 10 }] }],
    ['an amount that is a number', { ...emptyForm(TODAY), grossValue: 10 }],
  ])('is discarded when it is %s', (_name, draft) => {
    expect(isTransactionForm(draft)).toBe(false);
  });
});
