import type { FastifyInstance } from 'fastify';
import { ORDER_DELETED } from '#domain/messages.ts';
import { orderEndpoints } from '#schema/purchase/orders/endpoints.ts';
import { orderReturnEndpoints } from '#schema/purchase/orders/returns.rest.ts';
import { orderStagesEndpoint } from '#schema/purchase/orders/orderStages.rest.ts';
import { answered, implement } from '../../platform/http/route.ts';
import type { Session } from '../../platform/session.ts';
import { purchaseHistory } from '../history/list.ts';
import { decideOrder } from './approval/decide.ts';
import { checkOrder } from './check/check.ts';
import { receive, undoDelivery } from './deliveries.ts';
import type { Receiver } from './expense.ts';
import { listOrders, totalOrders } from './list.ts';
import { printedOrder, readPrinted } from './print/print.ts';
import { readOrder } from './read.ts';
import { returnGoods, undoReturn } from './returns.ts';
import { createOrder, removeOrder, updateOrderOf } from './save.ts';
import { classifyLines, NothingClassified } from './stages.ts';

type ReceiverOf = (session: Session, companyId: number) => Receiver;

/** Orders and receipts (pedidos e notas, §7). */
export const orders = async (app: FastifyInstance): Promise<void> => {
  app.platform.constraints.describe({
    orders_document_key: { message: 'Já existe um pedido com este número nesta empresa.', field: 'document' },
    orders_partner_fk: { message: 'Fornecedor não encontrado.', field: 'supplier', status: 422 },
    orders_building_fk: { message: 'Obra não encontrada.', field: 'building', status: 422 },
    orders_category_fk: { message: 'Categoria não encontrada.', field: 'category', status: 422 },
    order_lines_product_fk: { message: 'Insumo não encontrado.', field: 'requirementLineList', status: 422 },
    order_lines_stage_fk: { message: 'Etapa não encontrada nesta obra.', field: 'requirementLineList', status: 422 },
    order_deliveries_document_key: { message: 'Esta nota já foi recebida neste pedido.', field: 'documentNumber' },
    orders_transaction_fk: {
      message: 'Este lançamento é do que foi recebido de um pedido. Desfaça o recebimento para excluí-lo.',
      status: 422,
    },
  });
  const receiverOf: ReceiverOf = (session, companyId) => ({
    ...{ session, companyId },
    today: app.platform.clock.today(session.timeZone),
  });
  reading(app, receiverOf);
  writing(app, receiverOf);
  returning(app, receiverOf);
};

const reading = (app: FastifyInstance, receiverOf: ReceiverOf): void => {
  const { list, listOfBuilding, totals, get, history, print, check } = orderEndpoints;
  implement(app, list, ({ session, params, query, read }) =>
    read((trx) => listOrders(trx, receiverOf(session, params.companyId), query)),
  );
  implement(app, listOfBuilding, ({ session, params, query, read }) =>
    read((trx) => listOrders(trx, receiverOf(session, params.companyId), { ...query, building: params.buildingId })),
  );
  implement(app, totals, ({ session, params, query, read }) =>
    read((trx) => totalOrders(trx, receiverOf(session, params.companyId), query)),
  );
  implement(app, check, ({ session, params, body, read }) =>
    read((trx) => checkOrder(trx, receiverOf(session, params.companyId), body)),
  );
  implement(app, get, ({ session, params, read }) => read((trx) => readOrder(trx, session, params)));
  implement(app, history, ({ session, params, query, read }) =>
    read((trx) => purchaseHistory(trx, session, { ...params, kind: 'order' }, query)),
  );
  implement(app, print, async ({ session, params, reply, read }) => {
    const printed = await read((trx) => readPrinted(trx, session, params));
    const { headers, content } = await printedOrder(printed, app.platform.clock.now());
    void reply.headers(headers);
    return content;
  });
};

const writing = (app: FastifyInstance, receiverOf: ReceiverOf): void => {
  const { create, update, remove, receive: delivery, undoDelivery: undo } = orderEndpoints;
  implement(app, create, ({ session, params, body, write }) =>
    write((trx, work) => createOrder(trx, work, receiverOf(session, params.companyId), body)),
  );
  implement(
    app,
    update,
    ({ session, params, body, write }) =>
      write((trx, work) => updateOrderOf(trx, work, receiverOf(session, params.companyId), body)),
    (trx, { session, params, body }) => readOrder(trx, session, { ...params, id: body.id }),
  );
  implement(app, remove, async ({ session, params, query, write }) =>
    answered(
      await write((trx, work) =>
        removeOrder(trx, work, receiverOf(session, params.companyId), { ...params, version: query.version }),
      ),
      ORDER_DELETED,
    ),
  );
  implement(app, orderEndpoints.decide, ({ session, params, body, write }) =>
    write((trx, work) => decideOrder(trx, work, receiverOf(session, params.companyId), { id: params.id, body })),
  );
  implement(app, delivery, ({ session, params, body, write }) =>
    write((trx, work) => receive(trx, work, receiverOf(session, params.companyId), { id: params.id, body })),
  );
  implement(app, orderStagesEndpoint, ({ session, params, body, write }) =>
    write((trx, work) => classifyLines(trx, work, receiverOf(session, params.companyId), body)).catch(
      (error: unknown) => {
        if (error instanceof NothingClassified) return { results: error.results };
        throw error;
      },
    ),
  );
  implement(app, undo, ({ session, params, query, write }) =>
    write((trx, work) =>
      undoDelivery(trx, work, receiverOf(session, params.companyId), { ...params, version: query.version }),
    ),
  );
};

const returning = (app: FastifyInstance, receiverOf: ReceiverOf): void => {
  implement(app, orderReturnEndpoints.returnGoods, ({ session, params, body, write }) =>
    write((trx, work) => returnGoods(trx, work, receiverOf(session, params.companyId), { ...params, body })),
  );
  implement(app, orderReturnEndpoints.undoReturn, ({ session, params, query, write }) =>
    write((trx, work) =>
      undoReturn(trx, work, receiverOf(session, params.companyId), { ...params, version: query.version }),
    ),
  );
};
