import { verticalShare } from '#domain/financial/financialStatement/statement.ts';
import { csvFile, csvLine, neutralised } from '#domain/files/csv.ts';
import { ZERO } from '#domain/money.ts';
import { monthTitle, rowsOfLine, type PrintedStatement } from './printed.ts';

const decimal = (value: string | null): string => value?.replace('.', ',') ?? '';

interface Valued {
  values: readonly string[];
  total: string;
}

const numbers = ({ values, total }: Valued): string[] => [...values, total].map(decimal);

/** Every line with its rows as CSV for a Brazilian spreadsheet; AV stands beside the lines. */
export const csvOf = ({ statement }: PrintedStatement): string => {
  const { months, lines, outside } = statement;
  const titles = [...months.map(monthTitle), 'Acumulado'];
  const net = lines.find(({ line }) => line === 'NET_REVENUE');
  const sharesOf = ({ values, total }: Valued): string[] =>
    [...values, total].map((value, at) =>
      decimal(verticalShare(value, [...(net?.values ?? []), net?.total][at] ?? ZERO)),
    );
  const rows = (line: string, label: string) =>
    rowsOfLine(statement, line).map((row) => [
      neutralised(label),
      neutralised(row.label),
      ...numbers(row),
      ...sharesOf(row),
    ]);
  return csvFile(
    [
      ['Linha', 'Categoria', ...titles, ...titles.map((title) => `AV % ${title}`)],
      ...lines.flatMap((line) => [
        [neutralised(line.label), '', ...numbers(line), ...sharesOf(line)],
        ...rows(line.line, line.label),
      ]),
      ['Fora do resultado', '', ...numbers(outside), ...sharesOf(outside)],
      ...rows('OUTSIDE', 'Fora do resultado'),
    ].map(csvLine),
  );
};
