import type { FastifyInstance } from 'fastify';
import { transferEndpoints } from '#schema/financial/transfers.rest.ts';
import { implement } from '../platform/http/route.ts';
import { listTransfers, readTransfer, transferColumns, transferRegister } from './transfers.store.ts';

/** Transfers between two wallets of a company (§7): one row with two sides, never income or expense. */
export const transfers = async (app: FastifyInstance): Promise<void> => {
  const twoWallets = 'Escolha duas carteiras diferentes.';
  app.platform.constraints.describe({
    transfers_two_wallets: { message: twoWallets, field: 'targetWalletId' },
    transfers_source_fk: { message: 'Carteira não encontrada.', field: 'sourceWalletId' },
    transfers_target_fk: { message: 'Carteira não encontrada.', field: 'targetWalletId' },
  });

  implement(app, transferEndpoints.list, ({ session, params, query, read }) =>
    read((trx) => listTransfers(trx, session, params.companyId, query)),
  );

  implement(app, transferEndpoints.create, ({ session, params, body, write }) =>
    write(async (trx, work) => {
      const columns = await transferColumns(trx, session, params.companyId, body);
      const { id } = await transferRegister.create(trx, work, columns);
      return readTransfer(trx, session, params.companyId, id);
    }),
  );

  implement(app, transferEndpoints.remove, ({ session, params, write }) =>
    write(async (trx, work) => {
      const transfer = await readTransfer(trx, session, params.companyId, params.id);
      await transferRegister.remove(trx, work, { id: params.id, within: { company_id: params.companyId } });
      return transfer;
    }),
  );
};
