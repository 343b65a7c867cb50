import type { Endpoint } from '#schema/platform/endpoint.ts';
import type { ImportRequest, ImportResult as RestResult } from '#schema/platform/imports.ts';
import type { GatewayContext } from '../context.ts';
import type { ImportInput } from '../generated/resolvers.ts';

export type ImportResultParent = RestResult;

/** The body of an import; `beside` is what concerns all of its rows. */
export const importBody = ({
  fileName,
  columns,
  rows,
  existing,
  createMissing,
  dryRun,
}: ImportInput): ImportRequest => ({
  fileName,
  columns: [...columns],
  rows: rows.map(({ line, cells }) => ({ line, cells: [...cells] })),
  ...(existing ? { existing } : {}),
  ...(createMissing ? { createMissing: [...createMissing] } : {}),
  ...(dryRun == null ? {} : { dryRun }),
});

type Call = Parameters<GatewayContext['rest']['call']>[1];

/** Resolver of a register's import whose body has nothing besides. */
export const importing =
  (endpoint: Endpoint) =>
  async (_: unknown, { input }: { input: ImportInput }, context: GatewayContext): Promise<RestResult> => {
    const ofAccount = Object.hasOwn(endpoint.params.properties, 'accountId');
    const params = ofAccount ? await context.account() : {};
    return (await context.rest.call(endpoint, { params, body: importBody(input) } as Call)) as RestResult;
  };
