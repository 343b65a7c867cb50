import { formatDate, formatMoment, formatShortMonth } from '#domain/dates.ts';
import { firstDay } from '#domain/financial/financialStatement/months.ts';
import { LINE_LABELS, REGIME_LABELS, type LineId } from '#domain/financial/financialStatement/lines.ts';
import { add, type Money } from '#domain/money.ts';
import { formatCurrency, formatMoney } from '#domain/numberFormat.ts';
import type { FinancialStatement, StatementRow } from '#schema/financial/financialStatement/financialStatement.rest.ts';
import type { Letterhead } from '../../../platform/pdf/letterhead.ts';

/** What a file of a statement is made of. */
export interface PrintedStatement {
  statement: FinancialStatement;
  company: Letterhead;
  buildingName: string | null;
  /** Day of the print, and the instant that the file bears. */
  today: string;
  createdAt: string;
}

export const TITLE = 'Demonstrativo de Resultado';

export const monthTitle = (month: string): string => formatShortMonth(firstDay(month));

/** "−1.234,56": the minus sign of print. */
export const signedMoney = (value: Money): string => formatMoney(value).replace('-', '−');
export const signedCurrency = (value: Money): string => formatCurrency(value).replace('-', '−');

export const rowsOfLine = ({ rows }: FinancialStatement, line: string): StatementRow[] =>
  rows.filter((row) => row.line === line);

/** Whose statement it is, of which months, and by which date: a print tells it without the screen. */
export const facts = ({ statement: { regime, months }, buildingName }: PrintedStatement): string[] => [
  buildingName ? `Obra: ${buildingName}` : 'Todas as obras',
  `${monthTitle(months[0] ?? '')} a ${monthTitle(months.at(-1) ?? '')}`,
  `${REGIME_LABELS[regime]}, em R$`,
];

/** What stands below the statement, as sentences. */
export const footnotes = ({ statement }: PrintedStatement): string[] => {
  const { lines, outside, wallets, expensesWithoutBuilding, months, today, regime } = statement;
  const result = lines.find(({ line }) => line === 'RESULT')?.total ?? '0.00';
  const running = regime === 'CASH' && months.includes(today.slice(0, 7));
  return [
    ...(running ? [`${monthTitle(today.slice(0, 7))} conta até ${formatDate(today)}.`] : []),
    ...(wallets
      ? [
          `Resultado ${signedCurrency(result)} + fora do resultado ${signedCurrency(outside.total)} = ${signedCurrency(add(result, outside.total))}; as carteiras variaram ${signedCurrency(wallets.change)}${wallets.difference === '0.00' ? ', e confere.' : `: faltam ${signedCurrency(wallets.difference)}.`}`,
        ]
      : [`Fora do resultado: ${signedCurrency(outside.total)}.`]),
    ...(expensesWithoutBuilding === null
      ? []
      : [`Despesas sem obra, fora deste demonstrativo: ${signedCurrency(expensesWithoutBuilding)}.`]),
  ];
};

const labelOf = ({ rows }: FinancialStatement, figure: string): string =>
  rows.find((row) => row.figure === figure)?.label ?? LINE_LABELS[figure as LineId] ?? 'Linha sem valores';

/** The notes on the figures, each with its figure, author and moment. */
export const noteLines = ({ statement }: PrintedStatement): string[] =>
  statement.notes.map(({ figure, month, text, author, writtenAt }) => {
    const by = [author?.name, formatMoment(new Date(writtenAt))].filter(Boolean).join(', ');
    return `${labelOf(statement, figure)}, ${monthTitle(month)}: ${text} (${by})`;
  });
