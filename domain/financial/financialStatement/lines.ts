import { STATEMENT_LINES, type StatementLine } from '../../statementLines.ts';

/** Cash counts what was paid by the date of payment, accrual what documents are by their competence date. */
export const REGIMES = ['CASH', 'ACCRUAL'] as const;
export type Regime = (typeof REGIMES)[number];

/** Regime as the table's own head says it, so that a print tells it. */
export const REGIME_LABELS: Record<Regime, string> = {
  CASH: 'Pela data de pagamento',
  ACCRUAL: 'Pela data de competência',
};

/** What no line of the statement has: inside the result, below the taxes. */
export const UNCLASSIFIED = 'UNCLASSIFIED';

/** Lines that categories add up to within the result. */
export type SummedLine = Exclude<StatementLine, 'OUTSIDE'> | typeof UNCLASSIFIED;

/** Lines that are computed from the lines above them, never stored. */
export type ComputedLine = 'NET_REVENUE' | 'GROSS_PROFIT' | 'EBITDA' | 'RESULT';

export type LineId = SummedLine | ComputedLine | 'OUTSIDE';

const REVENUE = ['GROSS_REVENUE', 'DEDUCTIONS'] as const;
const OPERATIONAL = [
  ...REVENUE,
  'CONSTRUCTION_COST',
  'ADMINISTRATIVE_EXPENSES',
  'COMMERCIAL_EXPENSES',
  'GENERAL_EXPENSES',
] as const;

/** Each computed line as the sum of these: expenses are negative, so that nothing is subtracted. */
export const PARTS: Record<ComputedLine, readonly SummedLine[]> = {
  NET_REVENUE: REVENUE,
  GROSS_PROFIT: [...REVENUE, 'CONSTRUCTION_COST'],
  EBITDA: OPERATIONAL,
  RESULT: [...OPERATIONAL, 'FINANCIAL_RESULT', 'INCOME_TAXES', UNCLASSIFIED],
};

/** The lines of a statement from top to bottom (domain.md §3). What stays outside of the result stands at its foot. */
export const STATEMENT: readonly Exclude<LineId, 'OUTSIDE'>[] = [
  'GROSS_REVENUE',
  'DEDUCTIONS',
  'NET_REVENUE',
  'CONSTRUCTION_COST',
  'GROSS_PROFIT',
  'ADMINISTRATIVE_EXPENSES',
  'COMMERCIAL_EXPENSES',
  'GENERAL_EXPENSES',
  'EBITDA',
  'FINANCIAL_RESULT',
  'INCOME_TAXES',
  UNCLASSIFIED,
  'RESULT',
];

export const isComputed = (line: string): line is ComputedLine => Object.hasOwn(PARTS, line);

/** Labels of the lines with their signs, as a printed statement has them. */
export const LINE_LABELS: Record<LineId, string> = {
  GROSS_REVENUE: 'Receita bruta',
  DEDUCTIONS: '(−) Deduções da receita',
  NET_REVENUE: 'Receita líquida',
  CONSTRUCTION_COST: '(−) Custo das obras',
  GROSS_PROFIT: 'Lucro bruto',
  ADMINISTRATIVE_EXPENSES: '(−) Despesas administrativas',
  COMMERCIAL_EXPENSES: '(−) Despesas comerciais',
  GENERAL_EXPENSES: '(−) Despesas gerais',
  EBITDA: 'EBITDA',
  FINANCIAL_RESULT: '(±) Resultado financeiro',
  INCOME_TAXES: '(−) IRPJ e CSLL',
  UNCLASSIFIED: 'Não classificado',
  RESULT: 'Resultado do período',
  OUTSIDE: 'Fora do resultado',
};

/** Increase and discount of payments: always in the financial line, by the date of payment, in both regimes. */
export const CHARGES = ['increase-debit', 'discount-debit', 'increase-credit', 'discount-credit'] as const;
export type Charge = (typeof CHARGES)[number];

export const CHARGE_LABELS: Record<Charge, string> = {
  'increase-debit': 'Juros e multas pagos',
  'discount-debit': 'Descontos obtidos',
  'increase-credit': 'Juros e multas recebidos',
  'discount-credit': 'Descontos concedidos',
};

/** Whether a charge adds to the result: what others pay late, and what is not paid in full. */
export const addsToResult = (charge: Charge): boolean => charge === 'discount-debit' || charge === 'increase-credit';

/** Documents without a category, by their type. */
export const WITHOUT_CATEGORY = ['without-credit', 'without-debit'] as const;
export type WithoutCategory = (typeof WITHOUT_CATEGORY)[number];

export const WITHOUT_CATEGORY_LABELS: Record<WithoutCategory, string> = {
  'without-credit': 'Receitas sem categoria',
  'without-debit': 'Despesas sem categoria',
};

/** Row of a statement that documents are behind: a line, a category, documents without one, or a charge. */
export type Figure =
  | { kind: 'LINE'; line: SummedLine | 'OUTSIDE' }
  | { kind: 'CATEGORY'; categoryId: number }
  | { kind: 'WITHOUT_CATEGORY'; type: 'CREDIT' | 'DEBIT' }
  | { kind: 'CHARGE'; charge: Charge };

const isOneOf = <T extends string>(values: readonly T[], text: string): text is T => values.some((one) => one === text);

/** Reads the key of a figure; null where there are no documents of its own behind it, or it is none. */
export const readFigure = (key: string): Figure | null => {
  const line = [...STATEMENT_LINES, UNCLASSIFIED].find((one) => one === key);
  if (line) return { kind: 'LINE', line: line as SummedLine | 'OUTSIDE' };
  if (isOneOf(CHARGES, key)) return { kind: 'CHARGE', charge: key };
  if (isOneOf(WITHOUT_CATEGORY, key)) {
    return { kind: 'WITHOUT_CATEGORY', type: key === 'without-credit' ? 'CREDIT' : 'DEBIT' };
  }
  const id = /^category-([1-9]\d{0,15})$/.exec(key)?.[1];
  return id === undefined ? null : { kind: 'CATEGORY', categoryId: Number(id) };
};

/** Whether a note may stand on it: every row of a statement. */
export const isFigure = (key: string): boolean => isComputed(key) || readFigure(key) !== null;
