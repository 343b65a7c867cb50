import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { money } from '#domain/money.ts';
import { orderLimitEndpoints, type OrderLimits, type OrderLimitsBody } from '#schema/purchase/orderLimits.rest.ts';
import { notFound, staleVersion } from '../platform/errors.ts';
import { refuseProblems } from '../platform/problems.ts';
import type { Trx, Work } from '../platform/db/unitOfWork.ts';
import { implement } from '../platform/http/route.ts';

interface Company {
  accountId: number;
  companyId: number;
}

const readLimits = async (trx: Trx, { accountId, companyId }: Company): Promise<OrderLimits> => {
  const { rows } = await sql<OrderLimits>`
    select c.order_limits_version as version,
           (select coalesce(json_agg(json_build_object('user', case when u.id is not null
                     then json_build_object('id', u.id, 'name', u.name) end, 'limit', l.max_value::text)
                     order by u.id is not null, search_key(u.name), u.id), '[]')
              from order_limits l
              left join users u on u.account_id = l.account_id and u.id = l.user_id
             where l.account_id = c.account_id and l.company_id = c.id and u.admin is not true) as limits
      from companies c where c.account_id = ${accountId} and c.id = ${companyId}`.execute(trx);
  const [found] = rows;
  if (!found) throw notFound('Empresa não encontrada.');
  return found;
};

/** @throws ServiceError 422 for a user who is named twice, is not there, or has no limit by being an administrator */
const checkUsers = async (trx: Trx, { accountId }: Company, { limits }: OrderLimitsBody): Promise<void> => {
  const ids = limits.flatMap(({ user }) => user?.id ?? []);
  const { rows } = await sql<{ id: number; admin: boolean }>`
    select id, admin from users where account_id = ${accountId} and id = any(${ids}::bigint[])`.execute(trx);
  const users = new Map(rows.map(({ id, admin }) => [id, { admin }]));
  const seen = new Set<number | null>();
  refuseProblems(
    limits.flatMap(({ user }, index) => {
      const [id, path] = [user?.id ?? null, `limits.${index}.user`];
      const [twice, known] = [seen.has(id), id === null ? { admin: false } : users.get(id)];
      seen.add(id);
      if (!known) return [{ path, message: 'Usuário não encontrado.' }];
      if (known.admin) return [{ path, message: 'Quem administra a conta não tem limite.' }];
      return twice
        ? [{ path, message: id === null ? 'Os demais aparecem duas vezes.' : 'Este usuário aparece duas vezes.' }]
        : [];
    }),
  );
};

const updateLimits = async (trx: Trx, work: Work, company: Company, body: OrderLimitsBody): Promise<OrderLimits> => {
  const { accountId, companyId } = company;
  await sql`select from companies where account_id = ${accountId} and id = ${companyId} for no key update`.execute(trx);
  const before = await readLimits(trx, company);
  if (before.version !== body.version) throw staleVersion();
  await checkUsers(trx, company, body);
  const rows = body.limits.map(({ user, limit }) => ({
    ...{ user_id: user?.id ?? null, max_value: limit === null ? null : money(limit) },
  }));
  await sql`delete from order_limits where account_id = ${accountId} and company_id = ${companyId}`.execute(trx);
  await sql`
    insert into order_limits (account_id, company_id, user_id, max_value)
    select ${accountId}::bigint, ${companyId}::bigint, r.user_id, r.max_value
      from json_to_recordset(${JSON.stringify(rows)}::json) as r (user_id bigint, max_value numeric)`.execute(trx);
  await sql`update companies set order_limits_version = order_limits_version + 1
    where account_id = ${accountId} and id = ${companyId}`.execute(trx);
  const after = await readLimits(trx, company);
  // By their ids alone: a name would outlast its user.
  const told = ({ limits }: OrderLimits) => limits.map(({ user, limit }) => ({ user: user && { id: user.id }, limit }));
  const details = { before: told(before), after: told(after) };
  work.audit({ action: 'updateOrderLimits', entity: 'company', entityId: companyId, details });
  return after;
};

/** Who may order up to how much in a company: its administrators set it. */
export const orderLimits = async (app: FastifyInstance): Promise<void> => {
  implement(app, orderLimitEndpoints.get, ({ session, params, read }) =>
    read((trx) => readLimits(trx, { accountId: session.accountId, companyId: params.companyId })),
  );
  implement(app, orderLimitEndpoints.update, ({ session, params, body, write }) =>
    write((trx, work) => updateLimits(trx, work, { accountId: session.accountId, companyId: params.companyId }, body)),
  );
};
