import type { FastifyInstance } from 'fastify';
import { partnerEndpoints, type PartnerType } from '#schema/financial/partners.rest.ts';
import { noteDataViews } from '../../platform/dataViews.ts';
import { implement } from '../../platform/http/route.ts';
import { implementRegister } from '../../platform/register/feature.ts';
import { implementImport } from '../../platform/register/import/importer.ts';
import { mapPage } from '../../platform/register/listFilters.ts';
import { readIds } from '../../platform/register/lists.ts';
import type { RegisterQuery } from '../../platform/register/store.ts';
import type { Session } from '../../platform/session.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import { balanceOrders, partnerBalances, partnerTotals, type BalanceReader } from './balances.ts';
import { partnerImporter } from './import.ts';
import { listPaymentChanges } from './paymentChanges/list.ts';
import { listedPartner, paidPartners, partnerPayments } from './paymentDetails.ts';
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
    await noteDataViews(app.platform, session, [partner.id]);
    return partner;
  });
  payments(app);
  implementImport(app, partnerEndpoints, partnerImporter);

  implement(app, partnerEndpoints.list, ({ session, query, read }) => {
    const orders =
      query.companyId === undefined ? {} : balanceOrders(readerOf(app, session, query.companyId, query.building));
    return read(async (trx) =>
      mapPage(await partnerStore.list(trx, { session, params: {} }, query, orders), listedPartner),
    );
  });
  listsOf(app, 'CUSTOMER', { all: partnerEndpoints.listCustomers, active: partnerEndpoints.listActiveCustomers });
  listsOf(app, 'SUPPLIER', { all: partnerEndpoints.listSuppliers, active: partnerEndpoints.listActiveSuppliers });
  figures(app);
};

/** What partners are paid by: whoever is told is noted first. */
const payments = (app: FastifyInstance): void => {
  implement(app, partnerEndpoints.paymentDetails, async ({ session, query, read }) => {
    const content = await read((trx) => partnerPayments(trx, session.accountId, readIds(query.ids) ?? []));
    await noteDataViews(app.platform, session, paidPartners(content));
    return { content };
  });

  implement(app, partnerEndpoints.paymentChanges, async ({ session, params, query, read }) => {
    const changes = await read((trx) => listPaymentChanges(trx, session.accountId, params.id, query));
    if (changes.content.length > 0) await noteDataViews(app.platform, session, [params.id]);
    return changes;
  });
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
  const list = async (trx: Trx, session: Session, query: RegisterQuery) => {
    const ofType: RegisterQuery & { type: PartnerType } = { ...query, type };
    return mapPage(await partnerStore.list(trx, { session, params: {} }, ofType), listedPartner);
  };

  implement(app, all, ({ session, query, read }) => read((trx) => list(trx, session, query)));
  implement(app, active, ({ session, query, read }) => read((trx) => list(trx, session, { ...query, active: true })));
};
