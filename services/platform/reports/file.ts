import type { ReportFormat } from '#schema/reports/reports.rest.ts';
import { csvChunks } from './csv.ts';
import { pdfChunks } from './pdf.ts';
import type { Printed } from './printed.ts';
import { xlsxStream } from './xlsx.ts';

/** A report as a file, piece by piece. */
export const fileChunks = (format: ReportFormat, printed: Printed): AsyncIterable<Buffer> => {
  if (format === 'CSV') return csvChunks(printed);
  return format === 'XLSX' ? (xlsxStream(printed) as AsyncIterable<Buffer>) : pdfChunks(printed);
};
