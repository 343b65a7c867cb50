import type { CostEstimateReport } from '#schema/engineering/costEstimates/costEstimates.rest.ts';
import { dispositionOf, safeFileName } from '../../../platform/http/fileName.ts';
import { csvOf } from './csv.ts';
import { xlsxOf } from './xlsx.ts';

export type ExportFormat = 'XLSX' | 'CSV';

const TYPES: Record<ExportFormat, string> = {
  XLSX: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  CSV: 'text/csv; charset=utf-8',
};

/** An estimate as a file, with the headers of its answer. */
export const exportEstimate = (
  report: CostEstimateReport,
  format: ExportFormat,
): { headers: Record<string, string>; content: Buffer } => {
  const { code, description } = report.costEstimate;
  const extension = `.${format.toLowerCase()}`;
  return {
    headers: {
      'content-type': TYPES[format],
      'content-disposition': dispositionOf(safeFileName(`${code} ${description}${extension}`, [extension])),
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    },
    content: format === 'CSV' ? Buffer.from(csvOf(report)) : xlsxOf(report),
  };
};
