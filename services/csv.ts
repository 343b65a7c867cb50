import type { FastifyInstance } from 'fastify';
import { stageCsv } from './engineering/csv/stages.ts';
import { documentCsv } from './financial/csv/documents.ts';
import { installmentCsv } from './financial/csv/installments.ts';
import { registerCsv } from './financial/csv/registers.ts';
import { shareCsv } from './financial/csv/shares.ts';
import { purchaseCsv } from './purchase/csv/csv.ts';

/** Datasets of all domains for spreadsheets and BI. */
export const csv = async (app: FastifyInstance): Promise<void> => {
  const datasets = [...documentCsv, ...installmentCsv, ...shareCsv, ...registerCsv, ...purchaseCsv, stageCsv];
  for (const register of datasets) register(app);
};
