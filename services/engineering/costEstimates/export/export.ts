import type { CostEstimateReport } from '#schema/engineering/costEstimates/costEstimates.rest.ts';
import { dispositionOf, safeFileName } from '../../../platform/http/fileName.ts';
import { renderPdf } from '../../../platform/pdf/pdf.ts';
import { csvOf } from './csv.ts';
import { printEstimate, type PrintedEstimate } from './pdf.ts';
import { xlsxOf } from './xlsx.ts';

type ExportFormat = 'XLSX' | 'CSV';

const TYPES: Record<ExportFormat | 'PDF', string> = {
  PDF: 'application/pdf',
  XLSX: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  CSV: 'text/csv; charset=utf-8',
};

export interface EstimateFile {
  headers: Record<string, string>;
  content: Buffer;
}

const fileOf = ({ costEstimate }: CostEstimateReport, format: ExportFormat | 'PDF', content: Buffer): EstimateFile => {
  const { code, description } = costEstimate;
  const extension = `.${format.toLowerCase()}`;
  return {
    headers: {
      'content-type': TYPES[format],
      'content-disposition': dispositionOf(safeFileName(`${code} ${description}${extension}`, [extension])),
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    },
    content,
  };
};

/** An estimate as a spreadsheet, with the headers of its answer. */
export const exportEstimate = (report: CostEstimateReport, format: ExportFormat): EstimateFile =>
  fileOf(report, format, format === 'CSV' ? Buffer.from(csvOf(report)) : xlsxOf(report));

/** An estimate as a printed document, with the headers of its answer. */
export const printedEstimate = async (printed: PrintedEstimate): Promise<EstimateFile> =>
  fileOf(printed.report, 'PDF', await renderPdf(printEstimate(printed)));
