import type { FastifyInstance } from 'fastify';
import { productEndpoints } from '#schema/purchase/products.rest.ts';
import { previewReprice } from '../../engineering/tasks/reprice.ts';
import { implement } from '../../platform/http/route.ts';
import { implementImport } from '../../platform/register/import/importer.ts';
import { readIds } from '../../platform/register/lists.ts';
import { productImporter } from './import/importer.ts';
import { listProducts, productCounts, productTotals } from './list.ts';
import { priceHistory, productFigures } from './prices.ts';
import { removeProduct } from './remove.ts';
import { readProduct, readProductByCode } from './rows.ts';
import { changeProducts, createProduct, priceOf, updateProduct } from './save.ts';
import { productUsages } from './usages.ts';

/** Products (insumos, §7), those of the account's own cost databases and published ones. */
export const products = async (app: FastifyInstance): Promise<void> => {
  app.platform.constraints.describe({
    product_definitions_code_key: { message: 'Já existe um insumo com este código.', field: 'code' },
  });
  reading(app);
  details(app);
  writing(app);
  implementImport(app, productEndpoints, productImporter);
};

const reading = (app: FastifyInstance): void => {
  implement(app, productEndpoints.list, ({ session, query, read }) =>
    read((trx) => listProducts(trx, session.accountId, query)),
  );
  implement(app, productEndpoints.totals, ({ session, query, read }) =>
    read((trx) => productTotals(trx, session.accountId, query)),
  );
  implement(app, productEndpoints.counts, ({ session, query, read }) =>
    read((trx) => productCounts(trx, session.accountId, query)),
  );
  implement(app, productEndpoints.get, ({ session, params, read }) =>
    read((trx) => readProduct(trx, session.accountId, params.id)),
  );
  implement(app, productEndpoints.byCode, ({ session, params, query, read }) =>
    read((trx) => readProductByCode(trx, session.accountId, params.code, query.productTable)),
  );
};

const details = (app: FastifyInstance): void => {
  implement(app, productEndpoints.figures, ({ session, query, read }) =>
    read(async (trx) => {
      const today = app.platform.clock.today();
      return { content: await productFigures(trx, session.accountId, readIds(query.ids) ?? [], today) };
    }),
  );
  implement(app, productEndpoints.priceHistory, ({ session, params, read }) =>
    read(async (trx) => {
      await readProduct(trx, session.accountId, params.id);
      return { content: await priceHistory(trx, session.accountId, params.id) };
    }),
  );
  implement(app, productEndpoints.usages, ({ session, params, read }) =>
    read(async (trx) => {
      await readProduct(trx, session.accountId, params.id);
      return { content: await productUsages(trx, session.accountId, params.id) };
    }),
  );
  implement(app, productEndpoints.impact, ({ session, params, query, read }) =>
    read(async (trx) => {
      await readProduct(trx, session.accountId, params.id);
      return previewReprice(trx, session.accountId, { products: new Map([[params.id, priceOf(query.price ?? null)]]) });
    }),
  );
};

const writing = (app: FastifyInstance): void => {
  implement(app, productEndpoints.create, ({ body, write }) => write((trx, work) => createProduct(trx, work, body)));
  implement(
    app,
    productEndpoints.update,
    ({ body, write }) => write((trx, work) => updateProduct(trx, work, body)),
    (trx, { session, body }) => readProduct(trx, session.accountId, body.id),
  );
  implement(app, productEndpoints.changeMany, ({ body, write }) =>
    write(async (trx, work) => ({ content: await changeProducts(trx, work, body) })),
  );
  implement(app, productEndpoints.remove, ({ params, write }) =>
    write((trx, work) => removeProduct(trx, work, params.id)),
  );
};
