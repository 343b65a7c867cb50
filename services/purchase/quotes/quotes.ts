import type { FastifyInstance } from 'fastify';
import { quoteEndpoints } from '#schema/purchase/quotes/endpoints.ts';
import { implement } from '../../platform/http/route.ts';
import type { Session } from '../../platform/session.ts';
import { purchaseHistory } from '../history/list.ts';
import { awardQuote } from './awards.ts';
import { closeQuote, reopenQuote } from './close.ts';
import { listQuotes, totalQuotes, type QuoteReader } from './list.ts';
import { orderQuote } from './orders.ts';
import { readQuote } from './read.ts';
import { createQuote, removeQuote, updateQuote } from './save.ts';

/** Quotes (cotações): requests, the comparison of their answers, and what is decided. */
export const quotes = async (app: FastifyInstance): Promise<void> => {
  app.platform.constraints.describe({
    quotes_document_key: { message: 'Já existe uma cotação com este número nesta empresa.', field: 'document' },
    quotes_building_fk: { message: 'Obra não encontrada.', field: 'buildingId', status: 422 },
    quote_suppliers_partner_fk: { message: 'Fornecedor não encontrado.', field: 'suppliers', status: 422 },
    quote_lines_product_fk: { message: 'Insumo não encontrado.', field: 'lines', status: 422 },
    quote_lines_unit_fk: { message: 'Unidade não encontrada.', field: 'lines', status: 422 },
    quote_lines_stage_fk: { message: 'Etapa não encontrada nesta obra.', field: 'lines', status: 422 },
    orders_quote_fk: { message: 'Esta cotação gerou pedidos.', status: 422 },
  });
  const { clock } = app.platform;
  const readerOf = (session: Session, companyId: number): QuoteReader => ({ session, companyId, now: clock.now() });
  const { list, totals, get, history } = quoteEndpoints;
  implement(app, list, ({ session, params, query, read }) =>
    read((trx) => listQuotes(trx, readerOf(session, params.companyId), query)),
  );
  implement(app, totals, ({ session, params, query, read }) =>
    read((trx) => totalQuotes(trx, readerOf(session, params.companyId), query)),
  );
  implement(app, get, ({ session, params, read }) => read((trx) => readQuote(trx, session, params, clock.now())));
  implement(app, history, ({ session, params, query, read }) =>
    read((trx) => purchaseHistory(trx, session, { ...params, kind: 'quote' }, query)),
  );
  writing(app);
  deciding(app);
};

const writing = (app: FastifyInstance): void => {
  const { create, update, remove } = quoteEndpoints;
  implement(app, create, ({ session, params: { companyId }, body, write }) =>
    write((trx, work) => createQuote(trx, work, { session, companyId }, body)),
  );
  implement(app, update, ({ session, params: { companyId, id }, body, write }) =>
    write((trx, work) => updateQuote(trx, work, { session, companyId }, { id, body })),
  );
  implement(app, remove, ({ session, params, query, write }) =>
    write((trx, work) => removeQuote(trx, work, { session, ...params }, { ...params, version: query.version })),
  );
};

const deciding = (app: FastifyInstance): void => {
  const { award, order, close, reopen } = quoteEndpoints;
  implement(app, award, ({ session, params: { companyId, id }, body, write }) =>
    write((trx, work) => awardQuote(trx, work, { session, companyId }, { id, body })),
  );
  implement(app, order, ({ session, params: { companyId, id }, body: { version }, write }) =>
    write((trx, work) => orderQuote(trx, work, { session, companyId }, { id, version })),
  );
  implement(app, close, ({ session, params: { companyId, id }, body: { version, reason }, write }) =>
    write((trx, work) => closeQuote(trx, work, { session, companyId }, { id, version, reason })),
  );
  implement(app, reopen, ({ session, params: { companyId, id }, body: { version }, write }) =>
    write((trx, work) => reopenQuote(trx, work, { session, companyId }, { id, version })),
  );
};
