import { sql } from 'kysely';
import { Type } from 'typebox';
import { endpoint } from '#schema/platform/endpoint.ts';
import { Decimal, Done, Id, IsoDate, listKeys, Nullable, PositiveDecimal, Reference } from '#schema/platform/shapes.ts';
import { admin, allOf, anyOf, authenticated, everyone, type Policy } from '#services/platform/access.ts';
import type { Feature } from '#services/platform/build.ts';
import { readListQuery } from '#services/platform/register/lists.ts';
import { answered, implement, implementPublic } from '#services/platform/http/route.ts';
import { RuleError } from '#domain/errors.ts';

const Body = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 10 }),
  value: Decimal,
  date: Type.Optional(IsoDate),
  kind: Type.Optional(Type.Union([Type.Literal('CREDIT'), Type.Literal('DEBIT')])),
  category: Type.Optional(Nullable(Reference)),
  count: Type.Optional(Type.Integer({ minimum: 1 })),
  lines: Type.Optional(Type.Array(Type.Object({ value: Nullable(PositiveDecimal) }), { maxItems: 3 })),
});

const inCompany = { params: Type.Object({ companyId: Id }), answer: Done };

/** Endpoints that exist only for tests of the platform. */
export const probes = {
  echo: endpoint({ method: 'POST', path: '/probe/echo', summary: 'Echo', body: Body, answer: Type.Unknown() }),
  list: endpoint({
    method: 'GET',
    path: '/probe/list',
    summary: 'List',
    query: Type.Object({ ...listKeys, active: Type.Optional(Type.Boolean()), from: Type.Optional(IsoDate) }),
    answer: Type.Unknown(),
  }),
  fail: endpoint({
    method: 'GET',
    path: '/probe/fail/:how',
    summary: 'Fails',
    params: Type.Object({ how: Type.String() }),
    answer: Done,
    failure: 'Falha para buscar carteira',
  }),
  create: endpoint({
    method: 'POST',
    path: '/probe/companies',
    summary: 'Creates a company',
    body: Type.Object({ name: Type.String({ minLength: 1 }) }),
    answer: Type.Object({ id: Id, name: Type.String() }),
  }),
  contend: endpoint({
    method: 'POST',
    path: '/probe/contend/:order',
    summary: 'Locks two rows',
    params: Type.Object({ order: Type.String() }),
    answer: Type.Integer(),
  }),
  leak: endpoint({ method: 'GET', path: '/probe/leak', summary: 'Leaks', answer: Type.Object({ id: Id }) }),
  any: endpoint({ method: 'GET', path: '/probe/company/:companyId/any', summary: 'Any', ...inCompany }),
  all: endpoint({ method: 'GET', path: '/probe/company/:companyId/all', summary: 'All', ...inCompany }),
  admin: endpoint({ method: 'GET', path: '/probe/admin', summary: 'Admin', answer: Done }),
  account: endpoint({
    method: 'GET',
    path: '/probe/account/:accountId',
    summary: 'Account',
    params: Type.Object({ accountId: Id }),
    answer: Done,
  }),
  byQuery: endpoint({
    method: 'GET',
    path: '/probe/balances',
    summary: 'Company in the query',
    query: Type.Object({ companyId: Id }),
    answer: Done,
  }),
};

export const probePolicy: Policy = {
  'POST /probe/echo': everyone,
  'GET /probe/list': everyone,
  'GET /probe/fail/:how': authenticated,
  'POST /probe/companies': authenticated,
  'POST /probe/contend/:order': authenticated,
  'GET /probe/leak': everyone,
  'GET /probe/company/:companyId/any': anyOf('DEBIT', 'CREDIT'),
  'GET /probe/company/:companyId/all': allOf('DEBIT', 'CREDIT'),
  'GET /probe/admin': admin,
  'GET /probe/account/:accountId': authenticated,
  'GET /probe/balances': anyOf('DEBIT'),
};

/** Number of attempts per row of `contend`, retries included. */
export const attempts = { contend: 0 };

const failures: Record<string, () => unknown> = {
  rule: () => {
    throw new RuleError('A soma das parcelas não confere.', [
      { path: 'installments.0.value', message: 'Confira o valor.' },
    ]);
  },
  bug: () => {
    throw new TypeError('Cannot read properties of undefined');
  },
};

const statements: Record<string, string> = {
  unique: "insert into companies (account_id, name) select current_account_id(), 'x' from generate_series(1, 2)",
  foreignKey: "insert into buildings (account_id, company_id, name) values (current_account_id(), 999999, 'x')",
  check: "insert into companies (account_id, name) values (current_account_id(), '')",
  syntax: 'selec 1',
  slow: 'set local statement_timeout = 20; select pg_sleep(5)',
};

export const probe: Feature = async (app) => {
  app.platform.constraints.describe({
    companies_name_key: { message: 'Já existe uma empresa com este nome.', field: 'name' },
  });
  implementPublic(app, probes.echo, ({ body }) => answered(body, 'Recebido.'));
  implementPublic(app, probes.list, ({ query }) => {
    const { order, ...list } = readListQuery(query, {
      sortable: { name: 'name', date: 'date' },
      defaultSort: 'name',
      key: 'id',
    });
    return { ...list, active: query.active ?? null, order: order.map(({ desc }) => desc) };
  });
  implementPublic(app, probes.leak, () => ({ id: 1, password: 'secret' }));
  implement(app, probes.fail, ({ params: { how }, write }) =>
    write(async (trx) => {
      failures[how]?.();
      await sql.raw(statements[how] ?? '').execute(trx);
      return null;
    }),
  );
  implement(app, probes.create, ({ body, session, write }) =>
    write(async (trx, work) => {
      const company = await trx
        .insertInto('companies')
        .values({ account_id: session.accountId, name: body.name })
        .returning(['id', 'name'])
        .executeTakeFirstOrThrow();
      work.audit({ action: 'create', entity: 'company', entityId: company.id, details: { name: body.name } });
      return company;
    }),
  );
  implement(app, probes.contend, ({ params, write }) =>
    write(async (trx) => {
      attempts.contend += 1;
      const { rows } = await sql<{ id: number }>`select id from companies order by id limit 2`.execute(trx);
      const ids = params.order === 'up' ? rows : rows.reverse();
      for (const { id } of ids) {
        await sql`update companies set version = version + 1 where id = ${id}`.execute(trx);
        await sql`select pg_sleep(0.2)`.execute(trx);
      }
      return rows.length;
    }),
  );
  for (const one of [probes.any, probes.all, probes.admin, probes.account, probes.byQuery])
    implement(app, one, () => null);
};
