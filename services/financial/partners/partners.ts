import type { FastifyInstance } from 'fastify';
import { partnerEndpoints, type PartnerType } from '#schema/financial/partners.rest.ts';
import { readIds } from '../../platform/register/lists.ts';
import { answered, implement } from '../../platform/http/route.ts';
import type { Session } from '../../platform/session.ts';
import { balanceOrders, partnerBalances, partnerTotals, type BalanceReader } from './balances.ts';
import { partnerColumns } from './fields.ts';
import {
  listPartners,
  partnerAnswer,
  partnerRegister,
  readPartner,
  refuseDuplicate,
  requireSameType,
  toggleMessage,
} from './store.ts';

/** Customers and suppliers (§7 "Partner"), shared by the whole account. */
export const partners = async (app: FastifyInstance): Promise<void> => {
  app.platform.constraints.describe({
    partners_tax_id_key: { message: 'Já existe um parceiro deste tipo com este CPF ou CNPJ.', field: 'taxId' },
  });

  implement(app, partnerEndpoints.list, ({ session, query, read }) => {
    const orders =
      query.companyId === undefined ? {} : balanceOrders(readerOf(app, session, query.companyId, query.building));
    return read((trx) => listPartners(trx, session, query, orders));
  });
  listsOf(app, 'CUSTOMER', { all: partnerEndpoints.listCustomers, active: partnerEndpoints.listActiveCustomers });
  listsOf(app, 'SUPPLIER', { all: partnerEndpoints.listSuppliers, active: partnerEndpoints.listActiveSuppliers });

  implement(app, partnerEndpoints.get, ({ session, params, read }) =>
    read((trx) => readPartner(trx, session, params.id)),
  );

  figures(app);

  implement(app, partnerEndpoints.create, ({ session, body, write }) =>
    write(async (trx, work) => {
      const columns = partnerColumns(body);
      await refuseDuplicate(trx, session, columns, null);
      return partnerAnswer(await partnerRegister.create(trx, work, columns));
    }),
  );

  implement(
    app,
    partnerEndpoints.update,
    async ({ session, body, write }) => {
      const { partner, message } = await write(async (trx, work) => {
        const columns = partnerColumns(body);
        const change = await partnerRegister.update(trx, work, body, columns, async (before) => {
          requireSameType(before, body.type);
          await refuseDuplicate(trx, session, columns, body.id);
        });
        return { partner: partnerAnswer(change.after), message: toggleMessage(change) };
      });
      return message ? answered(partner, message) : partner;
    },
    (trx, { session, body }) => readPartner(trx, session, body.id),
  );

  implement(app, partnerEndpoints.remove, ({ params, write }) =>
    write(async (trx, work) => {
      await partnerRegister.remove(trx, work, params);
      return { id: params.id };
    }),
  );
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
  implement(app, all, ({ session, query, read }) => read((trx) => listPartners(trx, session, { ...query, type })));

  implement(app, active, ({ session, query, read }) =>
    read((trx) => listPartners(trx, session, { ...query, type, active: true })),
  );
};
