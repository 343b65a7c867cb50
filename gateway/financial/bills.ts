import { billEndpoints, receivableEndpoints } from '#schema/financial/bills/bills.rest.ts';
import type { ImportResult as RestResult, ImportUndo as RestUndo } from '#schema/platform/imports.ts';
import type { GatewayContext } from '../context.ts';
import type { ImportInput, Resolvers } from '../generated/resolvers.ts';
import { toId } from '../platform/ids.ts';
import { importBody } from '../platform/imports.ts';

type Calls = typeof billEndpoints;

const importing =
  (calls: Calls) =>
  async (
    _: unknown,
    { companyId, input }: { companyId: string; input: ImportInput },
    { rest }: GatewayContext,
  ): Promise<RestResult> =>
    rest.call(calls.import, { params: { companyId: toId(companyId) }, body: importBody(input) });

const undoing =
  (calls: Calls) =>
  async (
    _: unknown,
    { companyId, importId }: { companyId: string; importId: string },
    { rest }: GatewayContext,
  ): Promise<RestUndo> =>
    rest.call(calls.undoImport, { params: { companyId: toId(companyId), importId: toId(importId) } });

/** Open bills and receivables from a spreadsheet. */
export const bills: Resolvers = {
  Mutation: {
    importBills: importing(billEndpoints),
    undoImportBills: undoing(billEndpoints),
    importReceivables: importing(receivableEndpoints),
    undoImportReceivables: undoing(receivableEndpoints),
  },
};
