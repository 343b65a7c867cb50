import { sql } from 'kysely';
import type { Webhook, WebhookDelivery, WebhookDeliveryDetails } from '#schema/security/webhooks.rest.ts';
import { notFound } from '../../platform/errors.ts';
import type { PageOf } from '#schema/platform/shapes.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import { bodyOf } from './payload.ts';
import './tables.ts';

export const MISSING = 'Webhook não encontrado.';
const DELIVERY_MISSING = 'Entrega não encontrada.';
const HOUR = 60 * 60 * 1000;
const PAGE_SIZE = 20;
const MOST_ATTEMPTS_SHOWN = 50;

/** Webhooks with what became of the events of the last 24 hours, by the hour. */
export const webhooksOf = async (trx: Trx, accountId: number, now: Date, id?: number): Promise<Webhook[]> => {
  const since = new Date(Math.floor(now.getTime() / HOUR) * HOUR - 23 * HOUR);
  const { rows } = await sql<Webhook>`
    select w.id, w.url, w.description, w.events, w.state, w.pause_reason as "pauseReason", w.paused_at as "pausedAt", w.failing,
      case when w.old_secret_until > ${now} then w.old_secret_until end as "oldSecretUntil", w.created_at as "createdAt", w.version,
      case when not w.everywhere then coalesce((
        select jsonb_agg(jsonb_build_object('company', jsonb_build_object('id', c.id, 'name', c.name),
                 'building', case when b.id is not null then jsonb_build_object('id', b.id, 'name', b.name) end)
               order by c.name, c.id, b.name nulls first, b.id)
          from webhook_places p
          join companies c on c.account_id = p.account_id and c.id = p.company_id
          left join buildings b on b.account_id = p.account_id and b.company_id = p.company_id and b.id = p.building_id
         where p.account_id = w.account_id and p.webhook_id = w.id), '[]') end as places,
      h.hours, h.delivered, h.total
    from webhooks w
    cross join lateral (
      select coalesce(jsonb_agg(jsonb_build_object('hour', to_char(x.hour at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
               'delivered', x.delivered, 'failed', x.failed) order by x.hour), '[]') as hours,
             coalesce(sum(x.delivered), 0)::integer as delivered, coalesce(sum(x.total), 0)::integer as total
        from (select date_trunc('hour', d.at, 'UTC') as hour, count(*) filter (where d.state = 'DELIVERED') as delivered,
                     count(*) filter (where d.state = 'FAILED' or (d.state = 'WAITING' and d.attempts > 0)) as failed, count(*) as total
                from webhook_deliveries d
               where d.account_id = w.account_id and d.webhook_id = w.id and d.at >= ${since} group by 1) x) h
    where w.account_id = ${accountId} ${id === undefined ? sql`` : sql`and w.id = ${id}`}
    order by w.id`.execute(trx);
  return rows;
};

/** @throws ServiceError 404 */
export const readWebhook = async (trx: Trx, accountId: number, now: Date, id: number): Promise<Webhook> => {
  const [webhook] = await webhooksOf(trx, accountId, now, id);
  if (!webhook) throw notFound(MISSING);
  return webhook;
};

const columns = sql`
  d.id, d.event_id as "eventId", d.type, d.at, coalesce(d.data ->> 'number', d.data ->> 'name') as label, d.test, d.state, d.attempts,
  case when d.state = 'WAITING' then d.next_attempt_at end as "nextAttemptAt", d.last_attempt_at as "lastAttemptAt", d.status, d.error,
  d.milliseconds`;

/** @throws ServiceError 404 for a webhook that is none of the account's */
export const deliveriesOf = async (
  trx: Trx,
  key: { accountId: number; id: number },
  query: { page?: number; size?: number; state?: WebhookDelivery['state'] },
): Promise<PageOf<WebhookDelivery>> => {
  const { page = 0, size = PAGE_SIZE, state } = query;
  const of = sql`d.account_id = ${key.accountId} and d.webhook_id = ${key.id} ${state ? sql`and d.state = ${state}` : sql``}`;
  const { rows: counts } = await sql<{ found: boolean; total: number }>`
    select exists (select from webhooks where account_id = ${key.accountId} and id = ${key.id}) as found,
           (select count(*) from webhook_deliveries d where ${of}) as total`.execute(trx);
  const { found = false, total = 0 } = counts[0] ?? {};
  if (!found) throw notFound(MISSING);
  const { rows } = await sql<WebhookDelivery>`
    select ${columns} from webhook_deliveries d where ${of} order by d.id desc limit ${size} offset ${page * size}`.execute(
    trx,
  );
  return { content: rows, number: page, size, last: (page + 1) * size >= total, totalElements: total };
};

/** @throws ServiceError 404 */
export const readDelivery = async (
  trx: Trx,
  { accountId, id, deliveryId }: { accountId: number; id: number; deliveryId: number },
  publicUrl: string,
): Promise<WebhookDeliveryDetails> => {
  const { rows } = await sql<Omit<WebhookDeliveryDetails, 'body'> & { data: Record<string, unknown> }>`
    select ${columns}, d.data, coalesce((
      select jsonb_agg(jsonb_build_object('id', a.id, 'at', to_char(a.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
               'milliseconds', a.milliseconds, 'status', a.status, 'error', a.error, 'answer', a.answer) order by a.id desc)
        from (select * from webhook_attempts a where a.account_id = d.account_id and a.delivery_id = d.id
               order by a.id desc limit ${MOST_ATTEMPTS_SHOWN}) a), '[]') as history
      from webhook_deliveries d where d.account_id = ${accountId} and d.webhook_id = ${id} and d.id = ${deliveryId}`.execute(
    trx,
  );
  const [row] = rows;
  if (!row) throw notFound(DELIVERY_MISSING);
  const { data, ...told } = row;
  return { ...told, body: bodyOf({ ...told, data }, publicUrl) };
};

/** Puts deliveries back into the queue as if they were new; their event ids and their order stay. Returns how many. */
export const queueAgain = async (
  trx: Trx,
  { accountId, id, deliveryId }: { accountId: number; id: number; deliveryId?: number },
  now: Date,
): Promise<number> => {
  const { rows } = await sql<{ id: number }>`
    update webhook_deliveries set state = 'WAITING', attempts = 0, first_attempt_at = null, next_attempt_at = ${now}
     where account_id = ${accountId} and webhook_id = ${id}
       and ${deliveryId === undefined ? sql`state = 'FAILED' and not test` : sql`id = ${deliveryId} and lease is null`}
    returning id`.execute(trx);
  return rows.length;
};
