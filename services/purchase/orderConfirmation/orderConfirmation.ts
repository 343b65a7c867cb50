import type { FastifyInstance } from 'fastify';
import { orderConfirmationEndpoints } from '#schema/purchase/orders/dispatch.rest.ts';
import { requireAllowance } from '../../platform/allowances.ts';
import { notFound } from '../../platform/errors.ts';
import { implementPublic } from '../../platform/http/route.ts';
import { MISSING } from '../links/visitors.ts';
import { printedOrder, printedWith } from '../orders/print/print.ts';
import { orderAnswer } from '../orders/read.ts';
import { confirmOrder, proposeDate, visitOrder } from './answer.ts';
import { confirmationAnswer, readConfirmation } from './read.ts';
import { orderPages } from './visitor.ts';

/** Documents of one order: laying one out takes a moment. */
const PRINTS = { times: 60, seconds: 15 * 60 };

/** The page where a supplier confirms his order (`/order-confirmation/:token`): no login, only what his link may know. */
export const orderConfirmation = async (app: FastifyInstance): Promise<void> => {
  const { platform } = app;
  const { get, print, confirm, propose } = orderConfirmationEndpoints;
  const { read, change, answer, visitorOf } = orderPages(platform);

  implementPublic(app, get, (call) =>
    // A program that only looks whether the address exists has not opened the order.
    call.request.method === 'HEAD'
      ? read(call, async (trx, visitor) => confirmationAnswer(trx, visitor, await readConfirmation(trx, visitor)))
      : change(call, visitOrder),
  );
  implementPublic(app, print, async (call) => {
    const { accountId, orderId } = await visitorOf(call);
    await requireAllowance(platform, 'order:prints', String(orderId), PRINTS);
    const printed = await platform.query({ accountId }, async (trx) => {
      const { order, state } = await readConfirmation(trx, { accountId, orderId });
      if (state !== 'OPEN') throw notFound(MISSING);
      return printedWith(trx, accountId, orderAnswer(order, { accountId }));
    });
    const { headers, content } = await printedOrder(printed, platform.clock.now());
    void call.reply.headers(headers);
    return content;
  });
  implementPublic(app, confirm, (call) =>
    answer(call, (trx, work, visitor) => confirmOrder(trx, work, visitor, call.body)),
  );
  implementPublic(app, propose, (call) =>
    answer(call, (trx, work, visitor) => proposeDate(trx, work, visitor, call.body)),
  );
};
