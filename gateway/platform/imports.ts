import type { Endpoint } from '#schema/platform/endpoint.ts';
import type { ImportRequest, ImportResult as RestResult, ImportUndo as RestUndo } from '#schema/platform/imports.ts';
import type { GatewayContext } from '../context.ts';
import type { ImportInput } from '../generated/resolvers.ts';
import { toId } from './ids.ts';

export type ImportResultParent = RestResult;
export type ImportUndoParent = RestUndo;

/** The body of an import; `beside` is what concerns all of its rows. */
export const importBody = ({
  fileName,
  columns,
  rows,
  existing,
  faulty,
  createMissing,
  dryRun,
}: ImportInput): ImportRequest => ({
  fileName,
  columns: [...columns],
  rows: rows.map(({ line, cells }) => ({ line, cells: [...cells] })),
  ...(existing ? { existing } : {}),
  ...(faulty ? { faulty } : {}),
  ...(createMissing ? { createMissing: [...createMissing] } : {}),
  ...(dryRun == null ? {} : { dryRun }),
});

type Call = Parameters<GatewayContext['rest']['call']>[1];

/** What an import's address names besides the account of the session. */
interface Place {
  companyId?: string;
}

const paramsOf = async ({ params }: Endpoint, place: Place, context: GatewayContext): Promise<object> => ({
  ...(Object.hasOwn(params.properties, 'accountId') ? await context.account() : {}),
  ...(place.companyId === undefined ? {} : { companyId: toId(place.companyId) }),
});

/** Resolver of a register's import whose body has nothing besides. */
export const importing =
  (endpoint: Endpoint) =>
  async (
    _: unknown,
    { input, ...place }: Place & { input: ImportInput },
    context: GatewayContext,
  ): Promise<RestResult> => {
    const params = await paramsOf(endpoint, place, context);
    return (await context.rest.call(endpoint, { params, body: importBody(input) } as Call)) as RestResult;
  };

/** Resolver of a register's undo of an import. */
export const undoing =
  (endpoint: Endpoint) =>
  async (
    _: unknown,
    { importId, ...place }: Place & { importId: string },
    context: GatewayContext,
  ): Promise<RestUndo> => {
    const params = { ...(await paramsOf(endpoint, place, context)), importId: toId(importId) };
    return (await context.rest.call(endpoint, { params } as Call)) as RestUndo;
  };
