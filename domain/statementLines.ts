/** Lines of the income statement (DRE) that a category may map to, in the order of domain.md §3. */
export const STATEMENT_LINES = [
  'GROSS_REVENUE',
  'DEDUCTIONS',
  'CONSTRUCTION_COST',
  'ADMINISTRATIVE_EXPENSES',
  'COMMERCIAL_EXPENSES',
  'GENERAL_EXPENSES',
  'FINANCIAL_RESULT',
  'INCOME_TAXES',
  'OUTSIDE',
] as const;
export type StatementLine = (typeof STATEMENT_LINES)[number];

/** OUTSIDE is for movements that are not results: loan principal, capital contributions and withdrawals. */
export const STATEMENT_LINE_LABELS: Record<StatementLine, string> = {
  GROSS_REVENUE: 'Receita bruta',
  DEDUCTIONS: 'Deduções',
  CONSTRUCTION_COST: 'Custo das obras',
  ADMINISTRATIVE_EXPENSES: 'Despesas administrativas',
  COMMERCIAL_EXPENSES: 'Despesas comerciais',
  GENERAL_EXPENSES: 'Despesas gerais',
  FINANCIAL_RESULT: 'Resultado financeiro',
  INCOME_TAXES: 'IRPJ/CSLL',
  OUTSIDE: 'Fora do resultado',
};

/** Label of categories without a line, so that the statement includes every category. */
export const UNCLASSIFIED_LABEL = 'Não classificado';

export function isStatementLine(value: unknown): value is StatementLine {
  return STATEMENT_LINES.some((line) => line === value);
}

/** Returns the label of a category's line, or of "unclassified". */
export function statementLineLabel(line: StatementLine | null | undefined): string {
  return line ? STATEMENT_LINE_LABELS[line] : UNCLASSIFIED_LABEL;
}
