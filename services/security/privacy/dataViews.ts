import { sql } from 'kysely';
import type { DataView } from '#schema/security/privacy/privacy.rest.ts';
import type { PageOf } from '#schema/platform/shapes.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';

export interface ViewsQuestion {
  page?: number | undefined;
  size?: number | undefined;
  partnerId?: number | undefined;
  userId?: number | undefined;
}

/** Who opened the record of which partner, the newest first. */
export const listDataViews = async (
  trx: Trx,
  accountId: number,
  { page = 0, size = 50, partnerId, userId }: ViewsQuestion,
): Promise<PageOf<DataView>> => {
  const condition = sql`v.account_id = ${accountId}
    and (${partnerId ?? null}::bigint is null or v.partner_id = ${partnerId ?? null})
    and (${userId ?? null}::bigint is null or v.user_id = ${userId ?? null})`;
  const { rows } = await sql<DataView>`
    select jsonb_build_object('id', u.id, 'name', u.name) as "user",
           jsonb_build_object('id', p.id, 'name', p.name, 'type', p.type) as partner,
           v.first_at as "firstAt", v.last_at as "lastAt", v.times
      from data_views v
      join users u on u.account_id = v.account_id and u.id = v.user_id
      join partners p on p.account_id = v.account_id and p.id = v.partner_id
     where ${condition}
     order by v.last_at desc, v.partner_id, v.user_id limit ${size} offset ${page * size}`.execute(trx);
  const { rows: counted } = await sql<{ total: number }>`
    select count(*) as total from data_views v where ${condition}`.execute(trx);
  const totalElements = counted[0]?.total ?? 0;
  return { content: rows, number: page, size, last: (page + 1) * size >= totalElements, totalElements };
};
