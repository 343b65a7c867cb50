import { describe, expect, test } from '@jest/globals';
import { STATEMENT_LINES, STATEMENT_LINE_LABELS, isStatementLine, statementLineLabel } from '#domain/statementLines.ts';
import {
  PAYMENT_METHODS,
  PAYMENT_METHOD_LABELS,
  STATUS_LABELS,
  displayStatus,
  installmentLabel,
  isOverdue,
  isPaymentMethod,
  netValue,
  nextDueDate,
  transactionFigures,
  transactionStatus,
} from '#domain/transactions.ts';

const TODAY = '2026-11-21';
const paid = { forecast: false, dueDate: '2026-10-21', grossValue: '3333.33', increase: '12.34', discount: '0.00' };
const late = { forecast: true, dueDate: '2026-11-20', grossValue: '3333.33', increase: null, discount: null };
const later = { forecast: true, dueDate: '2026-12-21', grossValue: '3333.34' };

describe('The figures of a transaction', () => {
  test('have a net value of gross plus increase minus discount', () => {
    expect(netValue(paid)).toBe('3345.67');
    expect(netValue({ grossValue: '100.00', increase: '1.50', discount: '101.50' })).toBe('0.00');
    expect(netValue(late)).toBe('3333.33');
  });

  test('are the sums of its installments', () => {
    expect(transactionFigures([paid, late, later])).toEqual({
      gross: '10000.00',
      increase: '12.34',
      discount: '0.00',
      value: '10012.34',
      paid: '3345.67',
      open: '6666.67',
    });
    expect(transactionFigures([])).toMatchObject({ gross: '0.00', value: '0.00', open: '0.00' });
  });
});

describe('The status of a transaction', () => {
  test('is open while all is forecast, partial in between, and paid at the end', () => {
    expect(transactionStatus([late, later])).toBe('OPEN');
    expect(transactionStatus([paid, later])).toBe('PARTIAL');
    expect(transactionStatus([paid, paid])).toBe('PAID');
  });

  test('is overdue from the day after the due date of an open installment', () => {
    expect(isOverdue([paid, late], TODAY)).toBe(true);
    expect(isOverdue([{ ...late, dueDate: TODAY }], TODAY)).toBe(false);
    expect(isOverdue([{ ...paid, dueDate: '2020-01-01' }], TODAY)).toBe(false);
  });

  test('is shown as Aberta, Parcial, Quitada, Vencida', () => {
    const shown = [[later], [paid, later], [paid], [paid, late]].map(
      (list) => STATUS_LABELS[displayStatus(list, TODAY)],
    );
    expect(shown).toEqual(['Aberta', 'Parcial', 'Quitada', 'Vencida']);
  });

  test('of one installment is A vencer, Vencida or Paga (Recebida), however far the due date is', () => {
    const words = (['DUE', 'PLANNED', 'OVERDUE', 'PAID'] as const).map((status) => [
      installmentLabel(status, 'DEBIT'),
      installmentLabel(status, 'CREDIT'),
    ]);
    expect(words).toEqual([
      ['A vencer', 'A vencer'],
      ['A vencer', 'A vencer'],
      ['Vencida', 'Vencida'],
      ['Paga', 'Recebida'],
    ]);
  });

  test('has the earliest open due date as the next one; the header shows none once an installment is paid', () => {
    expect(nextDueDate([later, paid, late])).toBe('2026-11-20');
    expect(nextDueDate([paid])).toBeNull();
  });
});

describe('Names on the screen', () => {
  test('exist for every payment method', () => {
    expect(PAYMENT_METHODS.map((method) => PAYMENT_METHOD_LABELS[method])).toEqual([
      'Pix',
      'Boleto',
      'Transferência',
      'Dinheiro',
      'Cartão de crédito',
      'Cartão de débito',
      'Cheque',
      'Débito automático',
      'Outro',
    ]);
    expect([isPaymentMethod('PIX'), isPaymentMethod('pix'), isPaymentMethod(null)]).toEqual([true, false, false]);
  });

  test('exist for every statement line, and a category without a line shows as unclassified', () => {
    expect(STATEMENT_LINES.every((line) => STATEMENT_LINE_LABELS[line].length > 0)).toBe(true);
    expect(statementLineLabel('CONSTRUCTION_COST')).toBe('Custo das obras');
    expect(statementLineLabel(null)).toBe('Não classificado');
    expect([isStatementLine('DEDUCTIONS'), isStatementLine('x')]).toEqual([true, false]);
  });
});
