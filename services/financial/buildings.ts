import type { FastifyInstance } from 'fastify';
import { buildingEndpoints } from '#schema/financial/buildings.rest.ts';
import { implement } from '../platform/http/route.ts';
import { implementRegister } from '../platform/register/feature.ts';
import { implementImport } from '../platform/register/import/importer.ts';
import { buildingImporter } from './buildings.import.ts';
import { buildingStore, grantToMaker, NAME_TAKEN } from './buildings.store.ts';

/** Buildings (obras) of a company (§7): reading needs any permission on them, changing needs ENGINEERING. */
export const buildings = async (app: FastifyInstance): Promise<void> => {
  app.platform.constraints.describe({
    buildings_name_key: { message: NAME_TAKEN, field: 'name' },
  });
  const { create, listOfAccount, ...calls } = buildingEndpoints;
  implementImport(app, buildingEndpoints, buildingImporter);
  implementRegister(app, calls, buildingStore);
  implementRegister(app, { list: listOfAccount }, buildingStore);

  implement(app, create, ({ session, params, body, write }) =>
    write(async (trx, work) => {
      const { id } = await buildingStore.create(trx, work, { session, params }, body);
      const maker = await grantToMaker(trx, session, params.companyId, [id]);
      return buildingStore.read(trx, { session: maker, params }, id);
    }),
  );
};
