import { ASKS_OTHERS, problemOfAnswer, type SentRequest } from './hostile.ts';
import type { RouteResponse } from './twinTenants/target.ts';

/** Checks a successful response: the envelope of domain.md §7, a token, a file, or the OpenAPI document. */
const judgeSuccess = ({ status, headers, text }: RouteResponse): string | null => {
  if (status !== 200) return `status ${status}`;
  if (!String(headers['content-type']).startsWith('application/json')) return null;
  const body: unknown = JSON.parse(text);
  return Object(body).ok === true || 'openapi' in Object(body)
    ? null
    : `status 200, not an envelope: ${text.slice(0, 200)}`;
};

/** Returns what is wrong with a REST response, or null. */
export const judgeRest = (said: RouteResponse, { key = '', sent }: SentRequest = {}): string | null => {
  const { status, text } = said;
  // A browser that cannot be sent to a provider is sent to our page that says so, and nowhere else.
  if (status === 302 && key.includes('/security/sso/start')) {
    const to = String(said.headers['location']);
    return to.endsWith('/callback?error=start_failed') ? null : `redirects to ${to}`;
  }
  if (status < 400) return judgeSuccess(said);
  if (status === 503 && ASKS_OTHERS.test(key)) return null;
  try {
    const body: unknown = JSON.parse(text);
    const { status: told, error, message, path, timestamp, fields: at = [] } = Object(body);
    const complaints = [message, ...at.map((field: { message: unknown }) => field.message)]
      .map((words) => problemOfAnswer(status, words, sent))
      .filter((complaint) => complaint !== null);
    if (complaints[0]) return complaints[0];
    const whole =
      told === status && typeof error === 'string' && typeof path === 'string' && typeof timestamp === 'string';
    return whole ? null : `status ${status}, not an envelope: ${text.slice(0, 200)}`;
  } catch {
    return `status ${status}, no JSON: ${text.slice(0, 200)}`;
  }
};

/** Returns what is wrong with a GraphQL response, or null. */
export const judgeGraphql = ({ status, text }: RouteResponse, { key = '', sent }: SentRequest = {}): string | null => {
  if (status >= 500) return `status ${status}: ${text.slice(0, 200)}`;
  const {
    data,
    errors = [],
  }: {
    data?: unknown;
    errors?: { message: unknown; extensions: { code: unknown; fields?: { message: unknown }[] } }[];
  } = JSON.parse(text);
  if (errors.length === 0 && !data) return `status ${status}, neither data nor errors: ${text.slice(0, 200)}`;
  const others = ASKS_OTHERS.test(key);
  const complaints = errors.flatMap(({ message, extensions }) => [
    typeof extensions?.code === 'string' ? null : 'an error without a code',
    extensions?.code === 'INTERNAL' ? `INTERNAL: ${String(message)}` : null,
    extensions?.code === 'UNAVAILABLE' && !others ? `UNAVAILABLE: ${String(message)}` : null,
    ...[message, ...(extensions?.fields ?? []).map((field) => field.message)].map((words) =>
      problemOfAnswer(status, words, sent),
    ),
  ]);
  return complaints.find((complaint) => complaint !== null) ?? null;
};
