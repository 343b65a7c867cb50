/** What the columns of a bank's CSV are; columns count from 1. */
export interface TableLayout {
  /** Name of the bank, which the account is shown with. */
  bank: string;
  date: number;
  /** Parts of the memo, in the order in which they are joined. */
  memo: number[];
  /** Signed amount; or two columns, `moneyIn` and `moneyOut`. */
  amount: number | null;
  moneyIn: number | null;
  moneyOut: number | null;
  /** Says of each amount whether it went in or out ("C", "D"). */
  direction: number | null;
  document: number | null;
  /** The bank's own number of the line, as FITID. */
  identifier: number | null;
  balance: number | null;
  /** Number of the account, where a file has several. */
  account: number | null;
  /** Money out is positive, as on the bills of cards. */
  inverted: boolean;
}

/** Names of columns that a layout may have, each once but the memo. */
export const SINGLE_COLUMNS = [
  ...(['date', 'amount', 'moneyIn', 'moneyOut', 'direction'] as const),
  ...(['document', 'identifier', 'balance', 'account'] as const),
];
export type SingleColumn = (typeof SINGLE_COLUMNS)[number];

/** What is wrong with a layout, at its field. */
export interface LayoutProblem {
  field: keyof TableLayout;
  message: string;
}

/** Whether a layout fits a table of so many columns. */
export const problemsOfLayout = (layout: TableLayout, columns: number): LayoutProblem[] => {
  const problems: LayoutProblem[] = [];
  const used = new Set<number>();
  const take = (field: keyof TableLayout, column: number | null): void => {
    if (column === null) return;
    if (column < 1 || column > columns) problems.push({ field, message: `O arquivo não tem a coluna ${column}.` });
    else if (used.has(column)) problems.push({ field, message: 'Esta coluna já tem outro papel.' });
    used.add(column);
  };
  for (const field of SINGLE_COLUMNS) take(field, layout[field]);
  for (const column of layout.memo) take('memo', column);
  const two = layout.moneyIn !== null || layout.moneyOut !== null;
  if (layout.amount === null && !two)
    problems.push({ field: 'amount', message: 'Escolha a coluna do valor, ou as de entradas e saídas.' });
  if (layout.amount !== null && two)
    problems.push({ field: 'amount', message: 'Escolha a coluna do valor ou as de entradas e saídas, não as duas.' });
  if (layout.direction !== null && layout.amount === null)
    problems.push({ field: 'direction', message: 'A coluna de crédito ou débito precisa da coluna do valor.' });
  return problems;
};
