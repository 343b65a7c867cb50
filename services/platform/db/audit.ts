import type { Clock } from '../clock.ts';
import type { Actor, AuditEntry, Trx } from './unitOfWork.ts';

/** Origin of a command in the audit log. */
export interface Trace {
  route: string;
  requestId: string | null;
  /** The update accepts a version but the client sent none: the last write wins. */
  unversioned?: boolean;
}

/** Writes the audit rows of one command in one statement; a command without entries gets one row for the call. */
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
  const unversioned = trace.unversioned ? { unversioned: true } : undefined;
  const rows =
    entries.length === 0
      ? [
          {
            ...common,
            action: 'call',
            entity: null,
            entity_id: null,
            details: unversioned ? JSON.stringify(unversioned) : null,
          },
        ]
      : entries.map(({ action, entity, entityId, details }) => ({
          ...common,
          action,
          entity,
          entity_id: entityId,
          details:
            details === undefined && !unversioned ? null : JSON.stringify({ ...(details as object), ...unversioned }),
        }));
  await trx.insertInto('audit_log').values(rows).execute();
};
