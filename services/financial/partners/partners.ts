import type { FastifyInstance } from 'fastify';
import { partnerEndpoints, type PartnerType } from '#schema/financial/partners.rest.ts';
import { noteDataView } from '../../platform/dataViews.ts';
import { implement } from '../../platform/http/route.ts';
import { implementRegister } from '../../platform/register/feature.ts';
import { implementImport } from '../../platform/register/import/importer.ts';
import { readIds } from '../../platform/register/lists.ts';
import type { RegisterQuery } from '../../platform/register/store.ts';
import type { Session } from '../../platform/session.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import { balanceOrders, partnerBalances, partnerTotals, type BalanceReader } from './balances.ts';
import { partnerImporter } from './import.ts';
import { listPaymentChanges } from './paymentChanges/list.ts';
import { partnerStore, toggleMessage } from './store.ts';

/** Customers and suppliers (§7 "Partner"), shared by the whole account. */
export const partners = async (app: FastifyInstance): Promise<void> => {
  app.platform.constraints.describe({
    partners_tax_id_key: { message: 'Já existe um parceiro deste tipo com este CPF ou CNPJ.', field: 'taxId' },
  });
  const { get, create, update, remove } = partnerEndpoints;
  implementRegister(app, { create, update, remove }, partnerStore, { message: toggleMessage });
  implement(app, get, async ({ session, params, read }) => {
    const partner = await read((trx) => partnerStore.read(trx, { session, params: {} }, params.id));
    await noteDataView(app.platform, session, partner.id);
    return partner;
  });
  implement(app, partnerEndpoints.paymentChanges, ({ session, params, query, read }) =>
    read((trx) => listPaymentChanges(trx, session.accountId, params.id, query)),
  );
  implementImport(app, partnerEndpoints, partnerImporter);

  implement(app, partnerEndpoints.list, ({ session, query, read }) => {
    const orders =
      query.companyId === undefined ? {} : balanceOrders(readerOf(app, session, query.companyId, query.building));
    return read((trx) => partnerStore.list(trx, { session, params: {} }, query, orders));
  });
  listsOf(app, 'CUSTOMER', { all: partnerEndpoints.listCustomers, active: partnerEndpoints.listActiveCustomers });
  listsOf(app, 'SUPPLIER', { all: partnerEndpoints.listSuppliers, active: partnerEndpoints.listActiveSuppliers });
  figures(app);
};

const readerOf = (app: FastifyInstance, session: Session, companyId: number, building?: number): BalanceReader => ({
  session,
  companyId,
  building,
  today: app.platform.clock.today(session.timeZone),
});

const figures = (app: FastifyInstance): void => {
  implement(app, partnerEndpoints.balances, ({ session, params, query, read }) =>
    read(async (trx) => ({
      content: await partnerBalances(
        trx,
        readerOf(app, session, params.companyId, query.building),
        readIds(query.ids) ?? [],
      ),
    })),
  );

  implement(app, partnerEndpoints.totals, ({ session, params, query, read }) =>
    read((trx) => partnerTotals(trx, readerOf(app, session, params.companyId, query.building), query)),
  );
};

interface Lists {
  all: typeof partnerEndpoints.listCustomers;
  active: typeof partnerEndpoints.listActiveCustomers;
}

const listsOf = (app: FastifyInstance, type: PartnerType, { all, active }: Lists): void => {
  const list = (trx: Trx, session: Session, query: RegisterQuery) => {
    const ofType: RegisterQuery & { type: PartnerType } = { ...query, type };
    return partnerStore.list(trx, { session, params: {} }, ofType);
  };

  implement(app, all, ({ session, query, read }) => read((trx) => list(trx, session, query)));
  implement(app, active, ({ session, query, read }) => read((trx) => list(trx, session, { ...query, active: true })));
};
