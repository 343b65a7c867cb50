import { sql } from 'kysely';
import type { ExceptionChange } from '#schema/financial/monthClosing/monthClosing.rest.ts';
import type { NamedReference } from '#schema/platform/shapes.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import type { Static } from 'typebox';

interface Audited {
  exceptionId: number;
  at: string;
  by: Static<typeof NamedReference> | null;
  action: string;
  entity: string;
  entityId: number;
  details: Record<string, unknown> | null;
}

/** Changes of all exceptions that are told; the audit log has the rest. */
const MOST_CHANGES = 500;
const LONGEST_TEXT = 300;

/** Fields that say nothing of a change. */
const TECHNICAL = new Set(['version', 'monthExceptions', 'unversioned', 'id', 'absorbed']);

const textOf = (value: unknown): string | null => {
  if (value === null || value === undefined) return null;
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value as string | number | boolean);
  return text.slice(0, LONGEST_TEXT);
};

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Fields with another value than before. Commands tell both sides (`before`, `after`), pairs by field, or what they were given;
 * an estorno what there was before.
 */
const fieldsOf = (details: Record<string, unknown> | null): ExceptionChange['fields'] => {
  if (!details) return [];
  const sided = 'before' in details || 'after' in details;
  const before = isObject(details['before']) ? details['before'] : {};
  const after = isObject(details['after']) ? details['after'] : sided ? {} : details;
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((name) => !TECHNICAL.has(name));
  return names
    .map((field) => ({ field, before: textOf(before[field]), after: textOf(after[field]) }))
    .filter((one) => one.before !== one.after);
};

/** What was changed under exceptions, the oldest first: from the history, whose rows name them. One statement. */
export const changesOf = async (
  trx: Trx,
  accountId: number,
  exceptions: readonly number[],
): Promise<Map<number, ExceptionChange[]>> => {
  if (exceptions.length === 0) return new Map();
  const { rows } = await sql<Audited>`
    select x.exception_id as "exceptionId", a.at, a.action, a.entity, a.entity_id as "entityId", a.details,
           case when u.id is not null then json_build_object('id', u.id, 'name', u.name) end as by
      from month_exception_uses x
      join audit_log a on a.account_id = x.account_id and a.entity = x.entity and a.entity_id = x.entity_id
        and a.details -> 'monthExceptions' @> to_jsonb(x.exception_id)
      left join users u on u.account_id = a.account_id and u.id = a.user_id
     where x.account_id = ${accountId} and x.exception_id = any(${[...exceptions]}::bigint[])
     order by a.id limit ${MOST_CHANGES}`.execute(trx);
  const changes = new Map<number, ExceptionChange[]>();
  for (const { exceptionId, details, ...row } of rows)
    changes.set(exceptionId, [...(changes.get(exceptionId) ?? []), { ...row, fields: fieldsOf(details) }]);
  return changes;
};
