import type { CostEstimateReport } from '#schema/engineering/costEstimates/costEstimates.rest.ts';
import { madeFile, type MadeFile } from '../../../platform/http/madeFile.ts';
import { renderPdf } from '../../../platform/pdf/pdf.ts';
import { csvOf } from './csv.ts';
import { printEstimate, type PrintedEstimate } from './pdf.ts';
import { xlsxOf } from './xlsx.ts';

type ExportFormat = 'XLSX' | 'CSV';

const fileOf = ({ costEstimate }: CostEstimateReport, format: ExportFormat | 'PDF', content: Buffer): MadeFile =>
  madeFile(`${costEstimate.code} ${costEstimate.description}`, format, content);

/** An estimate as a spreadsheet, with the headers of its answer. */
export const exportEstimate = (report: CostEstimateReport, format: ExportFormat): MadeFile =>
  fileOf(report, format, format === 'CSV' ? Buffer.from(csvOf(report)) : xlsxOf(report));

/** An estimate as a printed document, with the headers of its answer. */
export const printedEstimate = async (printed: PrintedEstimate): Promise<MadeFile> =>
  fileOf(printed.report, 'PDF', await renderPdf(printEstimate(printed)));
