import { sql } from 'kysely';
import type { MeasurementChange } from '#schema/engineering/measurements/measurements.rest.ts';
import type { PageOf } from '#schema/platform/shapes.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import { orderAndCut, readListQuery, withTotal, type ListKeys } from '../../platform/register/lists.ts';
import type { Session } from '../../platform/session.ts';
import { readMeasurement } from './read.ts';

const rules = { sortable: { id: 'a.id' }, defaultSort: 'id:desc', key: 'a.id', maxSize: 200 };

/** Who changed a measurement, from the audit log. @throws ServiceError 404 */
export const measurementHistory = async (
  trx: Trx,
  session: Session,
  id: number,
  query: Pick<ListKeys, 'page' | 'size'>,
): Promise<PageOf<MeasurementChange>> => {
  await readMeasurement(trx, session, id);
  const list = readListQuery({ ...query, size: query.size ?? 50 }, rules);
  const from = sql`
    from audit_log a left join users u on u.account_id = a.account_id and u.id = a.user_id
   where a.account_id = ${session.accountId} and a.entity = 'measurement' and a.entity_id = ${id}`;
  const { rows } = await sql<MeasurementChange>`
    select a.id, a.at, a.action, case when u.id is not null then json_build_object('id', u.id, 'name', u.name) end as user,
           case when a.action = 'lines' then coalesce(jsonb_array_length(a.details -> 'lines'), 0) else 0 end as lines
      ${from} ${orderAndCut(list)}`.execute(trx);
  return withTotal(list, rows, async () => {
    const { rows: counted } = await sql<{ total: number }>`select count(*) as total ${from}`.execute(trx);
    return counted[0]?.total ?? 0;
  });
};
