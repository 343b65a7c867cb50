import type { Clock } from '../clock.ts';
import type { Actor, AuditEntry, Trx } from './unitOfWork.ts';

/** The request a command belongs to, as its traces name it. */
export interface Trace {
  route: string;
  requestId: string | null;
  /** The change could have named the version that it was made on, and did not: the last one to write has won. */
  unversioned?: boolean;
}

/** Writes the rows of one command in one statement; a command that noted nothing still leaves the row of its call. */
export const writeAudit = async (
  trx: Trx,
  actor: Actor,
  trace: Trace,
  clock: Clock,
  entries: readonly AuditEntry[],
): Promise<void> => {
  const common = {
    account_id: actor.accountId,
    user_id: actor.userId,
    at: clock.now(),
    route: trace.route,
    request_id: trace.requestId,
  };
  const told = trace.unversioned ? { unversioned: true } : undefined;
  const rows =
    entries.length === 0
      ? [{ ...common, action: 'call', entity: null, entity_id: null, details: told ? JSON.stringify(told) : null }]
      : entries.map(({ action, entity, entityId, details }) => ({
          ...common,
          action,
          entity,
          entity_id: entityId,
          details: details === undefined && !told ? null : JSON.stringify({ ...(details as object), ...told }),
        }));
  await trx.insertInto('audit_log').values(rows).execute();
};
