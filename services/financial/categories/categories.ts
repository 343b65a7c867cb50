import type { FastifyInstance } from 'fastify';
import { categoryEndpoints } from '#schema/financial/categories.rest.ts';
import { implement } from '../../platform/http/route.ts';
import {
  categoryAnswer,
  categoryColumns,
  categoryRegister,
  listCategories,
  readCategory,
  requireSameType,
  requireType,
} from './store.ts';

/** Categories of income and expense (§7), shared by the whole account. */
export const categories = async (app: FastifyInstance): Promise<void> => {
  app.platform.constraints.describe({
    categories_name_key: { message: 'Já existe uma categoria deste tipo com este nome.', field: 'name' },
  });

  implement(app, categoryEndpoints.list, ({ session, query, read }) =>
    read((trx) => listCategories(trx, session, query)),
  );

  implement(app, categoryEndpoints.listActive, ({ session, query, read }) =>
    read((trx) => listCategories(trx, session, { ...query, active: true })),
  );

  implement(app, categoryEndpoints.get, ({ session, params, read }) =>
    read((trx) => readCategory(trx, session, params.id)),
  );

  implement(app, categoryEndpoints.create, ({ session, body, write }) =>
    write(async (trx, work) => {
      requireType(session, body.type);
      return categoryAnswer(await categoryRegister.create(trx, work, categoryColumns(body)));
    }),
  );

  implement(
    app,
    categoryEndpoints.update,
    ({ session, body, write }) =>
      write(async (trx, work) => {
        const { after } = await categoryRegister.update(trx, work, body, categoryColumns(body), (before) => {
          requireType(session, before.type);
          requireSameType(before, body);
        });
        return categoryAnswer(after);
      }),
    (trx, { session, body }) => readCategory(trx, session, body.id),
  );

  implement(app, categoryEndpoints.remove, ({ session, params, write }) =>
    write(async (trx, work) => {
      await categoryRegister.remove(trx, work, params, (row) => requireType(session, row.type));
      return { id: params.id };
    }),
  );
};
