import type { StatementLine } from '#domain/statementLines.ts';

/**
 * Initial categories of a new account, in the order of the statement's lines; users can rename and delete all of them.
 */
export const STANDARD_CATEGORIES: Record<'CREDIT' | 'DEBIT', readonly (readonly [string, StatementLine])[]> = {
  CREDIT: [
    ['Medições de obra', 'GROSS_REVENUE'],
    ['Venda de unidades', 'GROSS_REVENUE'],
    ['Taxa de administração', 'GROSS_REVENUE'],
    ['Outras receitas', 'GROSS_REVENUE'],
    ['Rendimento de aplicações', 'FINANCIAL_RESULT'],
  ],
  DEBIT: [
    ['Impostos sobre receitas', 'DEDUCTIONS'],
    ['Materiais', 'CONSTRUCTION_COST'],
    ['Mão de obra', 'CONSTRUCTION_COST'],
    ['Empreiteiros', 'CONSTRUCTION_COST'],
    ['Locação de equipamentos', 'CONSTRUCTION_COST'],
    ['Projetos e licenças', 'CONSTRUCTION_COST'],
    ['Salários e encargos', 'ADMINISTRATIVE_EXPENSES'],
    ['Aluguel e escritório', 'ADMINISTRATIVE_EXPENSES'],
    ['Contabilidade e jurídico', 'ADMINISTRATIVE_EXPENSES'],
    ['Marketing e corretagem', 'COMMERCIAL_EXPENSES'],
    ['Veículos e combustível', 'GENERAL_EXPENSES'],
    ['Juros e tarifas bancárias', 'FINANCIAL_RESULT'],
    ['IRPJ e CSLL', 'INCOME_TAXES'],
    ['Empréstimos e retiradas', 'OUTSIDE'],
  ],
};
