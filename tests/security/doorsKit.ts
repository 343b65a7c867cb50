import type { Reply } from '#tests/support/services.ts';
import { HOSTILE_VALUES, problemOfAnswer } from './hostile.ts';

const textOf = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));

/** The hostile values as texts of forms and addresses. */
export const HOSTILE_TEXTS: readonly string[] = [...new Set(HOSTILE_VALUES.map(textOf))];

/** Whether a text can be sent as the value of a header at all. */
export const inHeader = (text: string): boolean => /^[\t\x20-\x7e\x80-\xff]*$/.test(text) && text.length < 6_000;

/** So many places of a request share the values: each place gets its part of them, each value many places. */
const SHARES = Number(process.env['FUZZ_RUNS'] ?? 1) > 1 ? 1 : 4;
export const partOf = <T>(values: readonly T[], place: number): T[] =>
  values.filter((_value, index) => (index + place) % SHARES === 0);

let serial = 0;
/** A client address that nothing was counted for. */
export const freshAddress = (): string => {
  serial += 1;
  return `10.${64 + (serial >> 16)}.${(serial >> 8) & 255}.${serial & 255}`;
};

/** RFC 6749 §5.2 and §4.1.2.1, and the code that asks for a second factor. */
const OAUTH_CODES = [
  ...['invalid_request', 'invalid_client', 'invalid_grant', 'unauthorized_client', 'unsupported_grant_type'],
  ...['invalid_scope', 'access_denied', 'temporarily_unavailable', 'mfa_required'],
];

/** What is wrong with a failure in OAuth's form, or null. */
export const judgeOauth = ({ status, headers, text }: Reply, sent: unknown): string | null => {
  if (status === 200) return text.startsWith('{"access_token":"') ? null : `status 200: ${text.slice(0, 100)}`;
  if (!String(headers['content-type']).startsWith('application/json')) {
    return `status ${status} of the type ${String(headers['content-type'])}`;
  }
  const { error, error_description: words, ...more }: Record<string, unknown> = JSON.parse(text);
  if (!OAUTH_CODES.includes(String(error))) return `status ${status} with ${text.slice(0, 200)}`;
  const foreign = Object.keys(more).filter((key) => !key.startsWith('mfa_'));
  if (foreign.length > 0) return `status ${status} with ${foreign.join(', ')}`;
  if (headers['cache-control'] !== 'no-store') return `status ${status} may be kept`;
  if (status === 401 && headers['www-authenticate'] === undefined) return 'status 401 without www-authenticate';
  if (status === 429 && !/^\d+$/.test(String(headers['retry-after']))) return 'status 429 without retry-after';
  return problemOfAnswer(status, words, sent);
};

/** RFC 7644 §3.12, table 9. */
const SCIM_TYPES = [
  ...['invalidFilter', 'tooMany', 'uniqueness', 'mutability', 'invalidSyntax', 'invalidPath', 'noTarget'],
  ...['invalidValue', 'invalidVers', 'sensitive'],
];
const SCIM_ERROR = 'urn:ietf:params:scim:api:messages:2.0:Error';

/** What is wrong with an answer of SCIM, or null. */
export const judgeScim = ({ status, headers, text }: Reply, sent: unknown): string | null => {
  if (status === 204 || status === 304) return text === '' ? null : `status ${status} with a body`;
  if (!/^application\/scim\+json(;|$)/.test(String(headers['content-type']))) {
    return `status ${status} of the type ${String(headers['content-type'])}: ${text.slice(0, 200)}`;
  }
  const { schemas, status: told, scimType, detail, ...more }: Record<string, unknown> = JSON.parse(text);
  if (status < 300) return Array.isArray(schemas) ? null : `status ${status} without schemas`;
  if (JSON.stringify(schemas) !== JSON.stringify([SCIM_ERROR]) || told !== String(status)) {
    return `status ${status} is no error of SCIM: ${text.slice(0, 200)}`;
  }
  if (scimType !== undefined && !SCIM_TYPES.includes(String(scimType))) return `the type ${String(scimType)}`;
  if (Object.keys(more).length > 0) return `status ${status} with ${Object.keys(more).join(', ')}`;
  if (status === 401 && headers['www-authenticate'] === undefined) return 'status 401 without www-authenticate';
  return problemOfAnswer(status, detail, sent);
};

export interface HostileCall {
  sent: unknown;
  send: () => Promise<Reply>;
}

export interface Outcome {
  /** One of each kind. */
  complaints: string[];
  statuses: Set<number>;
  /** `error` of OAuth, `scimType` of SCIM. */
  codes: Set<string>;
}

/** Sends calls, four at a time, with a step before each batch. */
export const sentInBatches = async (
  calls: readonly HostileCall[],
  judge: (reply: Reply, sent: unknown) => string | null,
  before: () => Promise<void>,
): Promise<Outcome> => {
  const complaints = new Map<string, string>();
  const [statuses, codes] = [new Set<number>(), new Set<string>()];
  for (let start = 0; start < calls.length; start += 4) {
    await before();
    await Promise.all(
      calls.slice(start, start + 4).map(async ({ sent, send }) => {
        const reply = await send();
        const complaint = judge(reply, sent);
        if (complaint !== null) complaints.set(complaint, `${JSON.stringify(sent).slice(0, 400)}\n  ${complaint}`);
        statuses.add(reply.status);
        codes.add(String(reply.body?.error ?? reply.body?.scimType));
      }),
    );
  }
  return { complaints: [...complaints.values()], statuses, codes };
};
