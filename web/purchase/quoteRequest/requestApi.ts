import type { FieldProblem } from '#domain/errors.ts';
import { NO_CONNECTION } from '#domain/messages.ts';
import type { QuoteAnswerBody, QuoteRequest } from '#schema/purchase/quotes/quoteRequest.rest.ts';
import { isRecord, isText } from '#web/client/storage.ts';

/** A refused call: the sentence to show, the problems of its fields, and the status; 0 without an answer. */
export interface Refused {
  problem: string;
  fields: FieldProblem[];
  status: number;
}
export type Outcome<Data> = { data: Data } | Refused;

/** A file of the request or of the own answer. */
export type RequestFile = NonNullable<QuoteRequest['request']>['attachments'][number];

const FAILED = 'Não foi possível falar com o servidor. Tente de novo.';

const isProblem = (value: unknown): value is FieldProblem =>
  isRecord(value) && isText(value.path) && isText(value.message);

const read = async <Data>(response: Response | null): Promise<Outcome<Data>> => {
  if (!response) return { problem: NO_CONNECTION, fields: [], status: 0 };
  const answer: unknown = await response.json().catch(() => null);
  const body = isRecord(answer) ? answer : {};
  // Safe cast: the service holds its answers to the contract.
  if (response.ok) return { data: body.data as Data };
  const fields = Array.isArray(body.fields) ? body.fields.filter(isProblem) : [];
  return { problem: isText(body.message) ? body.message : FAILED, fields, status: response.status };
};

/** Address of what a link leads to. */
export const pathOf = (token: string, rest = ''): string =>
  `/api/v1/purchase/quote-request/${encodeURIComponent(token)}${rest}`;

const send = <Data>(path: string, method: string, body?: object): Promise<Outcome<Data>> =>
  fetch(path, {
    method,
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  }).then(
    (response) => read<Data>(response),
    () => read<Data>(null),
  );

/** The calls of one link, by fetch: this page loads no Apollo. */
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
    return fetch(pathOf(token, '/attachments'), { method: 'POST', body }).then(
      (response) => read<RequestFile>(response),
      () => read<RequestFile>(null),
    );
  },
});
export type RequestApi = ReturnType<typeof requestApi>;
