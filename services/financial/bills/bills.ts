import type { FastifyInstance } from 'fastify';
import { billEndpoints, receivableEndpoints } from '#schema/financial/bills/bills.rest.ts';
import { implementImport } from '../../platform/register/import/importer.ts';
import { expense, income } from '../transactions/kinds.ts';
import { billImporter } from './importer.ts';

/** Open bills (mock 15) and receivables from a spreadsheet, and the undo of such an import. */
export const bills = async (app: FastifyInstance): Promise<void> => {
  const { clock } = app.platform;
  implementImport(app, billEndpoints, billImporter(expense, clock));
  implementImport(app, receivableEndpoints, billImporter(income, clock));
};
