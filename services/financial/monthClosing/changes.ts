import { sql } from 'kysely';
import type { ExceptionChange } from '#schema/financial/monthClosing/monthClosing.rest.ts';
import type { NamedReference } from '#schema/platform/shapes.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import type { Static } from 'typebox';
import { rowNames, type NamedTable, type RowNames, type RowReference } from '../rowNames.ts';
import { fieldsOf, type RawField } from './changedFields.ts';

interface Audited {
  exceptionId: number;
  at: string;
  by: Static<typeof NamedReference> | null;
  action: string;
  entity: string;
  entityId: number;
  details: Record<string, unknown> | null;
  name: string | null;
}

/** Changes of all exceptions that are told; the audit log has the rest. */
const MOST_CHANGES = 500;
const LONGEST_TEXT = 300;

/** Fields that hold the id of a row, with its table. */
const REFERENCES: Readonly<Record<string, NamedTable>> = {
  categoryId: 'categories',
  partnerId: 'partners',
  expectedWalletId: 'wallets',
  walletId: 'wallets',
  sourceWalletId: 'wallets',
  targetWalletId: 'wallets',
  buildingId: 'buildings',
  stageId: 'cost_estimate_groups',
};

const isId = (value: unknown): value is string | number => /^\d{1,15}$/.test(String(value));

/** Names of the rows that fields speak of. One statement. */
const namesOf = (trx: Trx, accountId: number, fields: readonly RawField[]): Promise<RowNames> => {
  const named = (name: string, value: unknown): RowReference[] => {
    const table = REFERENCES[name];
    return table && isId(value) ? [{ table, id: Number(value) }] : [];
  };
  const references = fields.flatMap(({ field, before, after, of }) => [
    ...named(field, before),
    ...named(field, after),
    ...named('buildingId', of.building),
    ...named('stageId', of.stage),
  ]);
  return rowNames(trx, accountId, references);
};

const toldBy = (nameOf: RowNames) => {
  const textOf = (field: string, value: unknown): string | null => {
    if (value === null || value === undefined || value === '') return null;
    const table = REFERENCES[field];
    if (table && isId(value)) return nameOf({ table, id: Number(value) }) ?? `nº ${value}`;
    const text = typeof value === 'object' ? JSON.stringify(value) : String(value as string | number | boolean);
    return text.slice(0, LONGEST_TEXT);
  };
  return ({ field, before, after, of }: RawField): ExceptionChange['fields'][number] => ({
    of:
      of.number !== null
        ? `parcela ${of.number}`
        : of.building === null
          ? of.tax
          : [textOf('buildingId', of.building), textOf('stageId', of.stage)]
              .filter((name) => name !== null)
              .join(' · '),
    ...{ field, before: textOf(field, before), after: textOf(field, after) },
  });
};

/** What was changed under exceptions, the oldest first: from the history, whose rows name them. Two statements. */
export const changesOf = async (
  trx: Trx,
  accountId: number,
  exceptions: readonly number[],
): Promise<Map<number, ExceptionChange[]>> => {
  if (exceptions.length === 0) return new Map();
  const { rows } = await sql<Audited>`
    select x.exception_id as "exceptionId", a.at, a.action, x.entity, x.entity_id as "entityId", a.details,
           case when u.id is not null then json_build_object('id', u.id, 'name', u.name) end as by,
           case x.entity
             when 'transaction' then coalesce(
               (select concat_ws(' · ', t.document_number, p.name) from transactions t
                  left join partners p on p.account_id = t.account_id and p.id = t.partner_id
                 where t.account_id = x.account_id and t.id = x.entity_id), a.details #>> '{before,documentNumber}')
             when 'wallet' then (select w.identifier from wallets w where w.account_id = x.account_id and w.id = x.entity_id)
             when 'category' then (select c.name from categories c where c.account_id = x.account_id and c.id = x.entity_id)
           end as name
      from month_exception_uses x
      -- What happens to files is told of them; which document they were of, in its details.
      join audit_log a on a.account_id = x.account_id and a.details -> 'monthExceptions' @> to_jsonb(x.exception_id)
        and (a.entity = x.entity and a.entity_id = x.entity_id
          or x.entity = 'transaction' and a.entity = 'attachment' and a.details ->> 'transactionId' = x.entity_id::text)
      left join users u on u.account_id = a.account_id and u.id = a.user_id
     where x.account_id = ${accountId} and x.exception_id = any(${[...exceptions]}::bigint[])
     order by a.id limit ${MOST_CHANGES}`.execute(trx);
  const raw = rows.map(({ action, details }) => fieldsOf(action, details));
  const tell = toldBy(await namesOf(trx, accountId, raw.flat()));
  const changes = new Map<number, ExceptionChange[]>();
  rows.forEach(({ exceptionId, details: _details, name, ...row }, index) => {
    const fields = (raw[index] ?? []).map(tell).filter((one) => one.before !== one.after);
    changes.set(exceptionId, [
      ...(changes.get(exceptionId) ?? []),
      { ...row, name: name === '' ? null : name, fields },
    ]);
  });
  return changes;
};
