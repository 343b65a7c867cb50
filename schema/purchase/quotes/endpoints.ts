import { Type } from 'typebox';
import { endpoint } from '../../platform/endpoint.ts';
import { allIdsKey, Id, IsoDate, listKeys, Nullable, Page, PageWithIds, Version } from '../../platform/shapes.ts';
import { PurchaseChange } from '../history.rest.ts';
import {
  Quote,
  QuoteAttachment,
  QuoteAwardsBody,
  QuoteBody,
  QuoteOrders,
  QuoteState,
  QuoteSummary,
  QuoteTotals,
  QuoteUpdate,
  supplierIds,
} from './quotes.rest.ts';

const company = Type.Object({ companyId: Id });
const ofQuote = Type.Object({ companyId: Id, id: Id });
const ofSupplier = Type.Object({ companyId: Id, id: Id, supplierId: Id });
const ofFile = Type.Object({ companyId: Id, id: Id, attachmentId: Id });
const collection = '/api/v1/purchase/company/:companyId/quote';
const one = `${collection}/:id`;
const versioned = Type.Object({ version: Type.Optional(Version) });

/** Filters that list and totals share. */
const filters = {
  building: Type.Optional(Id),
  supplier: Type.Optional(Id),
  state: Type.Optional(QuoteState),
  deadlineFrom: Type.Optional(IsoDate),
  deadlineTo: Type.Optional(IsoDate),
};

/** Quotes (cotações, domain.md §4), in the style of orders. */
export const quoteEndpoints = {
  list: endpoint({
    method: 'GET',
    path: collection,
    summary: 'Quotes of a company, summarized',
    params: company,
    query: Type.Object({ ...listKeys, ...allIdsKey, ...filters }),
    answer: PageWithIds(QuoteSummary),
    watched: { entity: 'quote', places: ['PURCHASE'] },
  }),
  totals: endpoint({
    method: 'GET',
    path: `${collection}/totals`,
    summary: 'Counts and sums of quotes over a filter',
    params: company,
    query: Type.Object({ search: listKeys.search, ...filters }),
    answer: QuoteTotals,
  }),
  get: endpoint({
    method: 'GET',
    path: one,
    summary: 'One quote with its answers and their comparison',
    params: ofQuote,
    answer: Quote,
  }),
  history: endpoint({
    method: 'GET',
    path: `${one}/history`,
    summary: 'Who changed a quote, and what, with before and after; the latest first',
    params: ofQuote,
    query: Type.Object({ page: listKeys.page, size: listKeys.size }),
    answer: Page(PurchaseChange),
  }),
  create: endpoint({
    method: 'POST',
    path: collection,
    summary: 'Creates a draft; title and building are needed',
    params: company,
    body: QuoteBody,
    answer: Quote,
  }),
  update: endpoint({
    method: 'PUT',
    path: one,
    summary: 'Changes a quote',
    params: ofQuote,
    body: QuoteUpdate,
    answer: Quote,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: one,
    summary: 'Deletes a quote that led to no order; its links stop working',
    params: ofQuote,
    query: versioned,
    answer: Type.Object({ id: Id }),
    failure: 'Não foi possível excluir a cotação.',
  }),
  award: endpoint({
    method: 'PUT',
    path: `${one}/awards`,
    summary: 'Stores who gets which line; justified where it is not the cheapest combination',
    params: ofQuote,
    body: QuoteAwardsBody,
    answer: Quote,
  }),
  order: endpoint({
    method: 'POST',
    path: `${one}/orders`,
    summary: 'Makes one order for each supplier with awards, all or none',
    params: ofQuote,
    body: versioned,
    answer: QuoteOrders,
  }),
  close: endpoint({
    method: 'POST',
    path: `${one}/close`,
    summary: 'Closes a quote without an order; its links stop working',
    params: ofQuote,
    body: Type.Object({
      reason: Type.Optional(Nullable(Type.String({ maxLength: 500 }))),
      version: Type.Optional(Version),
    }),
    answer: Quote,
  }),
  reopen: endpoint({
    method: 'POST',
    path: `${one}/reopen`,
    summary: 'Opens a closed quote again',
    params: ofQuote,
    body: versioned,
    answer: Quote,
  }),
};

/** Whom a quote is sent to, and by which link. */
export const quoteSendingEndpoints = {
  send: endpoint({
    method: 'POST',
    path: `${one}/send`,
    summary: 'Mails the request to suppliers who were not asked yet: all, or those named',
    params: ofQuote,
    body: Type.Object({ supplierIds, version: Type.Optional(Version) }),
    answer: Quote,
  }),
  remind: endpoint({
    method: 'POST',
    path: `${one}/reminders`,
    summary: 'Mails who has neither answered nor declined: all, or those named; at most once an hour each',
    params: ofQuote,
    body: Type.Object({ supplierIds }),
    answer: Quote,
  }),
  link: endpoint({
    method: 'POST',
    path: `${one}/suppliers/:supplierId/links`,
    summary: 'Makes a link for a supplier, shown once and stored hashed; links made before keep working',
    params: ofSupplier,
    answer: Type.Object({ quote: Quote, url: Type.String() }),
  }),
  revoke: endpoint({
    method: 'DELETE',
    path: `${one}/suppliers/:supplierId/links`,
    summary: 'All links of a supplier stop working; an answer of his stays',
    params: ofSupplier,
    answer: Quote,
  }),
};

/** Files of a quote; suppliers read those of the request, and manage their own by their link. */
export const quoteFileEndpoints = {
  attach: endpoint({
    method: 'POST',
    path: `${one}/attachments`,
    summary: 'Adds a file to the request (part "file", 20 MiB)',
    params: ofQuote,
    bodyKind: 'multipart',
    answer: QuoteAttachment,
  }),
  file: endpoint({
    method: 'GET',
    path: `${one}/attachments/:attachmentId`,
    summary: 'Content of a file of the request or of an answer',
    params: ofFile,
    answer: Type.Unknown(),
    bare: true,
  }),
  detach: endpoint({
    method: 'DELETE',
    path: `${one}/attachments/:attachmentId`,
    summary: 'Deletes a file of the request',
    params: ofFile,
    answer: Quote,
  }),
};
