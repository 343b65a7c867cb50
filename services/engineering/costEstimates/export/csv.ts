import { csvFile, csvLine, neutralised } from '#domain/files/csv.ts';
import type { CostEstimateReport } from '#schema/engineering/costEstimates/costEstimates.rest.ts';
import { TITLES } from './titles.ts';

type Row = CostEstimateReport['content'][number];

const text = (value: string | null): string => neutralised(value ?? '');
const decimal = (value: string | null): string => value?.replace('.', ',') ?? '';

const cells = (row: Row): string[] => [
  row.code,
  text(row.source),
  text(row.sourceCode),
  text(row.description),
  text(row.unit),
  ...[row.quantity, row.unitPrice, row.unitPriceWithBdi, row.directTotal, row.total, row.percentage].map(decimal),
];

/** The rows of an estimate as CSV for a Brazilian spreadsheet, and its total. */
export const csvOf = ({ costEstimate, content }: CostEstimateReport): string => {
  const { directTotal, total } = costEstimate;
  const sum = ['', '', '', 'Total', '', '', '', '', decimal(directTotal), decimal(total), ''];
  return csvFile([TITLES, ...content.map(cells), sum].map(csvLine));
};
