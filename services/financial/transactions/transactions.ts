import type { FastifyInstance } from 'fastify';
import type { Plans } from '../../platform/db/unitOfWork.ts';
import { implement, answered } from '../../platform/http/route.ts';
import type { Session } from '../../platform/session.ts';
import { partsByBuilding } from './byBuilding.ts';
import { readerOf, type Reader } from './reader.ts';
import { findDuplicates, totalTransactions } from './figures.ts';
import { expense, income, type Kind } from './kinds.ts';
import { getTransaction, isOpening, listTransactions, listSummaries } from './list.ts';
import { payInstallment, undoPayment, type PaymentResult } from './payments.ts';
import { listRecords } from './records.ts';
import { printedReceipt, readReceipt } from './receipt/receipt.ts';
import { widened } from './visibility.ts';
import { createTransaction, removeTransaction, updateTransaction } from './save.ts';

/** Income and expense (§7 `/credit` and `/debit`): the same endpoints for both kinds. */
export const transactions = async (app: FastifyInstance): Promise<void> => {
  app.platform.constraints.describe({
    transactions_category_fk: { message: 'Categoria não encontrada.', field: 'category', status: 422 },
    transactions_partner_fk: { message: 'Parceiro não encontrado.', field: 'partner', status: 422 },
    transactions_wallet_fk: { message: 'Carteira não encontrada.', field: 'bank', status: 422 },
    transactions_gross_value_check: { message: 'Informe um valor maior que zero.', field: 'grossValue' },
    installments_wallet_fk: { message: 'Carteira não encontrada.', field: 'bank', status: 422 },
    apportionments_building_fk: { message: 'Obra não encontrada.', field: 'transactionRecordBuildings', status: 422 },
    apportionments_group_fk: {
      message: 'Etapa não encontrada nesta obra.',
      field: 'transactionRecordBuildings',
      status: 422,
    },
    installments_positive: { message: 'O valor da parcela deve ser maior que zero.', field: 'transactionRecordList' },
    transaction_sums: { message: 'As parcelas e o rateio não somam o valor do lançamento.' },
  });
  for (const kind of [expense, income]) {
    lists(app, kind);
    single(app, kind);
    payments(app, kind);
    receipts(app, kind);
  }
};

const readers =
  (app: FastifyInstance, kind: Kind) =>
  (session: Session, companyId: number): Reader =>
    readerOf(session, companyId, kind, app.platform.clock.today(session.timeZone));

const lists = (app: FastifyInstance, kind: Kind): void => {
  const { endpoints } = kind;
  const reader = readers(app, kind);

  for (const endpoint of [endpoints.list, endpoints.period]) {
    implement(app, endpoint, ({ session, params, query, read }) =>
      read(async (trx) => listTransactions(trx, await widened(trx, reader(session, params.companyId)), query)),
    );
  }

  implement(app, endpoints.summaries, ({ session, params, query, read }) => {
    const from = reader(session, params.companyId);
    return read(async (trx) => listSummaries(trx, await widened(trx, from), query), { byKey: isOpening(query, from) });
  });

  for (const endpoint of [endpoints.listOfBuilding, endpoints.periodOfBuilding]) {
    implement(app, endpoint, ({ session, params, query, read }) =>
      read(async (trx) =>
        listTransactions(trx, await widened(trx, reader(session, params.companyId)), {
          ...query,
          building: params.buildingId,
        }),
      ),
    );
  }

  implement(app, endpoints.records, ({ session, params, query, read }) =>
    read(async (trx) => listRecords(trx, await widened(trx, reader(session, params.companyId)), query)),
  );

  implement(app, endpoints.byBuilding, ({ session, params, query, read }) =>
    read(async (trx) =>
      partsByBuilding(trx, await widened(trx, reader(session, params.companyId)), 'transaction', query),
    ),
  );

  implement(app, endpoints.totals, ({ session, params, query, read }) =>
    read(async (trx) => totalTransactions(trx, await widened(trx, reader(session, params.companyId)), query)),
  );

  implement(app, endpoints.duplicates, ({ session, params, query, read }) =>
    read((trx) => findDuplicates(trx, reader(session, params.companyId), query)),
  );
};

/** One document, its payment or its undoing. */
const BY_KEY: Plans = { byKey: true };

const single = (app: FastifyInstance, kind: Kind): void => {
  const { endpoints } = kind;
  const reader = readers(app, kind);

  implement(app, endpoints.get, ({ session, params, read }) =>
    read((trx) => getTransaction(trx, reader(session, params.companyId), params.id), BY_KEY),
  );

  implement(app, endpoints.create, ({ session, params, body, write }) =>
    write((trx, work) => createTransaction(trx, work, reader(session, params.companyId), body)),
  );

  implement(
    app,
    endpoints.update,
    ({ session, params, body, write }) =>
      write((trx, work) => updateTransaction(trx, work, reader(session, params.companyId), body)),
    (trx, { session, params, body }) => getTransaction(trx, reader(session, params.companyId), body.id),
  );

  implement(app, endpoints.remove, ({ session, params, query, write }) =>
    write((trx, work) =>
      removeTransaction(trx, work, reader(session, params.companyId), {
        ...{ id: params.id, version: query.version },
        restorable: true,
      }),
    ),
  );
};

const payments = (app: FastifyInstance, kind: Kind): void => {
  const { endpoints } = kind;
  const reader = readers(app, kind);

  implement(app, endpoints.pay, async ({ session, params, body, write }) =>
    reply(
      await write((trx, work) => payInstallment(trx, work, reader(session, params.companyId), params, body), BY_KEY),
    ),
  );

  implement(app, endpoints.undoPayment, async ({ session, params, query, write }) =>
    reply(
      await write(
        (trx, work) => undoPayment(trx, work, reader(session, params.companyId), params, query.version),
        BY_KEY,
      ),
    ),
  );
};

/** Receipts are laid out after the SQL transaction. */
const receipts = (app: FastifyInstance, kind: Kind): void => {
  const reader = readers(app, kind);
  implement(app, kind.endpoints.receipt, async ({ session, params, reply, read }) => {
    const receipt = await read((trx) => readReceipt(trx, reader(session, params.companyId), params));
    const { headers, content } = await printedReceipt(receipt, app.platform.clock.now());
    void reply.headers(headers);
    return content;
  });
};

/** Adds the message outside the command, because the idempotency store keeps the plain result. */
const reply = ({ answer }: PaymentResult) => (answer.message === null ? answer : answered(answer, answer.message));
