import { expect, test } from '@jest/globals';
import { suggestedLine } from '#domain/financial/financialStatement/suggestions.ts';

test.each([
  ['DEBIT', 'Concreto e argamassa', 'CONSTRUCTION_COST'],
  ['DEBIT', 'AÇO E FERRAGENS', 'CONSTRUCTION_COST'],
  ['DEBIT', 'ISS, PIS e COFINS', 'DEDUCTIONS'],
  ['DEBIT', 'IRPJ e CSLL', 'INCOME_TAXES'],
  ['DEBIT', 'Juros e tarifas bancárias', 'FINANCIAL_RESULT'],
  ['DEBIT', 'Salários e pró-labore', 'ADMINISTRATIVE_EXPENSES'],
  ['DEBIT', 'Marketing e corretagem', 'COMMERCIAL_EXPENSES'],
  ['DEBIT', 'Veículos, seguros e combustível', 'GENERAL_EXPENSES'],
  ['DEBIT', 'Empréstimos e distribuição de lucros', 'OUTSIDE'],
  ['CREDIT', 'Medições de obra', 'GROSS_REVENUE'],
  ['CREDIT', 'Rendimento de aplicações', 'FINANCIAL_RESULT'],
  ['CREDIT', 'Aporte de sócios', 'OUTSIDE'],
  ['DEBIT', 'Diversos', null],
  ['CREDIT', '', null],
] as const)('%s %s is suggested for %s', (type, name, line) => {
  expect(suggestedLine(type, name)).toBe(line);
});
