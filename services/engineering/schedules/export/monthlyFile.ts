import { madeFile, type MadeFile } from '../../../platform/http/madeFile.ts';
import { renderPdf } from '../../../platform/pdf/pdf.ts';
import { printMonthly } from './monthlyPdf.ts';
import { monthlyXlsx } from './monthlyXlsx.ts';
import type { PrintedMonths } from './printedMonths.ts';

/** A physical-financial schedule as a file, with the headers of its answer. */
export const monthlyFile = async (printed: PrintedMonths, format: 'XLSX' | 'PDF'): Promise<MadeFile> => {
  const content = format === 'PDF' ? await renderPdf(printMonthly(printed)) : monthlyXlsx(printed);
  return madeFile(`${printed.estimate.code} físico-financeiro`, format, content);
};
