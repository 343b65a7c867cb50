import { describe, expect, test } from '@jest/globals';
import { RuleError } from '#domain/errors.ts';
import {
  addInstallment,
  buildInstallments,
  changeInstallmentDueDate,
  changeInstallmentValue,
  installmentsTotal,
  missing,
  redistribute,
  removeInstallment,
  splitAmount,
  splitForPartPayment,
  type InstallmentDraft,
  type InstallmentsResult,
} from '#domain/installments.ts';

const NBSP = '\u00a0';

/** Returns one line per installment: "1 2026-01-31 3333.33", with "pago" for paid ones. */
function ledger(result: InstallmentsResult): string[] {
  if (!result.ok) return [`recusado: ${result.message.replaceAll(NBSP, ' ')}`];
  return result.installments.map((one) =>
    [one.key, one.dueDate, one.grossValue, ...(one.forecast ? [] : ['pago'])].join(' '),
  );
}

function installments(...lines: string[]): InstallmentDraft[] {
  return lines.map((line) => {
    const [key = '', dueDate = '', grossValue = '', paid] = line.split(' ');
    return { key, dueDate, grossValue, forecast: paid !== 'pago' };
  });
}

describe('Splitting a value in installments', () => {
  test.each([
    ['10000.00', 3, ['3333.33', '3333.33', '3333.34']],
    ['100.00', 6, ['16.67', '16.67', '16.67', '16.67', '16.67', '16.65']],
    ['100.00', 1, ['100.00']],
    ['0.10', 4, ['0.02', '0.02', '0.02', '0.04']],
    ['0.30', 4, ['0.08', '0.08', '0.08', '0.06']],
    ['1.00', 8, ['0.12', '0.12', '0.12', '0.12', '0.12', '0.12', '0.12', '0.16']],
    ['0.00', 3, ['0.00', '0.00', '0.00']],
    ['9999999999999.99', 2, ['5000000000000.00', '4999999999999.99']],
  ])('rounds R$ %s in %d half-even, with the remainder on the last', (total, count, expected) => {
    expect(splitAmount(total, count)).toEqual(expected);
  });

  test('rounds R$ 0,15 in 10 down, since the last would be −0,03, and adds the cents to the last five', () => {
    expect(splitAmount('0.15', 10)).toEqual([...Array(5).fill('0.01'), ...Array(5).fill('0.02')]);
  });

  test('rounds R$ 0,18 in 10 down, since the last would be zero', () => {
    expect(splitAmount('0.18', 10)).toEqual(['0.01', '0.01', ...Array(8).fill('0.02')]);
  });

  test.each([0, -1, 1.5, NaN])('rejects a count of %d with the text of the specification', (count) => {
    expect(() => splitAmount('10.00', count)).toThrow(new RuleError('Quantity should be >= 1'));
    expect(buildInstallments('10.00', count, '2026-01-31')).toEqual({
      ok: false,
      message: 'Quantity should be >= 1',
      field: 'count',
    });
  });

  test('rejects a negative value, a missing date and too many installments', () => {
    expect(() => splitAmount('-0.01', 2)).toThrow(RuleError);
    expect(buildInstallments('-1.00', 2, '2026-01-31').ok).toBe(false);
    expect(ledger(buildInstallments('1.00', 2, ''))).toEqual(['recusado: Informe o primeiro vencimento']);
    expect(ledger(buildInstallments('1.00', 361, '2026-01-31'))).toEqual(['recusado: Use no máximo 360 parcelas']);
  });

  test('rejects a value below one cent each, and accepts exactly one cent each', () => {
    expect(ledger(buildInstallments('0.05', 10, '2026-01-31'))).toEqual([
      'recusado: R$ 0,05 não dá um centavo para cada uma das 10 parcelas',
    ]);
    expect(ledger(buildInstallments('0.02', 2, '2026-01-31'))).toEqual(['p1 2026-01-31 0.01', 'p2 2026-02-28 0.01']);
  });
});

describe('A list of installments', () => {
  const three = installments('p1 2026-01-31 3333.33', 'p2 2026-02-28 3333.33', 'p3 2026-03-31 3333.34');

  test('starts with equal values and monthly due dates that keep day 31', () => {
    expect(ledger(buildInstallments('10000.00', 3, '2026-01-31'))).toEqual([
      'p1 2026-01-31 3333.33',
      'p2 2026-02-28 3333.33',
      'p3 2026-03-31 3333.34',
    ]);
  });

  test('adds one a month later and recalculates the open ones', () => {
    expect(ledger(addInstallment(three, '10000.00'))).toEqual([
      'p1 2026-01-31 2500.00',
      'p2 2026-02-28 2500.00',
      'p3 2026-03-31 2500.00',
      'p4 2026-04-30 2500.00',
    ]);
  });

  test('adds one after 28 February on day 31 when the series began on day 31, and on day 28 when it did not', () => {
    const run = installments('a 2026-01-31 5.00', 'b 2026-02-28 5.00');
    expect(ledger(addInstallment(run, '10.00'))[2]).toBe('p3 2026-03-31 3.34');
    const single = installments('a 2026-01-15 5.00', 'b 2026-02-28 5.00');
    expect(ledger(addInstallment(single, '10.00'))[2]).toBe('p3 2026-03-28 3.34');
  });

  test('keeps paid installments when one is added', () => {
    const list = installments('p1 2026-01-31 4000.00 pago', 'p2 2026-02-28 6000.00');
    expect(ledger(addInstallment(list, '10000.00'))).toEqual([
      'p1 2026-01-31 4000.00 pago',
      'p2 2026-02-28 3000.00',
      'p3 2026-03-31 3000.00',
    ]);
  });

  test('cannot grow when all are paid, without a first date, or beyond the maximum', () => {
    const paid = installments('p1 2026-01-31 10000.00 pago');
    expect(ledger(addInstallment(paid, '10000.00'))).toEqual([
      'recusado: O valor já está todo pago: não há o que parcelar',
    ]);
    expect(ledger(addInstallment([], '10000.00'))).toEqual(['recusado: Informe o primeiro vencimento']);
    const many = buildInstallments('10000.00', 360, '2026-01-31');
    expect(many.ok && addInstallment(many.installments, '10000.00').ok).toBe(false);
  });

  test('gives a new installment a unique key', () => {
    const list = installments('p2 2026-01-31 5.00', 'p3 2026-02-28 5.00');
    expect(ledger(addInstallment(list, '10.00'))[2]).toBe('p4 2026-03-31 3.34');
  });

  test('distributes the value of a removed installment to the open ones', () => {
    expect(ledger(removeInstallment(three, 'p1', '10000.00'))).toEqual([
      'p2 2026-02-28 5000.00',
      'p3 2026-03-31 5000.00',
    ]);
    const own = installments('a 2026-01-10 1000.00', 'b 2026-02-10 2000.00', 'c 2026-03-10 7000.00');
    expect(ledger(removeInstallment(own, 'c', '10000.00'))).toEqual(['a 2026-01-10 4500.00', 'b 2026-02-10 5500.00']);
    const partly = installments('a 2026-01-10 1000.00 pago', 'b 2026-02-10 2000.00', 'c 2026-03-10 7000.00');
    expect(ledger(removeInstallment(partly, 'b', '10000.00'))).toEqual([
      'a 2026-01-10 1000.00 pago',
      'c 2026-03-10 9000.00',
    ]);
  });

  test('keeps the total when one is removed', () => {
    const paidAndOpen = installments('a 2026-01-10 4000.00 pago', 'b 2026-02-10 6000.00');
    expect(ledger(removeInstallment(paidAndOpen, 'b', '10000.00'))).toEqual([
      'recusado: Não há outra parcela em aberto para receber este valor',
    ]);
    expect(ledger(removeInstallment(paidAndOpen, 'a', '10000.00'))).toEqual([
      'recusado: Parcela paga não pode ser removida: desfaça o pagamento primeiro',
    ]);
    expect(ledger(removeInstallment(installments('a 2026-01-10 1.00'), 'a', '1.00'))).toEqual([
      'recusado: Quantity should be >= 1',
    ]);
    expect(ledger(removeInstallment(three, 'x', '10000.00'))).toEqual(['recusado: Parcela não encontrada']);
  });

  test('returns to the total by removing, after it exceeded it', () => {
    const tooMuch = installments('a 2026-01-10 70.00', 'b 2026-02-10 50.00', 'c 2026-03-10 1.00');
    expect(ledger(removeInstallment(tooMuch, 'c', '100.00'))).toEqual(['a 2026-01-10 50.00', 'b 2026-02-10 50.00']);
  });

  test('removes an installment of zero when the rest is paid', () => {
    const list = installments('a 2026-01-10 10.00 pago', 'b 2026-02-10 0.00');
    expect(ledger(removeInstallment(list, 'b', '10.00'))).toEqual(['a 2026-01-10 10.00 pago']);
  });

  test('is made equal by one action, around paid installments', () => {
    const list = installments(
      'a 2026-01-10 1.00',
      'b 2026-02-10 100.00 pago',
      'c 2026-03-10 5.00',
      'd 2026-04-10 0.00',
    );
    expect(ledger(redistribute(list, '200.00'))).toEqual([
      'a 2026-01-10 33.33',
      'b 2026-02-10 100.00 pago',
      'c 2026-03-10 33.33',
      'd 2026-04-10 33.34',
    ]);
    expect(ledger(redistribute(list, '99.00'))).toEqual(['recusado: As parcelas pagas passam do valor em R$ 1,00']);
    const paid = installments('b 2026-02-10 100.00 pago');
    expect(ledger(redistribute(paid, '100.00'))).toEqual(['b 2026-02-10 100.00 pago']);
    expect(ledger(redistribute(paid, '150.00'))).toEqual([
      'recusado: Faltam R$ 50,00 e não há parcela em aberto para recebê-los',
    ]);
  });

  test('reports the missing or excess amount', () => {
    expect([installmentsTotal(three), missing(three, '10000.01'), missing(three, '9999.00')]).toEqual([
      '10000.00',
      '0.01',
      '-1.00',
    ]);
  });
});

describe('Editing the value of an installment', () => {
  const four = installments(
    'a 2026-01-10 25.00',
    'b 2026-02-10 25.00',
    'c 2026-03-10 25.00 pago',
    'd 2026-04-10 25.00',
  );

  test('distributes the difference to the later open ones, not to earlier or paid ones', () => {
    expect(ledger(changeInstallmentValue(four, 'a', '10.00', '100.00'))).toEqual([
      'a 2026-01-10 10.00',
      'b 2026-02-10 32.50',
      'c 2026-03-10 25.00 pago',
      'd 2026-04-10 32.50',
    ]);
    expect(ledger(changeInstallmentValue(four, 'b', '49.99', '100.00'))).toEqual([
      'a 2026-01-10 25.00',
      'b 2026-02-10 49.99',
      'c 2026-03-10 25.00 pago',
      'd 2026-04-10 0.01',
    ]);
  });

  test('reduces the later ones to zero at most', () => {
    expect(ledger(changeInstallmentValue(four, 'a', '75.00', '100.00'))[1]).toBe('b 2026-02-10 0.00');
    expect(ledger(changeInstallmentValue(four, 'a', '75.01', '100.00'))).toEqual([
      'recusado: As parcelas passam do valor em R$ 0,01',
    ]);
  });

  test('is rejected where no later one can absorb the difference', () => {
    expect(ledger(changeInstallmentValue(four, 'd', '24.00', '100.00'))).toEqual([
      'recusado: Faltam R$ 1,00 e não há parcela posterior em aberto para recebê-los',
    ]);
    expect(ledger(changeInstallmentValue(four, 'd', '25.00', '100.00'))).toEqual(
      ledger({ ok: true, installments: four }),
    );
  });

  test('is rejected for a paid one, a negative value and an unknown one', () => {
    expect(ledger(changeInstallmentValue(four, 'c', '1.00', '100.00'))).toEqual([
      'recusado: Parcela paga não pode ser alterada: desfaça o pagamento primeiro',
    ]);
    expect(ledger(changeInstallmentValue(four, 'a', '-0.01', '100.00'))).toEqual([
      'recusado: O valor não pode ser negativo',
    ]);
    expect(ledger(changeInstallmentValue(four, 'x', '1.00', '100.00'))).toEqual(['recusado: Parcela não encontrada']);
  });

  test('keeps the other fields of an installment', () => {
    const rich = four.map((one) => ({ ...one, note: `nota ${one.key}` }));
    const result = changeInstallmentValue(rich, 'a', '10.00', '100.00');
    expect(result.ok && result.installments.map((one) => one.note)).toEqual(['nota a', 'nota b', 'nota c', 'nota d']);
  });
});

describe('Editing a due date', () => {
  const list = installments('a 2026-01-10 1.00', 'b 2026-02-10 1.00', 'c 2026-03-10 1.00 pago', 'd 2026-04-10 1.00');

  test('moves the later open ones in monthly steps on the new day', () => {
    expect(ledger(changeInstallmentDueDate(list, 'b', '2026-12-31'))).toEqual([
      'a 2026-01-10 1.00',
      'b 2026-12-31 1.00',
      'c 2026-03-10 1.00 pago',
      'd 2027-02-28 1.00',
    ]);
  });

  test('is rejected for a paid one, an invalid day and an unknown one', () => {
    expect(changeInstallmentDueDate(list, 'c', '2026-12-31')).toMatchObject({ ok: false, field: 'dueDate' });
    expect(ledger(changeInstallmentDueDate(list, 'a', '2026-02-30'))).toEqual(['recusado: Data inválida']);
    expect(ledger(changeInstallmentDueDate(list, 'x', '2026-02-20'))).toEqual(['recusado: Parcela não encontrada']);
  });
});

describe('Paying a part', () => {
  test('splits the installment in a paid and an open one', () => {
    expect(splitForPartPayment('3333.33', '1000.00')).toEqual({ ok: true, paid: '1000.00', remaining: '2333.33' });
  });

  test.each(['3333.33', '3333.34', '0.00', '-1.00'])('rejects %s of R$ 3.333,33', (paid) => {
    expect(splitForPartPayment('3333.33', paid)).toMatchObject({ ok: false, field: 'grossValue' });
  });
});
