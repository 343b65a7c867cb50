import type { FastifyInstance, FastifyReply } from 'fastify';
import {
  creditInstallmentEndpoints,
  debitInstallmentEndpoints,
  type BulkItem,
} from '#schema/financial/installments.rest.ts';
import { implement, sourceOf, warnUnversioned } from '../../platform/http/route.ts';
import { bulkOf, type BulkCommand, type BulkAnnouncer } from './bulk.ts';
import { checkDefaults } from './bulkPayment.ts';
import { groupInstallments } from './groups.ts';
import { listInstallments, totalInstallments } from './list.ts';
import { partsByBuilding } from '../transactions/byBuilding.ts';
import { readerOf, type Reader } from '../transactions/reader.ts';
import { expense, income, type Kind } from '../transactions/kinds.ts';
import { announceBatch, type Happening } from '../transactions/paymentMessages.ts';
import { payInstallment, withoutAnnouncement, undoPayment } from '../transactions/payments.ts';
import { widened } from '../transactions/visibility.ts';

/** Lists the installments of all transactions and runs bulk commands on them (Despesas beta, Receitas beta). */
export const installments = async (app: FastifyInstance): Promise<void> => {
  register(app, expense, debitInstallmentEndpoints);
  register(app, income, creditInstallmentEndpoints);
};

const announcerOf =
  (reader: Reader, happening: Happening): BulkAnnouncer =>
  (trx, work, movements) =>
    announceBatch(trx, work, reader, movements, happening);

/** Adds the warning when at least one item has no version. */
const warnOf = (reply: FastifyReply, items: readonly BulkItem[]): void => {
  if (items.some(({ version }) => version === undefined)) warnUnversioned(reply);
};

const register = (app: FastifyInstance, kind: Kind, endpoints: typeof debitInstallmentEndpoints): void => {
  const { clock } = app.platform;

  implement(app, endpoints.list, ({ session, params, query, read }) => {
    const reader = readerOf(session, params.companyId, kind, clock.today(session.timeZone));
    return read(async (trx) => listInstallments(trx, await widened(trx, reader), query));
  });

  implement(app, endpoints.totals, ({ session, params, query, read }) => {
    const reader = readerOf(session, params.companyId, kind, clock.today(session.timeZone));
    return read(async (trx) => totalInstallments(trx, await widened(trx, reader), query));
  });

  implement(app, endpoints.byBuilding, ({ session, params, query, read }) => {
    const reader = readerOf(session, params.companyId, kind, clock.today(session.timeZone));
    return read(async (trx) => partsByBuilding(trx, await widened(trx, reader), 'installment', query));
  });

  implement(app, endpoints.groups, ({ session, params, query, read }) => {
    const reader = readerOf(session, params.companyId, kind, clock.today(session.timeZone));
    return read(async (trx) => groupInstallments(trx, await widened(trx, reader), query));
  });

  implement(app, endpoints.pay, async ({ session, params, body, request, reply, read }) => {
    warnOf(reply, body.items);
    const reader = readerOf(session, params.companyId, kind, clock.today(session.timeZone));
    await read((trx) => checkDefaults(trx, reader, body));
    const { items, ...payment } = body;
    const pay: BulkCommand = (trx, work, key, version) =>
      payInstallment(trx, work, reader, key, { ...payment, version }, withoutAnnouncement);
    const announce = announcerOf(reader, 'recorded');
    return bulkOf(request, session, { ...sourceOf(request), body: payment }, items, pay, announce);
  });

  implement(app, endpoints.undo, ({ session, params, body, request, reply }) => {
    warnOf(reply, body.items);
    const reader = readerOf(session, params.companyId, kind, clock.today(session.timeZone));
    const undo: BulkCommand = (trx, work, key, version) =>
      undoPayment(trx, work, reader, key, version, withoutAnnouncement);
    const announce = announcerOf(reader, 'undone');
    // Undoes later parts first, so that earlier parts of an installment find them open and can merge.
    const items = [...body.items].sort((a, b) => b.installmentId - a.installmentId);
    return bulkOf(request, session, { ...sourceOf(request), body: null }, items, undo, announce);
  });
};
