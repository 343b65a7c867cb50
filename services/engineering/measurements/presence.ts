import { sql } from 'kysely';
import type { MeasurementPresence, PresenceBody } from '#schema/engineering/measurements/measurements.rest.ts';
import { notFound, ruleBroken } from '../../platform/errors.ts';
import type { Trx, Work } from '../../platform/db/unitOfWork.ts';
import type { Session } from '../../platform/session.ts';
import { visible } from '../costEstimates/access.ts';
import { MEASUREMENT_MISSING } from './read.ts';

/** Who was not heard of for so long has left. Screens tell where they are every five seconds. */
const GONE_AFTER_SECONDS = 15;
const NO_LINE = 'Esta linha não faz parte da medição.';

const readEstimateId = async (trx: Trx, session: Session, id: number): Promise<number> => {
  const { rows } = await sql<{ id: number }>`
    select e.id from measurements m
    join measurement_contracts k on k.account_id = m.account_id and k.id = m.contract_id
    join cost_estimates e on e.account_id = k.account_id and e.id = k.cost_estimate_id
    where ${visible(session)} and m.account_id = ${session.accountId} and m.id = ${id}`.execute(trx);
  if (!rows[0]) throw notFound(MEASUREMENT_MISSING);
  return rows[0].id;
};

/**
 * Tells at which line of a measurement the user is, and answers who else has it open, in three statements.
 * @throws ServiceError 404, 422 for a line of another cost estimate
 */
export const tellPresence = async (
  trx: Trx,
  work: Work,
  session: Session,
  { id, rowId }: PresenceBody & { id: number },
): Promise<{ people: MeasurementPresence[] }> => {
  const estimateId = await readEstimateId(trx, session, id);
  const { accountId, userId } = session;
  const now = work.clock.now();
  const { rows: told } = await sql`
    insert into measurement_presences (account_id, measurement_id, user_id, line_id, seen_at)
    select ${accountId}::bigint, ${id}::bigint, ${userId}::bigint, ${rowId}::bigint, ${now}::timestamptz
    where ${rowId}::bigint is null or exists (select from cost_estimate_lines
      where account_id = ${accountId} and id = ${rowId}::bigint and cost_estimate_id = ${estimateId})
    on conflict (account_id, measurement_id, user_id) do update set line_id = excluded.line_id, seen_at = excluded.seen_at
    returning 1`.execute(trx);
  if (told.length === 0) throw ruleBroken(NO_LINE, [{ path: 'rowId', message: NO_LINE }]);
  const { rows: people } = await sql<MeasurementPresence>`
    select json_build_object('id', u.id, 'name', u.name) as user, p.line_id as "rowId"
    from measurement_presences p
    join users u on u.account_id = p.account_id and u.id = p.user_id
    where p.account_id = ${accountId} and p.measurement_id = ${id} and p.user_id <> ${userId}
      and p.seen_at > ${now}::timestamptz - make_interval(secs => ${GONE_AFTER_SECONDS})
    order by u.name, u.id`.execute(trx);
  return { people };
};
