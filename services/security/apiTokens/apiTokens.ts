import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { API_TOKEN_PREFIX, TOKEN_DAYS } from '#domain/apiLimits.ts';
import { addDays, DEFAULT_TIME_ZONE, isIsoDate } from '#domain/calendar.ts';
import { normalizeSpaces } from '#domain/text.ts';
import { apiTokenEndpoints, type ApiToken, type ApiTokenBody } from '#schema/security/apiTokens.rest.ts';
import { conflict, notFound, ruleBroken } from '../../platform/errors.ts';
import { implement } from '../../platform/http/route.ts';
import { hashToken, newToken, type Session } from '../../platform/session.ts';
import { Problems } from '../../platform/problems.ts';
import type { Trx, Work } from '../../platform/db/unitOfWork.ts';
import { requireReauthentication } from '../../platform/reauthentication.ts';
import { networkOf } from './networks.ts';
import { usageOf } from './usage.ts';
import './tables.ts';

/** Most tokens of an account that are not revoked. */
const MOST = 100;
const MISSING = 'Token não encontrado.';

const tokensOf = async (trx: Trx, accountId: number, id?: number): Promise<ApiToken[]> => {
  const { rows } = await sql<ApiToken>`
    select t.id, t.name, t.last_four as "lastFour", t.access, t.areas,
      case when not t.everywhere then coalesce((
        select jsonb_agg(jsonb_build_object('company', jsonb_build_object('id', c.id, 'name', c.name),
                 'building', case when b.id is not null then jsonb_build_object('id', b.id, 'name', b.name) end)
               order by c.name, c.id, b.name nulls first, b.id)
          from api_token_places p
          join companies c on c.account_id = p.account_id and c.id = p.company_id
          left join buildings b on b.account_id = p.account_id and b.company_id = p.company_id and b.id = p.building_id
         where p.account_id = t.account_id and p.token_id = t.id), '[]') end as places,
      array(select case when n = set_masklen(n, case family(n) when 4 then 32 else 128 end)::cidr then host(n) else text(n) end
              from unnest(t.networks) n) as networks,
      jsonb_build_object('id', m.id, 'name', m.name, 'active', m.active) as "madeBy",
      case when u.service then jsonb_build_object('id', u.id, 'name', u.name, 'active', u.active, 'tokensUntil', u.tokens_until)
        end as "serviceAccount",
      t.created_at as "createdAt", ((t.expires_at at time zone ${DEFAULT_TIME_ZONE}) - interval '1 day')::date::text as "expiresOn",
      t.last_used_at as "lastUsedAt", host(t.last_used_from) as "lastUsedFrom"
    from api_tokens t
    join users u on u.account_id = t.account_id and u.id = t.user_id
    join users m on m.account_id = t.account_id and m.id = t.made_by
    where t.account_id = ${accountId} and t.revoked_at is null ${id === undefined ? sql`` : sql`and t.id = ${id}`}
    order by t.created_at desc, t.id desc`.execute(trx);
  return rows;
};

const readToken = async (trx: Trx, accountId: number, id: number): Promise<ApiToken> => {
  const [token] = await tokensOf(trx, accountId, id);
  if (!token) throw notFound(MISSING);
  return token;
};

const END = `Escolha um dia de hoje até ${TOKEN_DAYS.most} dias depois.`;
const NETWORK = 'Informe um endereço ou uma rede, como 203.0.113.7 ou 203.0.113.0/24.';

interface Draft {
  expiresOn: string;
  networks: string[];
}

/** Checks what the shape of the body does not. @throws ServiceError 422 with all problems at their paths */
const readBody = (body: ApiTokenBody, today: string): Draft => {
  const problems = new Problems();
  const { expiresOn } = body;
  const fits = isIsoDate(expiresOn) && expiresOn >= today && expiresOn <= addDays(today, TOKEN_DAYS.most);
  if (!fits) problems.rule('expiresOn', END);
  const networks = (body.networks ?? []).map((text, index) => {
    const network = networkOf(text);
    if (network === null) problems.rule(`networks.${index}`, NETWORK);
    return network ?? '';
  });
  problems.refuse();
  return { expiresOn, networks: [...new Set(networks)] };
};

type Places = NonNullable<ApiTokenBody['places']>;

/** @throws ServiceError 422 at the path of a company or building that the account does not have */
const storePlaces = async (trx: Trx, accountId: number, tokenId: number, places: Places): Promise<void> => {
  const { rows } = await sql<{ at: number; building: boolean }>`
    select p.at - 1 as at, p.building_id is not null and c.id is not null as building
      from unnest(${places.map(({ companyId }) => companyId)}::bigint[], ${places.map(({ buildingId }) => buildingId)}::bigint[])
        with ordinality as p (company_id, building_id, at)
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
    insert into api_token_places (account_id, token_id, company_id, building_id)
    select distinct ${accountId}::bigint, ${tokenId}::bigint, p.company_id, p.building_id
      from unnest(${places.map(({ companyId }) => companyId)}::bigint[], ${places.map(({ buildingId }) => buildingId)}::bigint[])
        as p (company_id, building_id)`.execute(trx);
};

const NOT_FOUND = 'Conta de serviço não encontrada.';
const IDLE = 'Esta conta de serviço está desativada ou sem responsável: resolva isso antes em Usuários.';

interface Acting {
  id: number;
  name: string;
}

/** The service account that a token is to act for; null: whoever makes it. @throws ServiceError 422 at `serviceAccountId` */
const actingFor = async (trx: Trx, accountId: number, id: number | null): Promise<Acting | null> => {
  if (id === null) return null;
  const refuse = (message: string) => ruleBroken(message, [{ path: 'serviceAccountId', message }]);
  const account = await trx
    .selectFrom('users')
    .select(['id', 'name', 'active', 'responsible_id'])
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('service', '=', true)
    .executeTakeFirst();
  if (!account) throw refuse(NOT_FOUND);
  if (!account.active || account.responsible_id === null) throw refuse(IDLE);
  return { id: account.id, name: account.name };
};

/** Forgets tokens that ended a year ago, and refuses more than there may be. */
const makeRoom = async (trx: Trx, { session: { accountId }, clock }: Work): Promise<void> => {
  await sql`select from accounts where id = ${accountId} for no key update`.execute(trx);
  await sql`delete from api_tokens where account_id = ${accountId}
    and least(revoked_at, expires_at) < ${clock.now()}::timestamptz - interval '1 year'`.execute(trx);
  const { count } = await trx
    .selectFrom('api_tokens')
    .select(sql<number>`count(*)`.as('count'))
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow();
  if (count >= MOST) throw ruleBroken(`Uma conta tem no máximo ${MOST} tokens: revogue os que não usa.`);
};

const create = async (
  trx: Trx,
  work: Work,
  session: Session,
  { body, token }: { body: ApiTokenBody; token: string },
) => {
  const draft = readBody(body, work.clock.today());
  await makeRoom(trx, work);
  const { accountId, userId } = work.session;
  const serviceAccount = await actingFor(trx, accountId, body.serviceAccountId ?? null);
  await requireReauthentication(trx, work, session);
  const { access = 'READ', areas, places = null } = body;
  const name = normalizeSpaces(body.name);
  const { id } = await trx
    .insertInto('api_tokens')
    .values({
      account_id: accountId,
      user_id: serviceAccount?.id ?? userId,
      made_by: userId,
      name,
      token_hash: hashToken(token),
      last_four: token.slice(-4),
      access,
      areas,
      everywhere: places === null,
      networks: sql<string[]>`${draft.networks}::cidr[]`,
      created_at: work.clock.now(),
      expires_at: sql<string>`((${draft.expiresOn}::date + 1)::timestamp at time zone ${DEFAULT_TIME_ZONE})`,
      revoked_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (places !== null) await storePlaces(trx, accountId, id, places);
  const { networks, expiresOn } = draft;
  const details = { name, access, areas, places, networks, expiresOn, ...(serviceAccount && { serviceAccount }) };
  work.audit({ action: 'create', entity: 'apiToken', entityId: id, details });
  return { id };
};

const revoke = async (trx: Trx, work: Work, id: number): Promise<{ id: number }> => {
  const { accountId, userId } = work.session;
  const { name } = await readToken(trx, accountId, id);
  await trx
    .updateTable('api_tokens')
    .set({ revoked_at: work.clock.now(), revoked_by: userId })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .execute();
  work.audit({ action: 'revoke', entity: 'apiToken', entityId: id, details: { name } });
  return { id };
};

const REPLAYED = 'Este token já foi criado e não é mostrado de novo: revogue-o e crie outro.';

/** Registers the tokens of programs; administrators only, and no token makes another. */
export const apiTokens = async (app: FastifyInstance): Promise<void> => {
  implement(app, apiTokenEndpoints.list, ({ session, read }) => read((trx) => tokensOf(trx, session.accountId)));

  implement(app, apiTokenEndpoints.create, async ({ session, body, read, write }) => {
    const token = `${API_TOKEN_PREFIX}${newToken()}`;
    let made: string | null = null;
    // What an Idempotency-Key keeps is the id: the token itself is stored nowhere.
    const { id } = await write(async (trx, work) => {
      const stored = await create(trx, work, session, { body, token });
      made = token;
      return stored;
    });
    if (made === null) throw conflict(REPLAYED);
    return { token: made, apiToken: await read((trx) => readToken(trx, session.accountId, id)) };
  });

  implement(app, apiTokenEndpoints.revoke, ({ params, write }) => write((trx, work) => revoke(trx, work, params.id)));

  implement(app, apiTokenEndpoints.usage, ({ session, read }) =>
    read((trx) => usageOf(trx, session.accountId, app.platform.clock.today())),
  );
};
