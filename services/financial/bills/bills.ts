import type { FastifyInstance } from 'fastify';
import { billEndpoints } from '#schema/financial/bills/bills.rest.ts';
import { implementImport } from '../../platform/register/import/importer.ts';
import { billImporter } from './importer.ts';

/** Open bills from a spreadsheet (mock 15), and the undo of such an import. */
export const bills = async (app: FastifyInstance): Promise<void> => {
  implementImport(app, billEndpoints, billImporter(app.platform.clock));
};
