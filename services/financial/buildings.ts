import type { FastifyInstance } from 'fastify';
import { buildingEndpoints } from '#schema/financial/buildings.rest.ts';
import { implement } from '../platform/http/route.ts';
import {
  buildingColumns,
  buildingRegister,
  buildingTotals,
  grantToMaker,
  listBuildings,
  readBuilding,
  requireEngineering,
} from './buildings.store.ts';

/** Buildings (obras) of a company (§7): seen with any permission on them, changed with ENGINEERING. */
export const buildings = async (app: FastifyInstance): Promise<void> => {
  app.platform.constraints.describe({
    buildings_name_key: { message: 'Já existe uma obra com este nome nesta empresa.', field: 'name' },
  });
  reading(app);
  writing(app);
};

const reading = (app: FastifyInstance): void => {
  implement(app, buildingEndpoints.list, ({ session, params, query, read }) =>
    read((trx) => listBuildings(trx, session, [params.companyId], query)),
  );

  implement(app, buildingEndpoints.totals, ({ session, params, query, read }) =>
    read((trx) => buildingTotals(trx, session, params.companyId, query)),
  );

  implement(app, buildingEndpoints.listActive, ({ session, params, query, read }) =>
    read((trx) => listBuildings(trx, session, [params.companyId], { ...query, active: true })),
  );

  implement(app, buildingEndpoints.listOfAccount, ({ session, query, read }) =>
    read((trx) => listBuildings(trx, session, [...session.companies], query)),
  );

  implement(app, buildingEndpoints.get, ({ session, params, read }) =>
    read((trx) => readBuilding(trx, session, params.companyId, params.id)),
  );
};

const writing = (app: FastifyInstance): void => {
  implement(app, buildingEndpoints.create, ({ session, params, body, write }) =>
    write(async (trx, work) => {
      const values = { ...buildingColumns(body), company_id: params.companyId };
      const { id } = await buildingRegister.create(trx, work, values);
      const maker = await grantToMaker(trx, session, params.companyId, id);
      return readBuilding(trx, maker, params.companyId, id);
    }),
  );

  implement(
    app,
    buildingEndpoints.update,
    ({ session, params, body, write }) =>
      write(async (trx, work) => {
        requireEngineering(session, params.companyId, body.id);
        const key = { id: body.id, version: body.version, within: { company_id: params.companyId } };
        await buildingRegister.update(trx, work, key, buildingColumns(body));
        return readBuilding(trx, session, params.companyId, body.id);
      }),
    (trx, { session, params, body }) => readBuilding(trx, session, params.companyId, body.id),
  );

  implement(app, buildingEndpoints.remove, ({ session, params, write }) =>
    write(async (trx, work) => {
      requireEngineering(session, params.companyId, params.id);
      await buildingRegister.remove(trx, work, { id: params.id, within: { company_id: params.companyId } });
      return { id: params.id };
    }),
  );
};
