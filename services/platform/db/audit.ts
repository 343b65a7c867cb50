import { sql } from 'kysely';
import { eventTypeOf } from '#domain/webhookEvents.ts';
import type { Clock } from '../clock.ts';
import type { SessionToken } from '../session.ts';
import type { Actor, AuditEntry, Outsider, Trx } from './unitOfWork.ts';

/** Origin of a command in the audit log. */
export interface Trace {
  route: string;
  requestId: string | null;
  /** The update accepts a version but the client sent none: the last write wins. */
  unversioned?: boolean;
}

/** The token of a program: of one that acts for a service account, also the user who made it. */
const tokenOf = ({ id, name, madeBy, service }: SessionToken) => ({ id, name, ...(service && { madeBy }) });

/** What an event tells besides its row: the installment that was paid or reversed. */
const extraOf = ({ details }: AuditEntry): object | null => {
  const id: unknown =
    typeof details === 'object' && details !== null ? Reflect.get(details, 'installmentId') : undefined;
  return typeof id === 'number' ? { installmentId: id } : null;
};

/** Events of webhooks among the entries, as queue_webhook_events reads them (migration 0093); null without one. */
const eventsOf = (entries: readonly AuditEntry[]): string | null => {
  const events = entries.flatMap((entry, place) => {
    const type = eventTypeOf(entry);
    return type === null
      ? []
      : [{ place, type, entity: entry.entity, id: entry.entityId, extra: extraOf(entry), ...entry.was }];
  });
  return events.length === 0 ? null : JSON.stringify(events);
};

/**
 * Writes the audit rows of one command in one statement, which also queues the events that active webhooks want; a command without entries gets one row for the call. Where triggers let it
 * change a closed month, its rows name the exceptions (migration 0070).
 */
export const writeAudit = async (
  trx: Trx,
  actor: Actor | Outsider,
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
  // Of every row: an unversioned change, and the token of a program that acted for the user.
  const told = {
    ...(trace.unversioned && { unversioned: true }),
    ...('token' in actor && actor.token && { token: tokenOf(actor.token) }),
  };
  const extra = Object.keys(told).length > 0 ? told : undefined;
  const rows =
    entries.length === 0
      ? [{ action: 'call', entity: null, entity_id: null, details: extra ?? null }]
      : entries.map(({ action, entity, entityId, details }) => ({
          action,
          entity,
          entity_id: entityId,
          details: details === undefined && !extra ? null : { ...(details as object), ...extra },
        }));
  const events = eventsOf(entries);
  const queued = sql`select queue_webhook_events(${common.at}::timestamptz, ${events}::jsonb)
          where exists (select from webhooks w where w.account_id = ${common.account_id}::bigint and w.state = 'ACTIVE')`;
  // One parameter for all rows: an import has more of them than a statement has parameters.
  const written = sql`insert into audit_log (account_id, user_id, at, route, request_id, action, entity, entity_id, details)
    select ${common.account_id}::bigint, ${common.user_id}::bigint, ${common.at}::timestamptz, ${common.route}, ${common.request_id},
           e.action, e.entity, e.entity_id,
           case when x.ids is null then e.details else coalesce(e.details, '{}') || jsonb_build_object('monthExceptions', x.ids) end
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as e (action text, entity text, entity_id bigint, details jsonb),
      (select nullif(current_setting('prumo.month_exceptions', true), '')::jsonb as ids) x`;
  await (events === null ? written : sql`with written as (${written}) ${queued}`).execute(trx);
};
