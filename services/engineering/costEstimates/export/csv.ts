import { changedQuantity, contracted } from '#domain/engineering/estimate/amendments.ts';
import { csvFile, csvLine, neutralised } from '#domain/files/csv.ts';
import type { CostEstimateReport } from '#schema/engineering/costEstimates/costEstimates.rest.ts';
import { isAmended, titlesOf } from './titles.ts';

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

/** What amendments change of a row, and the row with them. */
const amendedCells = (row: Row): string[] => {
  const { quantity, amendmentQuantity, amendmentTotal } = row;
  const current = quantity === null ? null : changedQuantity(quantity, amendmentQuantity);
  return [amendmentQuantity, current, amendmentTotal, contracted(row).total].map(decimal);
};

/** The rows of an estimate as CSV for a Brazilian spreadsheet, and its total. */
export const csvOf = ({ costEstimate, content }: CostEstimateReport): string => {
  const { directTotal, total, amendmentTotal, currentTotal } = costEstimate;
  const amended = isAmended(costEstimate);
  const sum = ['', '', '', 'Total', '', '', '', '', decimal(directTotal), decimal(total), ''];
  const amendments = amended ? ['', '', decimal(amendmentTotal), decimal(currentTotal)] : [];
  const rows = content.map((row) => [...cells(row), ...(amended ? amendedCells(row) : [])]);
  return csvFile([titlesOf(costEstimate), ...rows, [...sum, ...amendments]].map(csvLine));
};
