import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { firstStepsEndpoints, type FirstSteps } from '#schema/security/firstSteps.rest.ts';
import { STANDARD_CATEGORIES } from '../../financial/categories/standard.ts';
import { ENTITY } from '../../financial/transactions/lock.ts';
import { implement } from '../../platform/http/route.ts';
import type { Session } from '../../platform/session.ts';

const standard = JSON.stringify(
  Object.entries(STANDARD_CATEGORIES).flatMap(([type, all]) => all.map(([name]) => ({ type, name }))),
);

const mayPay = ({ admin, permissions }: Session, companyId: number): boolean =>
  admin || Object.values(permissions[companyId] ?? {}).some((granted) => granted.includes('DEBIT'));

/** Registers what the first steps of an account ask (§2): in one statement, because everybody's first screen waits for it. */
export const firstSteps = async (app: FastifyInstance): Promise<void> => {
  implement(app, firstStepsEndpoints.get, ({ session, query: { companyId }, read }) =>
    read(async (trx) => {
      const { accountId } = session;
      const { rows } = await sql<FirstSteps>`
        with demonstration as (select * from demonstrations where account_id = ${accountId}),
             own as (select type from partners p where account_id = ${accountId} and not exists (
                select from demonstration d where p.id between d.partners_from and d.partners_to))
        select (select company_id from demonstration) as "demonstrationCompanyId",
          (select count(*)::integer from categories c where account_id = ${accountId} and (version > 1 or not exists (
             select from jsonb_to_recordset(${standard}::jsonb) as s (type text, name text)
              where s.type = c.type and s.name = c.name))) as categories,
          (select count(*)::integer from own where type = 'SUPPLIER') as suppliers,
          (select count(*)::integer from own where type = 'CUSTOMER') as customers,
          case when ${mayPay(session, companyId)} then exists (
            select from register_import_rows r
              join register_imports i on i.account_id = r.account_id and i.id = r.import_id and i.undone_at is null
              join transactions t on t.account_id = r.account_id and t.id = r.row_id and t.company_id = ${companyId}
             where r.account_id = ${accountId} and r.entity = ${ENTITY}) end as "billsImported"`.execute(trx);
      const [found] = rows;
      if (!found) throw new Error('one row was expected');
      return found;
    }),
  );
};
