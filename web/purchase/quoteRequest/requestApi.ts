import type { QuoteAnswerBody, QuoteRequest } from '#schema/purchase/quotes/quoteRequest.rest.ts';
import { send } from '#web/public/supplier/calls.ts';

/** A file of the request or of the own answer. */
export type RequestFile = NonNullable<QuoteRequest['request']>['attachments'][number];

/** Address of what a link leads to. */
export const pathOf = (token: string, rest = ''): string =>
  `/api/v1/purchase/quote-request/${encodeURIComponent(token)}${rest}`;

/** The calls of one link. */
export const requestApi = (token: string) => ({
  open: () => send<QuoteRequest>(pathOf(token), 'GET'),
  save: (body: QuoteAnswerBody) => send<{ savedAt: string }>(pathOf(token, '/draft'), 'PUT', body),
  answer: (body: QuoteAnswerBody & { copyTo: string | null }) =>
    send<QuoteRequest>(pathOf(token, '/answer'), 'POST', body),
  decline: (reason: string | null) => send<QuoteRequest>(pathOf(token, '/decline'), 'POST', { reason }),
  resume: () => send<QuoteRequest>(pathOf(token, '/resume'), 'POST'),
  detach: (id: number) => send<{ id: number }>(pathOf(token, `/attachments/${id}`), 'DELETE'),
  attach: (file: Blob, name: string) => {
    const body = new FormData();
    body.append('file', file, name);
    return send<RequestFile>(pathOf(token, '/attachments'), 'POST', body);
  },
});
export type RequestApi = ReturnType<typeof requestApi>;
