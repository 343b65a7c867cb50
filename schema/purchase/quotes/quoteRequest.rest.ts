import { Type, type Static } from 'typebox';
import { endpoint } from '../../platform/endpoint.ts';
import { Money, Percentage, Quantity } from '../amounts.ts';
import { MAX_PAYMENT_DAYS, MAX_QUOTE_LINES } from './limits.ts';
import { Decimal, Id, Instant, IsoDate, Nullable } from '../../platform/shapes.ts';

/** What the link of a supplier leads to. A wrong token answers 404, as a missing one does. */
export const QuoteRequestState = Type.Union([
  Type.Literal('OPEN'),
  Type.Literal('EXPIRED', { description: 'The deadline is over, or the quote is decided' }),
  Type.Literal('DECLINED'),
  Type.Literal('REVOKED'),
]);

export const QuoteFreight = Type.Union([
  Type.Literal('INCLUDED', { description: 'In the prices (CIF)' }),
  Type.Literal('CHARGED', { description: 'Charged beside them (CIF)' }),
  Type.Literal('PICKUP', { description: 'Fetched by the buyer (FOB)' }),
]);
export type QuoteFreight = Static<typeof QuoteFreight>;

/** One line of an answer; a line that is left out is not answered yet. */
const AnswerLine = Type.Object({
  lineId: Id,
  /** Null with `unavailable` false: not typed yet. */
  price: Nullable(Quantity),
  unavailable: Type.Boolean({ description: '"Não tenho"' }),
  brand: Nullable(Type.String({ maxLength: 80 })),
});

/** What a supplier types; a draft may miss anything, an answer needs a price or "não tenho" for every line. */
export const QuoteAnswerBody = Type.Object({
  lines: Type.Array(AnswerLine, { maxItems: MAX_QUOTE_LINES }),
  freight: QuoteFreight,
  shippingRate: Nullable(Money),
  /** Percent of items and freight, 0 to 100. */
  ipi: Nullable(Percentage),
  deliveryDays: Nullable(Type.Integer({ minimum: 0, maximum: 730 })),
  validUntil: Nullable(IsoDate),
  paymentDays: Type.Array(Type.Integer({ minimum: 0, maximum: 720 }), { maxItems: MAX_PAYMENT_DAYS }),
  notes: Nullable(Type.String({ maxLength: 2_000 })),
});
export type QuoteAnswerBody = Static<typeof QuoteAnswerBody>;

const RequestFile = Type.Object({
  id: Id,
  name: Type.String(),
  size: Type.Integer({ description: 'Bytes' }),
  contentType: Type.String(),
});

/**
 * What a supplier sees: the request, and what he himself typed. Never a reference price, another supplier, or how many
 * were asked. `request` and `answer` are null unless the state is OPEN.
 */
export const QuoteRequest = Type.Object({
  state: QuoteRequestState,
  company: Type.String({ description: 'Name of who asks' }),
  phone: Nullable(Type.String({ description: 'Telephone of the buyer' })),
  /** Moment of the server, so that a wrong clock does not change what is left of the time. */
  now: Instant,
  answeredAt: Nullable(Instant),
  request: Nullable(
    Type.Object({
      document: Type.String(),
      title: Type.String(),
      supplier: Type.String(),
      buyer: Nullable(Type.String()),
      building: Type.String(),
      deliveryPlace: Nullable(Type.String()),
      deliveryDate: Nullable(IsoDate),
      message: Nullable(Type.String()),
      deadline: Instant,
      attachments: Type.Array(RequestFile),
      lines: Type.Array(
        Type.Object({
          id: Id,
          code: Nullable(Type.String()),
          description: Type.String(),
          unit: Type.String(),
          quantity: Decimal,
        }),
      ),
    }),
  ),
  answer: Nullable(
    Type.Object({
      ...QuoteAnswerBody.properties,
      savedAt: Nullable(Instant),
      attachments: Type.Array(RequestFile),
    }),
  ),
});
export type QuoteRequest = Static<typeof QuoteRequest>;

const ofToken = Type.Object({ token: Type.String({ minLength: 1, maxLength: 100 }) });
const ofFile = Type.Object({ token: ofToken.properties.token, attachmentId: Id });
const path = '/api/v1/purchase/quote-request/:token';

/** The page of a supplier (§2, `/quote-request/:token`); open calls, limited by address and by token. */
export const quoteRequestEndpoints = {
  get: endpoint({
    method: 'GET',
    path,
    summary: 'The request that a link leads to; opening it is noted',
    params: ofToken,
    answer: QuoteRequest,
  }),
  saveDraft: endpoint({
    method: 'PUT',
    path: `${path}/draft`,
    summary: 'Keeps what a supplier has typed so far',
    params: ofToken,
    body: QuoteAnswerBody,
    answer: Type.Object({ savedAt: Instant }),
  }),
  answer: endpoint({
    method: 'POST',
    path: `${path}/answer`,
    summary: 'Answers the request; replaces an answer before the deadline, which is kept',
    params: ofToken,
    body: Type.Object({
      ...QuoteAnswerBody.properties,
      copyTo: Type.Optional(Nullable(Type.String({ maxLength: 254, description: 'E-mail that a copy goes to' }))),
    }),
    answer: QuoteRequest,
  }),
  decline: endpoint({
    method: 'POST',
    path: `${path}/decline`,
    summary: 'Declines the request, with or without a reason',
    params: ofToken,
    body: Type.Object({ reason: Type.Optional(Nullable(Type.String({ maxLength: 500 }))) }),
    answer: QuoteRequest,
  }),
  resume: endpoint({
    method: 'POST',
    path: `${path}/resume`,
    summary: 'Takes a decline back before the deadline',
    params: ofToken,
    answer: QuoteRequest,
  }),
  attach: endpoint({
    method: 'POST',
    path: `${path}/attachments`,
    summary: 'Adds a file to the answer (part "file", 10 MiB, PDF, picture or spreadsheet)',
    params: ofToken,
    bodyKind: 'multipart',
    answer: RequestFile,
  }),
  detach: endpoint({
    method: 'DELETE',
    path: `${path}/attachments/:attachmentId`,
    summary: 'Deletes a file of the answer',
    params: ofFile,
    answer: Type.Object({ id: Id }),
  }),
  file: endpoint({
    method: 'GET',
    path: `${path}/attachments/:attachmentId`,
    summary: 'Content of a file of the request or of the own answer',
    params: ofFile,
    answer: Type.Unknown(),
    bare: true,
  }),
};
