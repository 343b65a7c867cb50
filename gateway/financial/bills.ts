import { billEndpoints, receivableEndpoints } from '#schema/financial/bills/bills.rest.ts';
import type { Resolvers } from '../generated/resolvers.ts';
import { importing, undoing } from '../platform/imports.ts';

/** Open bills and receivables from a spreadsheet. */
export const bills: Resolvers = {
  Mutation: {
    importBills: importing(billEndpoints.import),
    undoImportBills: undoing(billEndpoints.undoImport),
    importReceivables: importing(receivableEndpoints.import),
    undoImportReceivables: undoing(receivableEndpoints.undoImport),
  },
};
