import type { FastifyInstance } from 'fastify';
import { orderDispatchEndpoints } from '#schema/purchase/orders/dispatch.rest.ts';
import { implement, sourceOf } from '../../../platform/http/route.ts';
import { decideDate } from './decide.ts';
import { linkOrder, revokeLinks, sendOrder } from './send.ts';

/** How orders go to their suppliers (docs/decisions/0064). */
export const orderDispatch = async (app: FastifyInstance): Promise<void> => {
  const { publicUrl, clock } = app.platform;
  const { send, link, revoke, decide } = orderDispatchEndpoints;
  implement(app, send, ({ session, params: { companyId, id }, body, write }) =>
    write((trx, work) => sendOrder(trx, work, { session, companyId }, { id, body })),
  );
  implement(app, link, ({ session, params: { companyId, id }, request }) =>
    // Without its key: the answer has a token, and would be kept with it. Another link does no harm.
    app.platform.command(session, { ...sourceOf(request), idempotencyKey: undefined }, (trx, work) =>
      linkOrder(trx, work, { session, companyId }, { id, publicUrl }),
    ),
  );
  implement(app, revoke, ({ session, params: { companyId, id }, write }) =>
    write((trx, work) => revokeLinks(trx, work, { session, companyId }, id)),
  );
  implement(app, decide, ({ session, params: { companyId, id }, body: { version, decision }, write }) =>
    write((trx, work) =>
      decideDate(trx, work, { session, companyId, today: clock.today(session.timeZone) }, { id, version, decision }),
    ),
  );
};
