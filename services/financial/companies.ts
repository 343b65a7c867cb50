import type { FastifyInstance } from 'fastify';
import { companyEndpoints } from '#schema/financial/companies.rest.ts';
import { implement } from '../platform/route.ts';
import { companyAnswer, companyColumns, companyRegister, listCompanies, readCompany } from './companies.store.ts';

/** Companies of the account (§7): everybody reads their own, admins keep them. */
export const companies = async (app: FastifyInstance): Promise<void> => {
  app.platform.constraints.describe({
    companies_name_key: { message: 'Já existe uma empresa com este nome.', field: 'name' },
  });

  implement(app, companyEndpoints.list, ({ session, query, read }) =>
    read((trx) => listCompanies(trx, session, query)),
  );

  implement(app, companyEndpoints.listActive, ({ session, query, read }) =>
    read((trx) => listCompanies(trx, session, { ...query, active: true })),
  );

  implement(app, companyEndpoints.get, ({ session, params, read }) =>
    read((trx) => readCompany(trx, session, params.id)),
  );

  implement(app, companyEndpoints.create, ({ body, write }) =>
    write(async (trx, work) => companyAnswer(await companyRegister.create(trx, work, companyColumns(body)))),
  );

  implement(app, companyEndpoints.update, ({ body, write }) =>
    write(async (trx, work) => {
      const { after } = await companyRegister.update(trx, work, body, companyColumns(body));
      return companyAnswer(after);
    }),
  );

  implement(app, companyEndpoints.remove, ({ params, write }) =>
    write(async (trx, work) => {
      await companyRegister.remove(trx, work, params);
      return { id: params.id };
    }),
  );
};
