import { billEndpoints } from '#schema/financial/bills/bills.rest.ts';
import type { Resolvers } from '../generated/resolvers.ts';
import { toId } from '../platform/ids.ts';
import { importBody } from '../platform/imports.ts';

/** Open bills from a spreadsheet. */
export const bills: Resolvers = {
  Mutation: {
    importBills: async (_, { companyId, input }, { rest }) =>
      rest.call(billEndpoints.import, { params: { companyId: toId(companyId) }, body: importBody(input) }),
    undoImportBills: async (_, { companyId, importId }, { rest }) =>
      rest.call(billEndpoints.undoImport, { params: { companyId: toId(companyId), importId: toId(importId) } }),
  },
};
