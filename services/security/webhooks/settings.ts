import { sql } from 'kysely';
import { MOST_WEBHOOKS, OLD_SECRET_HOURS } from '#domain/webhooks.ts';
import type { WebhookBody, WebhookUpdate } from '#schema/security/webhooks.rest.ts';
import { notFound, ruleBroken, staleVersion } from '../../platform/errors.ts';
import type { Session } from '../../platform/session.ts';
import type { Trx, Work } from '../../platform/db/unitOfWork.ts';
import { blankAsNull } from '../../platform/text.ts';
import { requireReauthentication } from '../../platform/reauthentication.ts';
import { MISSING } from './store.ts';

const ENTITY = 'webhook';

type Places = NonNullable<WebhookBody['places']>;

/** @throws ServiceError 422 at the path of a company or building that the account does not have */
const storePlaces = async (trx: Trx, accountId: number, id: number, places: Places): Promise<void> => {
  await sql`delete from webhook_places where account_id = ${accountId} and webhook_id = ${id}`.execute(trx);
  const asked = sql`unnest(${places.map(({ companyId }) => companyId)}::bigint[], ${places.map(({ buildingId }) => buildingId)}::bigint[])`;
  const { rows } = await sql<{ at: number; building: boolean }>`
    select p.at - 1 as at, c.id is not null as building
      from ${asked} with ordinality as p (company_id, building_id, at)
      left join companies c on c.account_id = ${accountId} and c.id = p.company_id
      left join buildings b on b.account_id = ${accountId} and b.company_id = c.id and b.id = p.building_id
     where c.id is null or (p.building_id is not null and b.id is null)
     order by p.at limit 1`.execute(trx);
  const [wrong] = rows;
  if (wrong) {
    const message = wrong.building ? 'Obra não encontrada nesta empresa.' : 'Empresa não encontrada.';
    throw ruleBroken(message, [{ path: `places.${wrong.at}.${wrong.building ? 'buildingId' : 'companyId'}`, message }]);
  }
  await sql`
    insert into webhook_places (account_id, webhook_id, company_id, building_id)
    select distinct ${accountId}::bigint, ${id}::bigint, p.company_id, p.building_id
      from ${asked} as p (company_id, building_id)`.execute(trx);
};

const columnsOf = ({ description, events = null, places = null }: WebhookBody, url: string) => ({
  url,
  description: blankAsNull(description) ?? null,
  events: events === null ? null : [...events],
  everywhere: places === null,
});

export const createWebhook = async (
  trx: Trx,
  work: Work,
  session: Session,
  { body, url, secret }: { body: WebhookBody; url: string; secret: Buffer },
): Promise<{ id: number }> => {
  await requireReauthentication(trx, work, session);
  const { accountId } = work.session;
  await sql`select from accounts where id = ${accountId} for no key update`.execute(trx);
  const { count } = await trx
    .selectFrom('webhooks')
    .select(sql<number>`count(*)`.as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  if (count >= MOST_WEBHOOKS) {
    throw ruleBroken(`Uma conta tem no máximo ${MOST_WEBHOOKS} webhooks: exclua os que não usa.`);
  }
  const columns = columnsOf(body, url);
  const { id } = await trx
    .insertInto('webhooks')
    .values({
      ...{ account_id: accountId, ...columns, secret, state: 'ACTIVE', created_at: work.clock.now() },
      ...{ pause_reason: null, paused_at: null, old_secret: null, old_secret_until: null },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (body.places) await storePlaces(trx, accountId, id, body.places);
  work.audit({ action: 'create', entity: ENTITY, entityId: id, details: { ...columns, places: body.places ?? null } });
  return { id };
};

/** The row, held until the end of the SQL transaction. @throws ServiceError 404, 409 */
const hold = async (trx: Trx, accountId: number, id: number, version?: number) => {
  const row = await trx
    .selectFrom('webhooks')
    .select(['url', 'state', 'secret', 'version'])
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row) throw notFound(MISSING);
  if (version !== undefined && version !== row.version) throw staleVersion();
  return row;
};

const change = (trx: Trx, accountId: number, id: number) =>
  trx
    .updateTable('webhooks')
    .set((set) => ({ version: set('version', '+', 1) }))
    .where('account_id', '=', accountId)
    .where('id', '=', id);

export const updateWebhook = async (
  trx: Trx,
  work: Work,
  session: Session,
  { id, body, url }: { id: number; body: WebhookUpdate; url: string },
): Promise<void> => {
  const { accountId } = work.session;
  const before = await hold(trx, accountId, id, body.version);
  await requireReauthentication(trx, work, session);
  const columns = columnsOf(body, url);
  await change(trx, accountId, id).set(columns).execute();
  await storePlaces(trx, accountId, id, body.places ?? []);
  const details = { before: { url: before.url }, after: { ...columns, places: body.places ?? null } };
  work.audit({ action: 'update', entity: ENTITY, entityId: id, details });
};

export const removeWebhook = async (trx: Trx, work: Work, id: number): Promise<{ id: number }> => {
  const { accountId } = work.session;
  const { url } = await hold(trx, accountId, id);
  await trx.deleteFrom('webhooks').where('account_id', '=', accountId).where('id', '=', id).execute();
  work.audit({ action: 'delete', entity: ENTITY, entityId: id, details: { url } });
  return { id };
};

/** Pauses, or goes on; what waits is then due at once. A webhook in that state already stays as it is. */
export const setWebhookState = async (
  trx: Trx,
  work: Work,
  { id, state }: { id: number; state: 'ACTIVE' | 'PAUSED' },
): Promise<void> => {
  const { accountId } = work.session;
  const before = await hold(trx, accountId, id);
  if (before.state === state) return;
  const now = work.clock.now();
  const paused = state === 'PAUSED';
  await change(trx, accountId, id)
    .set({ state, pause_reason: paused ? 'MANUAL' : null, paused_at: paused ? now : null })
    .execute();
  if (!paused) {
    await sql`update webhook_deliveries set next_attempt_at = ${now}, attempts = 0, first_attempt_at = null
      where account_id = ${accountId} and webhook_id = ${id} and state = 'WAITING' and lease is null`.execute(trx);
    work.notify('webhook_queued', '');
  }
  work.audit({ action: paused ? 'pause' : 'resume', entity: ENTITY, entityId: id });
};

/** Stores a new secret; the old one signs, too, for a day, so that the receiver may change when it likes. */
export const rotateSecret = async (
  trx: Trx,
  work: Work,
  session: Session,
  { id, secret }: { id: number; secret: Buffer },
): Promise<{ id: number }> => {
  const { accountId } = work.session;
  const before = await hold(trx, accountId, id);
  await requireReauthentication(trx, work, session);
  const until = new Date(work.clock.now().getTime() + OLD_SECRET_HOURS * 60 * 60 * 1000);
  await change(trx, accountId, id).set({ secret, old_secret: before.secret, old_secret_until: until }).execute();
  work.audit({ action: 'rotateSecret', entity: ENTITY, entityId: id });
  return { id };
};
