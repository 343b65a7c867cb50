import type { FastifyInstance } from 'fastify';
import { transferEndpoints } from '#schema/financial/transfers.rest.ts';
import { answered, implement } from '../platform/http/route.ts';
import { UNLINKED, unlink } from './reconciliation/unlink.ts';
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

  implement(app, transferEndpoints.remove, async ({ session, params, write }) => {
    const { transfer, unlinked } = await write(async (trx, work) => {
      const found = await readTransfer(trx, session, params.companyId, params.id);
      const hadLine = await unlink(trx, work, { transferId: params.id });
      await transferRegister.remove(trx, work, { id: params.id, within: { company_id: params.companyId } });
      return { transfer: found, unlinked: hadLine };
    });
    return unlinked ? answered(transfer, UNLINKED) : transfer;
  });
};
